"""Tool tips are plain text: Qt would take anything with a tag in it for a page."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from vkconfig_py.model.text.wording import make_tooltip, wrap_tooltip

UI = Path(__file__).parents[2] / "vkconfig_py" / "ui"
LITERAL = {"make_tooltip", "render_tip", "toolTip"}
NAMED = {"NOTHING_WRITTEN", "TRY_TIP", "NO_LAUNCH_IN_DEMO", "LAUNCH_TIP", "BUILT_IN_NAME_FIXED"}
NAMED |= {"_FOR_ONE_LAUNCH", "_OMIT_NAMES_TIP", "_LOG_TIP", "CLOSE_TIP"}


def _is_literal(node: ast.expr) -> bool:
    """Return whether a tip cannot bring tags of a file: our own words, or made literal."""
    match node:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Name(id="tr"), args=words, keywords=put_in):
            return all(map(_is_literal, words)) and all(one.arg == "keys" for one in put_in)
        case ast.JoinedStr(values=parts):
            return all(map(_is_literal, parts))
        case ast.FormattedValue(
            value=ast.Call(func=ast.Attribute(value=ast.Attribute(attr="save")))
        ):
            return True  # the text of a button
        case ast.FormattedValue(value=ast.Call(func=ast.Name(id="localize_keys"))):
            return True
        case ast.Name(id=name):
            return name in NAMED
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name in LITERAL
        case ast.IfExp(body=body, orelse=other):
            return _is_literal(body) and _is_literal(other)
        case ast.BoolOp(values=values):
            return all(map(_is_literal, values))
    return False


def _unwrap(node: ast.expr) -> ast.expr:
    """Return the tip that is wrapped where it is long, or the tip itself."""
    match node:
        case ast.Call(func=ast.Name(id="wrap_tooltip"), args=[tip]):
            return tip
    return node


def _tips() -> list[tuple[str, ast.expr]]:
    found = []
    for file in sorted(UI.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in {"setToolTip", "setWhatsThis", "setStatusTip"}
            ):
                found.append((f"{file.name}:{node.lineno}", _unwrap(node.args[0])))
    return found


def test_every_tool_tip_is_ours_or_made_literal():
    tips = _tips()
    assert len(tips) > 30
    assert [place for place, tip in tips if not _is_literal(tip)] == []


@pytest.mark.parametrize("text", ["<b>x</b>", "a\n<img src=x>", "&lt;<", "\u202e<i>", "<!-- "])
def test_a_literal_tip_shows_its_text(text, qapp):
    from PySide6.QtGui import QTextDocument

    shown = make_tooltip(text)
    assert shown.startswith("<qt>")  # Qt need not guess
    page = QTextDocument()
    page.setHtml(shown)
    assert page.toPlainText() == text.replace("\u202e", "\\u202e")


def test_a_long_tip_wraps_and_a_short_one_stays_plain():
    long = "A word & another " * 9
    assert wrap_tooltip(f"{long}\nThe end") == (f"<qt>{long.replace('&', '&amp;')}<br>The end</qt>")
    assert wrap_tooltip("Short\n" * 30) == "Short\n" * 30
    marked = make_tooltip(f"{long} <b>")
    assert wrap_tooltip(marked) == marked
