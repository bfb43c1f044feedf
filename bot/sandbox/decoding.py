"""Requests as they come over HTTP, turned into typed parameters."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any
from urllib.parse import parse_qsl

from tornado.httputil import HTTPFile, HTTPHeaders, HTTPInputError, parse_body_arguments

from .errors import ApiError, bad_request


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file."""

    name: str
    content_type: str
    content: bytes = field(repr=False)


class Kind(Enum):
    """What a parameter holds."""

    TEXT = auto()
    INTEGER = auto()
    FLAG = auto()
    JSON = auto()
    CHAT = auto()
    FILE = auto()


Raw = dict[str, Any]
Uploads = dict[str, Upload]


def read_request(query: str, content_type: str, body: bytes) -> tuple[Raw, Uploads]:
    """Return the parameters of a request, undecoded, and its files; ApiError for junk."""
    raw = _urlencoded(query)
    uploads: Uploads = {}
    kind = content_type.partition(";")[0].strip().lower()
    if not body:
        pass
    elif kind == "application/json":
        raw.update(_json_object(body))
    elif kind == "application/x-www-form-urlencoded":
        raw.update(_urlencoded(_utf8(body)))
    elif kind == "multipart/form-data":
        fields, uploads = _multipart(content_type, body)
        raw.update(fields)
    else:
        raise bad_request(f'unsupported content type "{kind}"')
    _check_unicode(raw)
    return raw, uploads


def decode(spec: Mapping[str, Kind], raw: Raw, uploads: Uploads) -> dict[str, Any]:
    """Return the parameters in the types that the method declares; unknown ones are refused.

    Telegram ignores unknown parameters and reads a malformed number as 0; here both are mistakes.
    An empty string counts as absent, except for texts.
    """
    values: dict[str, Any] = {}
    unused = dict(uploads)
    for name, kind in spec.items():
        value = raw.get(name)
        if kind is Kind.FILE:
            value = _file(name, value, uploads, unused)
        if value is None or (value == "" and kind is not Kind.TEXT):
            continue
        values[name] = _CONVERT[kind](name, value)
    if unknown := (raw.keys() - spec.keys()) | unused.keys():
        raise bad_request(f'unknown parameter "{min(unknown)}"')
    return values


def _file(name: str, value: object, uploads: Uploads, unused: Uploads) -> object:
    if isinstance(value, str) and value.startswith("attach://"):
        name = value.removeprefix("attach://")
    elif value is not None:
        return value
    unused.pop(name, None)
    return uploads.get(name)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise bad_request(f'parameter "{name}" must be of type String')
    return value


def _integer(name: str, value: object) -> int:
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value.strip()):
        return int(value)
    if type(value) is not int or abs(value) >= 10**18:
        raise bad_request(f'parameter "{name}" must be a valid Integer')
    return value


def _flag(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "yes", "1", "false", "no", "0"):
        return value.lower() in ("true", "yes", "1")
    raise bad_request(f'parameter "{name}" must be a Boolean')


def _nested(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        shown = "reply keyboard markup" if name == "reply_markup" else name.replace("_", " ")
        raise bad_request(f"can't parse {shown} JSON object") from None


def _chat(name: str, value: object) -> int | str:
    if isinstance(value, str) and re.fullmatch(r"@\w+", value):
        return value
    try:
        return _integer(name, value)
    except ApiError:
        raise bad_request("chat not found") from None


def _upload(name: str, value: object) -> Upload | str:
    if not isinstance(value, Upload | str):
        raise bad_request(f'parameter "{name}" must be a file')
    return value


_CONVERT = {
    Kind.TEXT: _text,
    Kind.INTEGER: _integer,
    Kind.FLAG: _flag,
    Kind.JSON: _nested,
    Kind.CHAT: _chat,
    Kind.FILE: _upload,
}


def _utf8(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise bad_request("strings must be encoded in UTF-8") from None


def _urlencoded(text: str) -> Raw:
    try:
        return dict(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=1000))
    except UnicodeDecodeError:
        raise bad_request("strings must be encoded in UTF-8") from None
    except ValueError:
        raise bad_request("can't parse request parameters") from None


def _json_object(body: bytes) -> Raw:
    try:
        value = json.loads(_utf8(body))
    except (ValueError, RecursionError):
        raise bad_request("can't parse JSON object") from None
    if not isinstance(value, dict):
        raise bad_request("can't parse JSON object: Object expected")
    return value


def _multipart(content_type: str, body: bytes) -> tuple[Raw, Uploads]:
    arguments: dict[str, list[bytes]] = {}
    files: dict[str, list[HTTPFile]] = {}
    try:
        parse_body_arguments(content_type, body, arguments, files, HTTPHeaders())
    except (HTTPInputError, UnicodeDecodeError, ValueError):
        raise bad_request("can't parse multipart form data") from None
    fields = {name: _utf8(values[-1]) for name, values in arguments.items()}
    uploads = {
        name: Upload(items[-1].filename, items[-1].content_type, items[-1].body)
        for name, items in files.items()
    }
    return fields, uploads


def _check_unicode(value: object) -> None:
    """Refuse lone surrogates, which JSON can smuggle in; an explicit stack, since junk may be deep."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            try:
                item.encode()
            except UnicodeEncodeError:
                raise bad_request("strings must be encoded in UTF-8") from None
        elif isinstance(item, dict):
            stack.extend(item.keys())
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
