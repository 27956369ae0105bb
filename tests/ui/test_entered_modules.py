"""How many modules of ours a value enters on its three ways: a reader has to know as many."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDropEvent

from tests.model.session.edited import open_editing, walk_nodes
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.items.chain_model import ChainModel, start_move
from vkconfig_py.model.session.session import Session, SessionMachine
from vkconfig_py.ui.chain.view import ChainView

VALIDATION = "VK_LAYER_KHRONOS_validation"
WRITERS = ("saver", "changes")  # threads that write files
# Counted: 68, 88 and 98; one in ten more, for other machines and Pythons.
TO_A_PIXEL, TO_THE_OVERRIDE, TO_THE_SETTINGS = 75, 97, 108


class Entered:
    """Notes the modules whose functions are called, on this thread and on those that write."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.is_on = False

    def hook(self, frame, event, _argument):
        name = frame.f_globals.get("__name__", "")
        if not self.is_on or event != "call" or not name.startswith("vkconfig_py."):
            return
        # Importing a module is no call of its functions.
        if frame.f_code.co_name != "<module>":
            self.modules.add(name)

    def hook_of_thread(self, frame, event, argument):
        if threading.current_thread().name in WRITERS:
            self.hook(frame, event, argument)

    @contextmanager
    def note(self) -> Iterator[None]:
        """Note calls of this thread in the block, and those of writers until the next."""
        self.is_on = True
        before = sys.getprofile()
        sys.setprofile(self.hook)
        try:
            yield
        finally:
            sys.setprofile(before)


@pytest.fixture
def entered():
    noted = Entered()
    threading.setprofile(noted.hook_of_thread)
    yield noted
    threading.setprofile(None)


@pytest.fixture
def session(entered, demo, qtbot):
    """Return a session on the sample machine, whose writing threads are watched."""
    machine = SessionMachine(demo.host, (demo.profile,), demo.paths, True, demo.recorded)
    session = Session(machine)
    with qtbot.waitSignal(session.declared.changed):
        session.start()
    qtbot.waitUntil(lambda: not session.snapshots.is_busy)
    yield session
    session.close()


def apply(session, entered, qtbot):
    """Apply the configuration, and return the modules entered until its file is there."""
    session.system._cache = DocumentCache  # all is read anew: the way does not begin half way
    with qtbot.waitSignal(session.system.configuration_applied), entered.note():
        session.apply(())
    session.persistence.flush()
    entered.is_on = False
    return sorted(entered.modules)


def test_from_a_manifest_to_a_pixel(session, entered, chain):
    request = session.requests.make_request()
    with entered.note():
        snapshot = compute_snapshot(request, DocumentCache())
        chain.show_snapshot(snapshot)
        chain.grab()
    assert len(entered.modules) <= TO_A_PIXEL, sorted(entered.modules)


def test_from_a_drag_to_the_override_file(session, entered, context, qtbot):
    view = ChainView(context, session, ChainModel(session.edits))
    qtbot.addWidget(view)
    view.show_snapshot(session.snapshots.current)
    rows = session.snapshots.current.rows
    first = next(row for row in rows if row.kind is RowKind.LAYER)
    last = [row for row in rows if row.kind is RowKind.LAYER][-1]
    view.mover.begin_move(start_move(list(rows), first))
    below = view.visualRect(view.model().find_index(last.key)).center()
    data = view.model().mimeData([view.model().find_index(first.key)])
    drop = QDropEvent(
        QPointF(below), Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    with entered.note():
        view.dropEvent(drop)
    assert session.edits.workspace.selected_configuration.layers
    modules = apply(session, entered, qtbot)
    assert len(modules) <= TO_THE_OVERRIDE, modules


def test_from_a_setting_to_its_file(session, entered, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, VALIDATION, LayerControl.ON)
    rows = session.snapshots.current.rows
    editing = open_editing(session)
    editing.awake = True
    editing.show_row(next(row for row in rows if row.name == VALIDATION))
    node = next(one for one in walk_nodes(editing.state.rows) if one.checked is not None)
    with entered.note():
        editing.check(node, is_on=not node.checked)
    modules = apply(session, entered, qtbot)
    assert any(
        file.endswith("vk_layer_settings.txt") for file in session.system.applied_state.files
    )
    assert len(modules) <= TO_THE_SETTINGS, modules
