"""Settings, from the environment and `.env`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

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
    pace: float = Field(default=1.0, gt=0)

    webhook_url: str | None = None
    webhook_listen: str = "127.0.0.1"
    webhook_port: int = Field(default=8443, ge=1, le=65535)
    webhook_secret: SecretStr | None = None

    @field_validator("bot_token", "webhook_url", "webhook_secret", mode="before")
    @classmethod
    def _empty_is_unset(cls, value: object) -> object:
        """An empty line in `.env` means the same as none."""
        return None if isinstance(value, str) and not value.strip() else value

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("bot_api_url", "webhook_url")
    @classmethod
    def _is_url(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("must be an http or https address")
        return value.rstrip("/")

    @model_validator(mode="after")
    def _webhook_has_a_secret(self) -> Settings:
        if self.webhook_url is not None and self.webhook_secret is None:
            raise ValueError("WEBHOOK_URL needs WEBHOOK_SECRET")
        return self


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
