"""Where this program keeps its own files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class StatePaths:
    """Folders of this program.

    Attributes:
        configurations: one JSON file per configuration (user configuration folder).
        state: journal, applied set, window state, loader versions (user state folder).
        runtime: private folders of launches.
    """

    configurations: Path
    state: Path
    runtime: Path
