"""The bot as a child of the page: it ends when the page does, however that ends.

Standard input is a pipe that the page holds; once it is closed there is no Telegram left to speak to.
"""

from __future__ import annotations

import os
import sys
import threading

from bot.__main__ import main


def _end_with_the_page() -> None:
    while os.read(0, 4096):
        pass
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_the_page, daemon=True).start()
    sys.exit(main(["run"]))
