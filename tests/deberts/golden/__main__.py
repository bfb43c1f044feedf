"""Write the golden playthroughs anew: `uv run python -m tests.deberts.golden`."""

from __future__ import annotations

from .files import FOLDER, NAMES, write


def main() -> None:
    """Write every file and remove those that are no more."""
    for path in FOLDER.rglob("*.txt"):
        if path.relative_to(FOLDER).as_posix() not in NAMES:
            path.unlink()
    for name in NAMES:
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(name), encoding="utf-8")


if __name__ == "__main__":
    main()
