"""Layers under development in a session: added, opened, and opened again when rebuilt."""

from __future__ import annotations

import pytest

from tests.framework.own_layers import LAYER, build_own_layer
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.session.session import Session, SessionMachine

LONG = 30_000  # milliseconds


@pytest.fixture
def session(qtbot, system, tmp_path):
    system.add_probe_driver("works")
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    session = Session(SessionMachine(system.host(), (NEWEST_PROFILE,), paths))
    with qtbot.waitSignal(session.snapshots.current_changed, timeout=LONG):
        session.start()
    yield session
    session.close()


@pytest.fixture
def library(qtbot, session, tmp_path):
    """A build, added and opened once."""
    path = build_own_layer(tmp_path / "out")
    with qtbot.waitSignal(session.build_checked, timeout=LONG):
        session.builds.add(str(path))
    return path


def test_a_build_is_added_on_first_and_opened(session, library):
    current = session.edits.workspace.selected_configuration
    assert current.layers[0].name == LAYER
    assert current.get_control(LAYER) is LayerControl.ON
    (seen,) = session.builds.list_looks(LAYER)
    assert seen.changes == ("Works: negotiates interface version 2 and intercepts 3 commands.",)


def test_a_rebuild_says_what_changed(qtbot, session, library):
    with qtbot.waitSignals([session.build_checked, session.message], timeout=LONG):
        build_own_layer(library.parent, "MORE")
    intercepts, code = session.builds.list_looks(LAYER)[0].changes
    assert intercepts == "Intercepts 1 more command: vkDestroyInstance."
    assert code.startswith("New code: build ID ")
    with qtbot.waitSignal(session.build_checked, timeout=LONG):
        build_own_layer(library.parent, "REFUSES")
    assert session.builds.list_looks(LAYER)[0].changes[0].startswith("Fails: ")
    facts = session.list_layer_build_facts(LAYER)
    assert facts[0].value.startswith("Fails: ")
    assert [fact.label.partition(" ")[0] for fact in facts[1:]] == ["Rebuilt", "Rebuilt"]


def test_a_build_that_was_removed_is_looked_at_no_longer(qtbot, session, library):
    session.edits.undo()
    qtbot.waitUntil(lambda: not session.builds._watches, timeout=LONG)
    build_own_layer(library.parent, "MORE")
    assert len(session.builds.list_looks(LAYER)) == 1


def test_what_is_no_layer_is_refused_and_changes_nothing(qtbot, session):
    before = session.edits.workspace
    with qtbot.waitSignal(session.message, timeout=LONG) as told:
        session.builds.add("/bin/true")
    assert told.args[1] == "error"
    assert session.edits.workspace == before
