"""Checks of Bot API requests, results and updates against aiogram's models, which nobody here wrote.

Those models accept unknown fields, so the check walks everything that was parsed and fails on any of them.
They know nothing of lengths, styles and button data; the sandbox does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import aiogram.methods
from aiogram.methods.base import TelegramMethod
from aiogram.types import Update
from pydantic import BaseModel, TypeAdapter, ValidationError

from bot.sandbox.decoding import Upload


def check_request(method: str, params: Mapping[str, Any]) -> None:
    """Fail unless the decoded parameters are ones of this method, down to the last nested field."""
    model = _model(method)
    values = {name: _file_id(value) for name, value in params.items()}
    try:
        parsed = model.model_validate(values)
    except ValidationError as error:
        raise AssertionError(f"{method}: {error}") from error
    _fail_on_unknown(method, parsed)


def check_result(method: str, result: object) -> None:
    """Fail unless this is what the method returns."""
    adapter: TypeAdapter[Any] = TypeAdapter(_model(method).__returning__)
    try:
        parsed = adapter.validate_python(result)
    except ValidationError as error:
        raise AssertionError(f"result of {method}: {error}") from error
    _fail_on_unknown(f"result of {method}", parsed)


def check_update(update: Mapping[str, Any]) -> None:
    """Fail unless this is an update as Telegram sends it."""
    try:
        parsed = Update.model_validate(update)
    except ValidationError as error:
        raise AssertionError(f"update: {error}") from error
    _fail_on_unknown("update", parsed)


def _model(method: str) -> type[TelegramMethod[Any]]:
    model = getattr(aiogram.methods, method[:1].upper() + method[1:], None)
    if not (isinstance(model, type) and issubclass(model, TelegramMethod)):
        raise AssertionError(f"{method} is no method of the Bot API")
    return model


def _file_id(value: object) -> object:
    return f"attach://{value.name}" if isinstance(value, Upload) else value


def _fail_on_unknown(what: str, parsed: object) -> None:
    unknown = sorted(_unknown(parsed, ""))
    if unknown:
        raise AssertionError(f"{what}: unknown {', '.join(unknown)}")


def _unknown(value: object, path: str) -> Iterator[str]:
    """Yield the paths of the fields that a model did not expect."""
    if isinstance(value, BaseModel):
        for name in value.model_extra or ():
            yield f"{path}.{name}".lstrip(".")
        for name in type(value).model_fields:
            yield from _unknown(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _unknown(item, f"{path}.{name}")
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _unknown(item, f"{path}[{index}]")
