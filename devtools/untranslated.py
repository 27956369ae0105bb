"""Open every scene in a made-up language, and tell which texts of the window are not in it.

The catalogue of `dev.py translations --pseudo` puts each sentence into brackets and gives its
letters accents. A text with plain words was never given to the catalogue, or is a name; brackets
within brackets are a sentence that is put into another one.
"""

from __future__ import annotations

import argparse
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from devtools.console import say
from devtools.stage import choose_language, make_application, opened, run_child

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel, QModelIndex
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QAbstractItemView, QWidget

_LONGEST = 3000  # seconds for all scenes
# Data, which is in no language: paths and files, VK_NAMES, variables, versions, keys, markup.
_DATA = re.compile(r"<[^>]*>|\S*[/\\_=.\d@+]\S*|\b[A-Z]{2,}\b|\b(?:Ctrl|Shift|Alt|F)\+?\w*")
_PLAIN = re.compile(r"(?<!\w)(?=[A-Za-z]*[aeiouycnsAEIOUYCNS])[A-Za-z]{2,}(?!\w)")
_GETTERS = (
    "text",
    "toolTip",
    "accessibleName",
    "accessibleDescription",
    "windowTitle",
    "placeholderText",
    "title",
    "statusTip",
)


def main(arguments: Sequence[str]) -> int:
    """Look at all scenes, or those named, and print what is not translated."""
    parser = argparse.ArgumentParser(prog="dev.py translations --look", description=__doc__)
    parser.add_argument("names", nargs="*", help="names of pictures of dev.py shots (default: all)")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.here:
        return _context(options.names)
    from devtools.translations import spoken_as

    with spoken_as("pseudo") as catalogue:
        arguments = ["--here", *options.names]
        return run_child("devtools.untranslated", arguments, _LONGEST, language=catalogue)


def _context(names: Sequence[str]) -> int:
    choose_language()
    application = make_application()
    from devtools.picture_list import SHOTS, distinct_scenes

    found: set[str] = set()
    for name in names or distinct_scenes():
        try:
            with opened(application, SHOTS[name]) as running:
                texts = [text for window in application.topLevelWidgets()
                         for text in _texts_of(window)]  # fmt: skip
                del running
        except Exception:  # noqa: BLE001 - a scene that seeks an English text is one of the finds
            say(f"{name}: this scene fails:\n{traceback.format_exc(limit=-2)}")
            continue
        for where, text in texts:
            why = fault_of(text)
            if why and text not in found:
                found.add(text)
                say(f"{name}: {where}: {why}: {text!r}")
    return 1 if found else 0


def fault_of(text: str) -> str:
    """Why a text is not in the made-up language, or ""."""
    depth = deepest = 0
    outside: list[str] = []
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        deepest = max(deepest, depth)
        if depth <= 0:
            outside.append(letter)
    if deepest > 1:
        return "glued"
    plain = _PLAIN.search(_DATA.sub(" ", "".join(outside)))
    return f"not translated ({plain.group()})" if plain else ""


def _texts_of(window: QWidget) -> Iterator[tuple[str, str]]:
    """Each text of a window and its widgets, shown or not, with where it is."""
    from PySide6.QtWidgets import QAbstractItemView, QTabBar, QWidget

    for widget in (window, *window.findChildren(QWidget)):
        kind = type(widget).__name__
        for getter in _GETTERS:
            get = getattr(widget, getter, None)
            if callable(get) and isinstance(text := _said(get), str):
                yield f"{kind}.{getter}", text
        for action in widget.actions():
            yield from _of_action(action)
        if isinstance(widget, QTabBar):
            yield from ((f"{kind} tab", widget.tabText(at)) for at in range(widget.count()))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from _of_view(widget)


def _said(get: object) -> object:
    try:
        return get()  # type: ignore[operator]
    except TypeError:
        return None


def _of_action(action: QAction) -> Iterator[tuple[str, str]]:
    yield "action", action.text()
    yield "action.toolTip", action.toolTip()


def _of_view(view: QAbstractItemView) -> Iterator[tuple[str, str]]:
    from PySide6.QtCore import QModelIndex, Qt

    from devtools.cut_text import texts_of

    kind = type(view).__name__
    yield from ((kind, text) for text in _of_rows(view.model(), QModelIndex()))
    across = Qt.Orientation.Horizontal
    for section in range(_columns(view.model(), QModelIndex())):
        text = view.model().headerData(section, across)
        if isinstance(text, str):
            yield f"{kind} header", text
    if view.isVisible():
        for one in texts_of(view.viewport()):
            # Painted in parts, and elided: only what has no accent at all tells something.
            if one.text.isascii():
                yield f"{kind} paints", one.text


def _of_rows(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    from PySide6.QtCore import Qt

    role = Qt.ItemDataRole
    wanted = (role.DisplayRole, role.ToolTipRole, role.AccessibleTextRole)
    for row in range(model.rowCount(parent)):
        for column in range(_columns(model, parent)):
            index = model.index(row, column, parent)
            yield from filter(_is_text, map(index.data, wanted))
        yield from _of_rows(model, model.index(row, 0, parent))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    try:
        return model.columnCount(parent)
    except TypeError:  # a list keeps it to itself
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
