"""The text of a log for the clipboard and for a file, made on a worker thread."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import open_named
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.launch.log_filter import ShownRows
from vkconfig_py.model.launch.log_store import LogStore, line_of

MOST_COPIED = 32 << 20  # characters: more makes clipboards and whoever pastes them wait
TOO_LONG = tr("Too much for the clipboard. Save the log instead.")
NOT_SAVED = tr("The log was not saved")
_BREATH, _EVERY = 0.001, 256  # seconds of rest after so many entries, for the GUI thread

T = TypeVar("T")


class CopiedText(NamedTuple):
    """A text for the clipboard, or why there is none."""

    text: str
    refusal: str = ""


def rows_text(
    store: LogStore, rows: ShownRows, ranges: Sequence[range], *, whole: bool
) -> CopiedText:
    """Rows as text: as the program wrote them, or `whole` with time, severity and source."""
    parts: list[str] = []
    length = 0
    for row in _rested(row for part in ranges for row in part):
        number = rows.number_at(row)
        entry = store.entry(number) if number >= 0 else None
        if number == ShownRows.GAP:
            parts.append(f"[{store.gap()}]\n")
        elif entry is not None:
            parts.append(line_of(entry) if whole else f"{entry.text}\n")
        length += len(parts[-1]) if parts else 0
        if length > MOST_COPIED:
            return CopiedText("", TOO_LONG)
    text = "".join(parts)
    return CopiedText(text if whole else text.removesuffix("\n"))


def last_lines(store: LogStore, most: int) -> str:
    """The last lines of a log, with time, severity and source."""
    return "".join(deque(_rested(store.lines()), maxlen=most))


def save_log(store: LogStore, path: Path) -> str:
    """Write the whole log to a file; return why that failed, or ""."""
    try:
        handle = open_named(str(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            for line in _rested(store.lines()):
                file.write(line)
    except OSError as error:
        return error_sentence(NOT_SAVED, str(path), error)
    return ""


def _rested(items: Iterable[T]) -> Iterator[T]:
    for count, item in enumerate(items):
        if count % _EVERY == _EVERY - 1:
            time.sleep(_BREATH)
        yield item
