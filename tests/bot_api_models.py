"""Checks of Bot API requests, results and updates against aiogram's models, which nobody here wrote.

Those models accept unknown fields, so the check walks everything that was parsed and fails on any of them.
They know nothing of lengths, styles and button data; the sandbox does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, Optional, TypeVar, Union, get_args
from unittest.mock import patch

from pydantic import BaseModel, TypeAdapter, ValidationError

from bot.sandbox.decoding import Upload

# aiogram builds each of its six hundred models while it is imported, which takes as long as many tests: here
# one is built when it is first needed.
with patch.object(BaseModel, "model_rebuild"):
    import aiogram.methods
    import aiogram.types
    from aiogram.client.default import Default
    from aiogram.methods.base import TelegramMethod

Model = TypeVar("Model", bound=BaseModel)


def check_request(method: str, params: Mapping[str, Any]) -> None:
    """Fail unless the decoded parameters are ones of this method, down to the last nested field."""
    shape = (method, _shape(params))
    if shape in _good_shapes:
        return
    model = _model(method)
    values = {name: _file_id(value) for name, value in params.items()}
    try:
        parsed = model.model_validate(values)
    except ValidationError as error:
        raise AssertionError(f"{method}: {error}") from error
    _fail_on_unknown(method, parsed)
    _good_shapes.add(shape)


def check_result(method: str, result: object) -> None:
    """Fail unless this is what the method returns."""
    try:
        parsed = _adapter(method).validate_python(result)
    except ValidationError as error:
        raise AssertionError(f"result of {method}: {error}") from error
    _fail_on_unknown(f"result of {method}", parsed)


def check_update(update: Mapping[str, Any]) -> None:
    """Fail unless this is an update as Telegram sends it."""
    try:
        parsed = _built(aiogram.types.Update).model_validate(update)
    except ValidationError as error:
        raise AssertionError(f"update: {error}") from error
    _fail_on_unknown("update", parsed)


# Requests that passed: most of a match's differ in texts and numbers only, which the models do not look at.
_good_shapes: set[object] = set()


def _shape(value: object) -> object:
    """Return what the models look at: names, words and types, and of a list what is in it."""
    if isinstance(value, Mapping):
        return frozenset((name, _shape(one)) for name, one in value.items())
    if isinstance(value, list | tuple):
        return (list, frozenset(map(_shape, value)))
    if isinstance(value, str):
        # A number in a string may pass for one.
        return value if value.isidentifier() else (str, value.lstrip("-").isdigit())
    return type(value)


def _model(method: str) -> type[TelegramMethod[Any]]:
    model = getattr(aiogram.methods, method[:1].upper() + method[1:], None)
    if not (isinstance(model, type) and issubclass(model, TelegramMethod)):
        raise AssertionError(f"{method} is no method of the Bot API")
    return _built(model)


@cache
def _adapter(method: str) -> TypeAdapter[Any]:
    returning = _model(method).__returning__
    for part in _parts(returning):
        _built(part)
    return TypeAdapter(returning)


def _parts(kind: Any) -> Iterator[type[BaseModel]]:
    """Yield the models that a type is made of."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    for part in get_args(kind):
        yield from _parts(part)


@cache
def _built(model: type[Model]) -> type[Model]:
    model.model_rebuild(_types_namespace=_names())
    return model


@cache
def _names() -> dict[str, Any]:
    """Return what the annotations of the models name."""
    names = {name: getattr(aiogram.types, name) for name in aiogram.types.__all__}
    return {
        "List": list,
        "Optional": Optional,
        "Union": Union,
        "Literal": Literal,
        "Default": Default,
        **names,
    }


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
