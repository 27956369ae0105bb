"""docs/actions.md names a command for each action of the window, or why there is none."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from vkconfig_py.cli.parser import parse
from vkconfig_py.model.apply.notices import BannerCommand
from vkconfig_py.model.catalog import layer_copies
from vkconfig_py.model.processes import running_now
from vkconfig_py.ui.widgets.actions import ACTION_SPECS, MENUS

ROOT = Path(__file__).resolve().parents[3]
_READ_ELSEWHERE = ("show",)  # whose options are not those of the parser of all commands


def rows() -> Iterator[tuple[str, str, str]]:
    """Menu, actions and the last column of both tables."""
    text = (ROOT / "docs/actions.md").read_text(encoding="utf-8")
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[0] not in ("menu", "---"):
            yield cells[0], cells[1], cells[2]


def commands(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_action_has_a_command_or_a_reason():
    listed = [(menu, one) for menu, actions, _ in rows() for one in actions.split("; ")]
    actions = [(MENUS[one.menu].replace("&", ""), one.text.replace("&", "")) for one in ACTION_SPECS
               if one.name]  # fmt: skip
    actions += dict.fromkeys(("Layers", label) for label in layer_copies.ACTION_LABELS.values())
    actions += [("Running", label) for label in running_now.ACTION_LABELS.values()]
    actions += [("Banner", one.value) for one in BannerCommand]
    assert set(actions) - set(listed) == set()
    assert set(listed) - set(actions) == set()
    assert len(listed) == len(set(listed))


def test_each_command_of_the_table_is_understood():
    for command in (one for *_, told in rows() for one in commands(told)):
        words = shlex.split(command)
        if not words[0].startswith("-") and words[0] not in _READ_ELSEWHERE:
            assert parse(words).command == words[0]
