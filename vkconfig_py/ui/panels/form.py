"""Facts as a form: what at the left, its value at the right, which can be selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout

from vkconfig_py.model.picture.sources import Fact
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import breakable
from vkconfig_py.ui.widgets import Ink, Label

INKS = {"ok": Ink.OK, "warn": Ink.WARN, "error": Ink.ERROR}


def fill_form(look: Look, form: QFormLayout, facts: Sequence[Fact], width: int = 0) -> None:
    """Add facts to a form; its left column is as wide as its texts, or has at least this width."""
    px = look.theme.px
    form.setContentsMargins(px(16), px(12), px(16), px(12))
    form.setHorizontalSpacing(px(16))
    form.setVerticalSpacing(px(8))
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    for fact in facts:
        value = Label(look, breakable(fact.value), ink=INKS.get(fact.tone, Ink.TEXT), wrap=True)
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        value.setAccessibleName(f"{fact.what}: {fact.value}")
        what = Label(look, fact.what, face="small", ink=Ink.SECONDARY)
        what.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        what.setMinimumWidth(width)
        what.setContentsMargins(0, px(1), 0, 0)  # on the line of its value, which is larger
        form.addRow(what, value)
