"""Where a page keeps its files: a folder of its owner alone, used by one page at a time."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from .phones import Hand, Phone

if sys.platform != "win32":
    import fcntl

_PREFIX = "deberts-"
_LOCK = ".lock"
_PHONES = "phones.json"


class FolderError(Exception):
    """The folder cannot be used; the message is one line for whoever started the page."""


@contextmanager
def own_folder(kept: Path | None) -> Iterator[Path]:
    """Have the folder to keep everything in, or a temporary one, for this page alone. Raises `FolderError`.

    What is in it holds everybody's cards: nobody else may read it.
    """
    with contextlib.ExitStack() as stack:
        if kept is None:
            _sweep()
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=_PREFIX)))
        else:
            folder = kept
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = stack.enter_context(open(folder / _LOCK, "a", opener=_private))
        except OSError as error:
            raise FolderError(f"cannot keep anything in {folder}: {error.strerror}") from None
        if not _take(lock):
            raise FolderError(f"{folder} is in use by another page")
        yield folder


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _take(lock: IO[str]) -> bool:
    """Take a lock that ends with this process; where there are none, trust in luck."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sweep() -> None:
    """Remove the temporary folders of pages that were killed."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_LOCK}"):
        with contextlib.suppress(OSError), path.open("a") as lock:
            if sys.platform != "win32" and path.stat().st_uid == os.getuid() and _take(lock):
                shutil.rmtree(path.parent, ignore_errors=True)


def save_phones(folder: Path, phones: list[Phone]) -> None:
    """Remember in whose hands the phones are, what they show and what was read on them. Raises `OSError`."""
    states = [
        {
            "id": phone.id,
            "covered": phone.hand is not Hand.STAGE,
            "shown": phone.shown,
            "read": [[*where, key] for where, key in phone.marks.items()],
        }
        for phone in phones
    ]
    new = folder / f"{_PHONES}.new"
    with open(new, "w", encoding="utf-8", opener=_private) as file:
        json.dump(states, file)
    new.replace(folder / _PHONES)


def load_phones(folder: Path, phones: dict[int, Phone]) -> None:
    """Put the phones back into the hands they were in; a phone without a word about it stays as it is."""
    try:
        states: list[dict[str, Any]] = json.loads((folder / _PHONES).read_text(encoding="utf-8"))
        for state in states:
            if (phone := phones.get(state["id"])) is None:
                continue
            if state["covered"]:
                phone.hand = Hand.AWAY
            phone.shown = state["shown"]
            phone.marks = {(chat, topic): key for chat, topic, key in state["read"]}
    except FileNotFoundError:
        return
    except (OSError, ValueError, KeyError, TypeError):
        # Better all covered than one that was a friend's in sight.
        for phone in phones.values():
            phone.hand = Hand.AWAY
