"""The file that keeps what the window remembers. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from vkconfig_py.loader.own_files import (
    DocumentError,
    NewerFormatError,
    read_document,
    write_file,
)
from vkconfig_py.model.documents.members import render_json

WINDOW_FILE = "window.json"
_FORMAT = 1
Values = dict[str, int | str]


def read_values(file: Path) -> Values | None:
    """Read what is remembered: {} of a damaged file, None if it must not be replaced."""
    try:
        values = read_document(str(file), _FORMAT).get("values")
    except NewerFormatError:
        return None
    except (FileNotFoundError, NotADirectoryError, DocumentError):
        return {}
    except OSError:
        return None
    kept = values if isinstance(values, dict) else {}
    return {name: value for name, value in kept.items() if isinstance(value, int | str)}


def write_values(file: Path, changed: Mapping[str, int | str]) -> None:
    """Put values into the file beside what others wrote there; where that is refused, forget it."""
    known = read_values(file)
    if known is None:
        return
    with suppress(OSError):
        write_file(str(file), render_json({"format": _FORMAT, "values": {**known, **changed}}))
