"""Which processes of this machine a test started."""

from __future__ import annotations

import os
from pathlib import Path


def find_marked_processes(mark: str | Path) -> list[int]:
    """Pids of the processes with this text in their environment or command line."""
    pids = []
    # Only the folders are globbed: looking at a file of a process that just ended raises.
    for process in Path("/proc").glob("[0-9]*"):
        try:
            process_text = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
        except OSError:  # it ended meanwhile, or is somebody else's
            continue
        if os.fsencode(mark) in process_text:
            pids.append(int(process.name))
    return pids
