"""What is kept is saved, tried again and never taken for saved when it is not."""

from __future__ import annotations

from threading import Event

import pytest

from tests.framework.patience import PATIENCE
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.workspace import LoadResult, SaveResult, Workspace
from vkconfig_py.model.session.persistence import (
    FIRST_PAUSE_MS,
    MAX_PAUSE_MS,
    UNSAVED,
    Autosave,
)

A = "VK_LAYER_a"
MINE, OTHER = Configuration("mine", "Mine"), Configuration("other", "Other")


class Disk:
    """A place to save that is full while a test says so."""

    def __init__(self) -> None:
        self.errors: tuple[str, ...] = ("/x could not be saved: No space left on device",)
        self.saved: list[Workspace] = []

    def save(self, before: Workspace, after: Workspace) -> SaveResult:
        if self.errors:
            return SaveResult(before, after, self.errors)
        self.saved.append(after)
        return SaveResult(after, after)


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def saver(qapp, disk):
    saver = Autosave(disk.save, LoadResult(Workspace((MINE,), "mine")))
    yield saver
    saver.close()


WANTED = Workspace((MINE.with_control(A, LayerControl.ON),), "mine")


def test_what_could_not_be_saved_is_saved_by_itself_when_there_is_room(saver, disk, qtbot):
    with qtbot.waitSignal(saver.failed):
        saver.save_soon(WANTED)
    disk.errors = ()
    with qtbot.waitSignal(saver.saving_resumed):
        pass
    assert disk.saved == [WANTED]
    assert saver.errors == ()


def test_pauses_between_attempts_grow_and_each_edit_is_an_attempt(saver, qtbot):
    saver.save_soon(WANTED)
    pauses = []
    for _attempt in range(7):
        assert saver.flush()
        pauses.append(saver._timer.interval())
    assert pauses == [1000, 2000, 4000, 8000, 16000, 30000, 30000]
    assert (pauses[0], pauses[-1]) == (FIRST_PAUSE_MS, MAX_PAUSE_MS)
    with qtbot.waitSignal(saver.failed):  # told again, and soon
        saver.save_soon(WANTED)


def test_that_it_cannot_be_saved_is_told_once_for_each_edit(saver, qtbot):
    told = []
    saver.failed.connect(told.append)
    saver.save_soon(WANTED)
    saver.flush()
    saver.flush()
    assert len(told) == 1
    saver.save_soon(WANTED)
    saver.flush()
    assert len(told) == 2


class Bug:
    """A mistake of ours in saving or looking, for as long as a test says so."""

    def __init__(self, disk: Disk) -> None:
        self.there = True
        self.do = disk.save

    def save(self, before: Workspace, after: Workspace) -> SaveResult:
        if self.there:
            raise ValueError("ours")
        return self.do(before, after)


@pytest.fixture
def bug(disk):
    disk.errors = ()
    return Bug(disk)


@pytest.fixture
def broken(qapp, bug):
    saver = Autosave(bug.save, LoadResult(Workspace((MINE,), "mine")))
    yield saver
    saver.close()


def test_a_bug_in_saving_is_shown_and_told_and_the_save_is_tried_again(broken, bug, disk, qtbot):
    with qtbot.captureExceptions() as shown, qtbot.waitSignal(broken.failed) as told:
        broken.save_soon(WANTED)
    qtbot.waitUntil(lambda: bool(shown))
    assert told.args == [UNSAVED]
    bug.there = False
    with qtbot.waitSignal(broken.saving_resumed):
        pass
    assert disk.saved == [WANTED]


def test_what_a_bug_kept_from_being_saved_is_not_taken_for_saved(broken, bug, disk, qtbot):
    broken.save_soon(WANTED)
    with qtbot.captureExceptions() as shown:
        assert broken.flush() == (UNSAVED,)
        assert broken.flush() == (UNSAVED,)
        qtbot.waitUntil(lambda: len(shown) == 2)
    bug.there = False
    assert broken.flush() == ()
    assert disk.saved == [WANTED]


def test_after_a_bug_in_looking_the_next_look_is_taken_and_nothing_is_saved(
    saver, bug, disk, qtbot
):
    seen = Workspace((OTHER,), "other")
    with qtbot.captureExceptions() as shown:
        saver.look(bug.save)
        qtbot.waitUntil(lambda: bool(shown))
    assert saver.flush() == ()
    with qtbot.waitSignal(saver.saver_joined) as joined:
        saver.look(lambda files, wanted: SaveResult(seen, seen))
    assert joined.args[0].workspace_after == seen
    assert disk.saved == []


def test_an_edit_made_while_a_save_runs_is_saved_after_it(qapp, disk, qtbot):
    gate = Event()

    def save(before: Workspace, after: Workspace) -> SaveResult:
        gate.wait(PATIENCE)
        return disk.save(before, after)

    disk.errors = ()
    saver = Autosave(save, LoadResult(Workspace((MINE,), "mine")))
    first, second = WANTED, Workspace((MINE.with_control(A, LayerControl.OFF),), "mine")
    saver.save_soon(first)
    qtbot.waitUntil(lambda: saver._is_busy)
    saver.save_soon(second)
    saver.look(save)
    qtbot.waitUntil(lambda: not saver._timer.isActive())
    gate.set()
    qtbot.waitUntil(lambda: disk.saved[:2] == [first, second])
    saver.close()
