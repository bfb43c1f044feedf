"""For every test: databases on a disk of memory where there is one, since each commit waits for the disk."""

from __future__ import annotations

import os
from pathlib import Path

_MEMORY = Path("/dev/shm")

if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))
