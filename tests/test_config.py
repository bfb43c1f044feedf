"""Settings from the environment and `.env`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Settings, SettingsError, load_settings

TOKEN = "123456:AAsecret-of_the_bot"
NAMES = (
    "BOT_TOKEN",
    "DATABASE_PATH",
    "BOT_API_URL",
    "LOG_LEVEL",
    "PACE",
    "WEBHOOK_URL",
    "WEBHOOK_LISTEN",
    "WEBHOOK_PORT",
    "WEBHOOK_SECRET",
    "ALLOWED_CHATS",
    "OPERATOR_ID",
)


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def load(monkeypatch: pytest.MonkeyPatch, **values: str) -> Settings:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    return load_settings()


def test_without_any_setting() -> None:
    settings = load_settings()
    assert settings.bot_token is None
    assert settings.database_path == Path("data/deberts.sqlite3")
    assert settings.bot_api_url == "https://api.telegram.org"
    assert settings.log_level == "INFO"
    assert settings.pace == 1.0
    assert settings.webhook_url is None
    assert settings.webhook_listen == "127.0.0.1"
    assert settings.webhook_port == 8443
    assert settings.webhook_secret is None
    assert settings.allowed_chats == frozenset()
    assert settings.operator_id is None
    assert set(Settings.model_fields) == {name.lower() for name in NAMES}


def test_every_setting_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(
        monkeypatch,
        BOT_TOKEN=TOKEN,
        DATABASE_PATH="/var/lib/bot.sqlite3",
        BOT_API_URL="http://127.0.0.1:8081/",
        LOG_LEVEL="debug",
        PACE="2.5",
        WEBHOOK_URL="https://bot.example.org/hooks/",
        WEBHOOK_LISTEN="0.0.0.0",
        WEBHOOK_PORT="80",
        WEBHOOK_SECRET="a_Secret-7",
        ALLOWED_CHATS="-1001234567890, -5,",
        OPERATOR_ID="123456789",
    )
    assert settings.bot_token is not None
    assert settings.bot_token.get_secret_value() == TOKEN
    assert settings.database_path == Path("/var/lib/bot.sqlite3")
    assert settings.bot_api_url == "http://127.0.0.1:8081"
    assert settings.log_level == "DEBUG"
    assert settings.pace == 2.5
    assert settings.webhook_url == "https://bot.example.org/hooks"
    assert settings.webhook_listen == "0.0.0.0"
    assert settings.webhook_port == 80
    assert settings.webhook_secret is not None
    assert settings.webhook_secret.get_secret_value() == "a_Secret-7"
    assert settings.allowed_chats == {-1001234567890, -5}
    assert settings.operator_id == 123456789


def test_the_file_is_read_and_the_environment_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(
        f"# my bot\nBOT_TOKEN={TOKEN}\nLOG_LEVEL=ERROR\nSOMETHING_ELSE=1\n", encoding="utf-8"
    )
    settings = load(monkeypatch, LOG_LEVEL="WARNING")
    assert settings.bot_token is not None
    assert settings.bot_token.get_secret_value() == TOKEN
    assert settings.log_level == "WARNING"


def test_an_empty_value_of_the_environment_sets_what_the_file_says_aside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path(".env").write_text(f"BOT_TOKEN={TOKEN}\n", encoding="utf-8")
    assert load(monkeypatch, BOT_TOKEN="").bot_token is None


@pytest.mark.parametrize("blank", ["", "   ", "\t"])
@pytest.mark.parametrize("name", NAMES)
def test_an_empty_value_is_no_value(monkeypatch: pytest.MonkeyPatch, name: str, blank: str) -> None:
    assert load(monkeypatch, **{name: blank}) == Settings()


def test_empty_lines_of_the_file_are_no_values() -> None:
    Path(".env").write_text("".join(f"{name}=\n" for name in NAMES), encoding="utf-8")
    settings = load_settings()
    Path(".env").unlink()
    assert settings == load_settings()


def test_blanks_around_a_value_mean_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(monkeypatch, BOT_TOKEN=f" {TOKEN}\n", LOG_LEVEL=" info ", PACE=" 3 ")
    assert settings.bot_token is not None
    assert settings.bot_token.get_secret_value() == TOKEN
    assert (settings.log_level, settings.pace) == ("INFO", 3.0)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_TOKEN", "no-token-at-all"),
        ("BOT_TOKEN", "123:ключ"),
        ("BOT_TOKEN", "123:abc/../def"),
        ("BOT_TOKEN", "123:abc def"),
        ("LOG_LEVEL", "chatty"),
        ("PACE", "fast"),
        ("PACE", "0"),
        ("PACE", "-2.75"),
        ("PACE", "nan"),
        ("PACE", "inf"),
        ("WEBHOOK_PORT", "web"),
        ("WEBHOOK_PORT", "65536"),
        ("WEBHOOK_PORT", "-7"),
        ("WEBHOOK_PORT", "80.5"),
        ("BOT_API_URL", "ftp://example.org"),
        ("BOT_API_URL", "example.org:8081"),
        ("BOT_API_URL", "http://"),
        ("BOT_API_URL", "http://[::1"),
        ("BOT_API_URL", "http://example.org:port"),
        ("BOT_API_URL", "http://example.org:70000"),
        ("BOT_API_URL", "http://example.org/?a=b"),
        ("BOT_API_URL", "http://example.org/#top"),
        ("BOT_API_URL", "http://exam ple.org"),
        ("WEBHOOK_URL", "bot.example.org"),
        ("WEBHOOK_SECRET", "two words"),
        ("WEBHOOK_SECRET", "тайна"),
        ("WEBHOOK_SECRET", "x" * 257),
        ("ALLOWED_CHATS", "@friends"),
        ("ALLOWED_CHATS", "-1001234567890 -5"),
        ("ALLOWED_CHATS", "-5, 123456"),
        ("ALLOWED_CHATS", "[-5]"),
        ("ALLOWED_CHATS", "-" + "9" * 30),
        ("OPERATOR_ID", "@anna"),
        ("OPERATOR_ID", "-17"),
        ("OPERATOR_ID", "9" * 30),
    ],
)
def test_a_bad_value_is_one_line_with_the_name_and_without_the_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        load(monkeypatch, **{name: value})
    message = str(caught.value)
    assert message.startswith(f"{name}: ")
    assert len(message.splitlines()) == 1
    assert value not in message.removeprefix(name) or value == "0"


def test_a_webhook_needs_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError) as caught:
        load(monkeypatch, WEBHOOK_URL="https://bot.example.org")
    assert str(caught.value) == "WEBHOOK_URL needs WEBHOOK_SECRET"


def test_settings_do_not_show_what_is_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(monkeypatch, BOT_TOKEN=TOKEN, WEBHOOK_SECRET="a_Secret-7")
    for shown in (repr(settings), str(settings), settings.model_dump_json(), f"{settings.bot_token}"):
        assert "AAsecret" not in shown
        assert "a_Secret" not in shown


def test_a_file_that_is_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_bytes(b"BOT_TOKEN=\xff\xfe\x00\x81\n")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert ".env" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_folder_of_that_name_is_no_file() -> None:
    Path(".env").mkdir()
    assert load_settings().bot_token is None
