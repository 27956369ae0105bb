"""Makes, copies, renames, imports, resets and deletes configurations until it is killed.

python -m tests.model.configuration.killed_keeper ARGUMENTS

Arguments: a folder, how many processes, how many at once.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
import zlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QTimer

from tests.model.configuration.killing import EDIT_EVERY_MS, NOTES, kill_all
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration import workspace_edits as edits
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry
from vkconfig_py.model.configuration.configuration_json import render_configuration
from vkconfig_py.model.configuration.own_documents import render_json
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.configuration.workspace_edits import (
    add_sources,
    enable_source,
    remove_source,
)
from vkconfig_py.model.configuration.workspace_files import (
    encode_collection,
    load_workspace,
    save_workspace,
)
from vkconfig_py.model.session.persistence import Autosave

CONFIGURATIONS = "configurations"
MOST = 9
SHIPPED = tuple(
    Configuration(
        f"built-in-{number}",
        f"Built in {number}",
        layers=(LayerEntry(f"VK_LAYER_{number}", LayerControl.ON, placed=True),),
        built_in=1,
    )
    for number in (1, 2)
)


def seen(workspace: Workspace) -> dict[str, Any]:
    """Return a workspace as it is noted and compared: what each part of it holds, as a number."""
    return {
        "configurations": {one.key: _digest(one) for one in workspace.configurations},
        "collection": zlib.crc32(render_json(encode_collection(workspace.sources))),
        "order": [one.key for one in workspace.configurations],
        "put_away": dict(workspace.deleted_built_ins),
    }


@cache
def _digest(one: Configuration) -> int:
    return zlib.crc32(render_configuration(one))


def changed(before: Workspace, chance: random.Random, number: int) -> Workspace:
    """Return the workspace after an edit of some kind; an edit that changes nothing is another."""
    crowded = len(before.configurations) >= MOST
    while True:
        edit = _delete if crowded else chance.choice(_EDITS)
        after = edit(before, chance.choice(before.configurations).key, number)
        if after != before:
            return after


def _delete(before: Workspace, key: str, _number: int) -> Workspace:
    return _after(before, edits.delete_configuration(before, key, SHIPPED))


def _new(before: Workspace, _key: str, number: int) -> Workspace:
    return workspace_edits.add_configuration(before, f"new {number}").workspace


def _duplicate(before: Workspace, key: str, _number: int) -> Workspace:
    return _after(before, workspace_edits.duplicate_configuration(before, key))


def _rename(before: Workspace, key: str, number: int) -> Workspace:
    return _after(before, workspace_edits.rename_configuration(before, key, f"renamed {number}"))


def _turn_on(before: Workspace, key: str, number: int) -> Workspace:
    selected = before._replace(selected_key=key)
    return _after(
        before, workspace_edits.set_control(selected, f"VK_LAYER_{number % 9}", LayerControl.ON)
    )


def _import(before: Workspace, _key: str, number: int) -> Workspace:
    layers = (LayerEntry(f"VK_LAYER_{number}", LayerControl.OFF),)
    one = Configuration("", "imported", layers=layers, sources=(f"/imported/{number % 5}",))
    return edits.import_configuration(before, one).workspace


def _reset(before: Workspace, key: str, _number: int) -> Workspace:
    return _after(before, edits.reset_configuration(before, key, SHIPPED))


def _reset_all(before: Workspace, _key: str, _number: int) -> Workspace:
    return _after(before, edits.reset_built_in(before, SHIPPED))


def _collect(before: Workspace, _key: str, number: int) -> Workspace:
    path = f"/folder/{number % 5}"
    edited = (
        add_sources(before, [CollectionSource(path)]),
        enable_source(before, path, is_on=False),
        remove_source(before, path),
    )[number % 3]
    return _after(before, edited)


def _after(before: Workspace, edit: workspace_edits.WorkspaceChange | None) -> Workspace:
    return before if edit is None else edit.workspace


_EDITS: tuple[Callable[[Workspace, str, int], Workspace], ...] = (
    _new,
    _duplicate,
    _rename,
    _turn_on,
    _import,
    _reset,
    _reset_all,
    _collect,
    _delete,
)


def edit_until_killed(folder: Path) -> None:
    """Edit whatever comes; never returns."""
    application = QCoreApplication([])
    own = folder / CONFIGURATIONS
    loaded = load_workspace(own, SHIPPED)
    saver = Autosave(partial(save_workspace, own, built_ins=SHIPPED), loaded)
    notes = os.open(folder / NOTES, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    chance = random.Random(int(folder.name))
    state = [loaded.workspace]

    def note() -> None:
        line = f"{json.dumps(seen(state[-1]), separators=(',', ':'))} 0 {time.monotonic()}\n"
        os.write(notes, line.encode())

    def edit() -> None:
        state.append(changed(state[-1], chance, len(state)))
        saver.save_soon(state[-1])
        note()

    note()
    timer = QTimer()
    timer.timeout.connect(edit)
    timer.start(EDIT_EVERY_MS)
    application.exec()


if __name__ == "__main__":
    kill_all(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), edit_until_killed)
