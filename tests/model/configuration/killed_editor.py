"""Edits two configurations and saves them as the window does until it is killed.

python -m tests.model.configuration.killed_editor ARGUMENTS

Arguments: a folder, how many processes, how many at once.
"""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer

from tests.model.configuration.killing import EDIT_EVERY_MS, NOTES, kill_all
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.workspace import LoadResult, Workspace
from vkconfig_py.model.configuration.workspace_files import save_workspace
from vkconfig_py.model.session.persistence import Autosave

KEYS = ("one", "two")


def edited(key: str, number: int) -> Configuration:
    """Return what a configuration is after an edit; all of it follows from the number."""
    one = Configuration(key, f"edit {number}")
    for layer in range(number % 40):
        one = one.with_control(f"VK_LAYER_{number}_{layer}", LayerControl.ON)
    return one


START = Workspace(tuple(edited(key, 0) for key in KEYS), KEYS[0])


def edit_until_killed(folder: Path) -> None:
    """Edit the two configurations by turns; never returns."""
    application = QCoreApplication([])
    saver = Autosave(partial(save_workspace, folder / "configurations"), LoadResult(Workspace()))
    notes = os.open(folder / NOTES, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    state = [START]

    def edit() -> None:
        number = len(state)
        key = KEYS[number % 2]
        state.append(state[-1].with_configuration(edited(key, number))._replace(selected_key=key))
        saver.save_soon(state[-1])
        os.write(notes, f"{key} {number} {time.monotonic()}\n".encode())

    timer = QTimer()
    timer.timeout.connect(edit)
    timer.start(EDIT_EVERY_MS)
    application.exec()


if __name__ == "__main__":
    kill_all(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), edit_until_killed)
