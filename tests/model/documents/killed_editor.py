"""Edits and saves as the window does until it is killed.

python -m tests.model.documents.killed_editor ARGUMENTS

Arguments: a folder, how many processes, how many at once. Each process has a folder of its own and
notes each edit there with its time; whoever kills it notes when. They are forks of one process that
has loaded everything, so what is measured is editing and saving, not starting.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer

from vkconfig_py.model.documents.configuration import Configuration, Wish
from vkconfig_py.model.documents.persistence import save_workspace
from vkconfig_py.model.documents.workspace import Workspace
from vkconfig_py.model.saver import Saver

KEYS = ("one", "two")
EDIT_EVERY_MS = 15
SHORTEST, LONGEST = 0.3, 1.4
NOTES = "notes"


def edited(key: str, number: int) -> Configuration:
    """Return what a configuration is after an edit; all of it follows from the number."""
    one = Configuration(key, f"edit {number}")
    for layer in range(number % 40):
        one = one.with_wish(f"VK_LAYER_{number}_{layer}", Wish.ON)
    return one


START = Workspace(tuple(edited(key, 0) for key in KEYS), KEYS[0])


def edit_until_killed(folder: Path) -> None:
    """Edit the two configurations by turns; never returns."""
    application = QCoreApplication([])
    saver = Saver(partial(save_workspace, folder / "configurations"), Workspace())
    notes = os.open(folder / NOTES, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    state = [START]

    def edit() -> None:
        number = len(state)
        key = KEYS[number % 2]
        state.append(state[-1].with_configuration(edited(key, number)).with_selected(key))
        saver.keep(state[-1])
        os.write(notes, f"{key} {number} {time.monotonic()}\n".encode())

    timer = QTimer()
    timer.timeout.connect(edit)
    timer.start(EDIT_EVERY_MS)
    application.exec()


def start_one(folder: Path) -> int:
    """Fork a process that edits."""
    folder.mkdir()
    pid = os.fork()
    if not pid:
        try:
            edit_until_killed(folder)
        finally:
            os._exit(1)
    return pid


def main(folder: Path, count: int, at_once: int) -> None:
    """Start and kill that many processes."""
    # Only a power cut would show whether it was called, and a busy disk takes its time over it.
    os.fsync = lambda _file: None
    chance = random.Random(5)
    waiting = [folder / str(number) for number in range(count)]
    alive: list[tuple[float, int, Path]] = []
    while waiting or alive:
        while waiting and len(alive) < at_once:
            own = waiting.pop()
            life = chance.uniform(SHORTEST, LONGEST)
            alive.append((time.monotonic() + life, start_one(own), own))
            alive.sort()
        due, pid, own = alive.pop(0)
        time.sleep(max(0.0, due - time.monotonic()))
        moment = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        with (own / NOTES).open("a") as notes:
            notes.write(f"killed 0 {moment}\n")
        _, status = os.waitpid(pid, 0)
        if not os.WIFSIGNALED(status):
            raise SystemExit(f"{own} ended by itself")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
