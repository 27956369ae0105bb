"""Names of controls, as a screen reader is told them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

_NAME = QAccessible.Text.Name


def faults(box: QWidget) -> list[str]:
    """Controls of a window that a reader cannot tell what they are, or which of two they are."""
    told = [(_spoken(one), one) for one in controls(box)]
    unnamed = [f"{type(one).__name__} has no name" for (_r, name, _g), one in told if not name]
    often = Counter(spoken for spoken, _one in told)
    twice = [
        f"{role} “{name}” is there {n} times"
        for (role, name, _g), n in often.items()
        if n > 1 and name
    ]
    return sorted({*unnamed, *twice})


def undescribed(box: QWidget) -> list[str]:
    """Switches, choices and fields of a window that tell no more than their name.

    What a button does its name says; what follows from a choice, or how a text is written, not.
    """
    return sorted({fault for one in controls(box) if (fault := _fault_of_description(one))})


def _fault_of_description(one: QWidget) -> str:
    seen = QAccessible.queryAccessibleInterface(one)
    name, told = seen.text(_NAME), seen.text(QAccessible.Text.Description)
    if re.search(r"</?\w+>", told):
        return f"the description of “{name}” has tags: {told}"
    chosen = isinstance(one, QAbstractButton) and one.isCheckable()
    typed = isinstance(one, QLineEdit) and not one.isReadOnly()
    silent = (chosen or typed) and not told
    return f"{seen.role().name} “{name}” has no description" if silent else ""


def controls(box: QWidget) -> Iterator[QWidget]:
    """What can have the keyboard, and every button."""
    for one in (box, *box.findChildren(QWidget)):
        if not one.isVisibleTo(box) or one.window() is not box.window():
            continue
        if one.objectName().startswith("qt_"):
            continue
        if isinstance(one, QAbstractButton | QLineEdit) or (
            one is not box and one.focusPolicy() != Qt.FocusPolicy.NoFocus
        ):
            yield one


def _spoken(one: QWidget) -> tuple[str, str, str]:
    """Role, name, and the names of the groups around it."""
    seen = QAccessible.queryAccessibleInterface(one)
    groups, parent = [], one.parentWidget()
    while parent is not None and not parent.isWindow():
        groups.append(QAccessible.queryAccessibleInterface(parent).text(_NAME))
        parent = parent.parentWidget()
    return seen.role().name, seen.text(_NAME), " ".join(filter(None, groups))
