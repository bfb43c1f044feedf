"""Settings, from the environment and `.env`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

TELEGRAM = "https://api.telegram.org"


class SettingsError(Exception):
    """A setting that cannot be; the message is one line for the operator and repeats no value."""


class Settings(BaseSettings):
    """What the operator can set. Names are those of the environment variables, in lower case."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    bot_token: SecretStr | None = None
    database_path: Path = Path("data/deberts.sqlite3")
    bot_api_url: str = TELEGRAM
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    # Times as fast as real time: for trials against a sandbox, which must have the same pace.
    pace: float = Field(default=1.0, gt=0, allow_inf_nan=False)

    webhook_url: str | None = None
    webhook_listen: str = "127.0.0.1"
    webhook_port: int = Field(default=8443, ge=1, le=65535)
    webhook_secret: SecretStr | None = None

    # The only groups to play in, by their ids with commas between; without any, all groups.
    allowed_chats: Annotated[frozenset[int], NoDecode] = frozenset()
    # The account that may ask for `/status`.
    operator_id: int | None = Field(default=None, gt=0, lt=2**63)

    @field_validator("*", mode="before")
    @classmethod
    def _blank_is_unset(cls, value: object, info: ValidationInfo) -> Any:
        """An empty line in `.env` means the same as none; blanks around a value mean nothing."""
        if not isinstance(value, str):
            return value
        assert info.field_name is not None
        return value.strip() or cls.model_fields[info.field_name].default

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("allowed_chats", mode="before")
    @classmethod
    def _are_chats(cls, value: object) -> object:
        """Groups have negative ids; a positive one is a person's and would shut every group out."""
        if not isinstance(value, str):
            return value
        ids = [one.strip() for one in value.split(",") if one.strip()]
        if not all(re.fullmatch(r"-[1-9][0-9]{0,17}", one, re.ASCII) for one in ids):
            raise ValueError("must be ids of groups with commas between; they are negative numbers")
        return frozenset(map(int, ids))

    @field_validator("bot_token")
    @classmethod
    def _is_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not re.fullmatch(r"[0-9]+:[A-Za-z0-9_-]+", value.get_secret_value()):
            raise ValueError("is no token: it must be digits, a colon, and letters")
        return value

    @field_validator("webhook_secret")
    @classmethod
    def _is_secret(cls, value: SecretStr | None) -> SecretStr | None:
        """What Telegram takes as `secret_token`."""
        if value is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", value.get_secret_value()):
            raise ValueError("must be 1 to 256 of the characters A-Z a-z 0-9 _ -")
        return value

    @field_validator("bot_api_url", "webhook_url")
    @classmethod
    def _is_url(cls, value: str | None) -> str | None:
        if value is not None and not _is_root(value):
            raise ValueError("must be an http or https address")
        return None if value is None else value.rstrip("/")

    @model_validator(mode="after")
    def _webhook_has_a_secret(self) -> Settings:
        if self.webhook_url is not None and self.webhook_secret is None:
            raise ValueError("WEBHOOK_URL needs WEBHOOK_SECRET")
        return self


def _is_root(address: str) -> bool:
    """Tell whether a path can be put behind an address."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return False
    usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    return usable and not parts.query and not parts.fragment and re.search(r"\s", address) is None


def load_settings() -> Settings:
    """Read the settings. Raises `SettingsError`."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        message = first["msg"].removeprefix("Value error, ")
        raise SettingsError(f"{name}: {message}" if name else message) from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError("the file .env cannot be read") from None
