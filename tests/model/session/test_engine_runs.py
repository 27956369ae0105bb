"""How often the engine runs for what the user does."""

import json
import threading

import pytest

from tests.framework.patience import PATIENCE
from tests.framework.stand_ins import find, replace
from tests.model.session.test_session_on_disk import LAYER, machine_of, session
from tests.model.session.test_session_on_disk import home as machine_without_drivers
from vkconfig_py.loader.api import discover
from vkconfig_py.loader.files import scan
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl, SettingType
from vkconfig_py.model.session import persistence
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.session.startup_snapshot import (
    pack_startup,
    take_startup_snapshot,
    unpack_startup,
)
from vkconfig_py.prefetch import Prefetch

__all__ = ["machine_without_drivers", "session"]


@pytest.fixture
def home(machine_without_drivers, monkeypatch):
    """Return a machine with a driver: what would help without one is tried by runs of its own.

    On a busy machine what is written half-way would be noticed, and looked at, too.
    """
    monkeypatch.setattr(persistence, "DEBOUNCE_MS", int(PATIENCE * 1000))
    folder = machine_without_drivers / "share/vulkan/icd.d"
    folder.mkdir(parents=True)
    icd = {"library_path": "libvulkan_lvp.so", "api_version": "1.3.0"}
    document = {"file_format_version": "1.0.0", "ICD": icd}
    (folder / "driver.json").write_text(json.dumps(document))
    return machine_without_drivers


@pytest.fixture
def runs(monkeypatch):
    """Return the threads of all runs that were no recall of an earlier one."""
    seen = []
    run = discover._Discovery.run

    def counted(discovery, *how):
        seen.append(threading.current_thread().name)
        return run(discovery, *how)

    monkeypatch.setattr(discover._Discovery, "run", counted)
    # A run just after a file was written is not trusted again; here nobody writes it twice.
    monkeypatch.setattr(scan, "_RECENT_NS", 0)
    return seen


def at_rest(session, qtbot):
    for _ in range(3):
        qtbot.waitUntil(lambda: not session.snapshots.refresher.pending)
        session.shared.changes.drain()
        session.shared.reads.drain()
        qtbot.wait(30)


def wish_for_a_layer(session, qtbot, *, has_setting):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    if has_setting:
        current = session.edits.workspace.selected_configuration
        entry = current.find_entry(LAYER).with_value("count", SettingType.INT, 3)
        session.edits.do(workspace_edits.make_change, current.with_entry(entry), "Set count")
    at_rest(session, qtbot)


@pytest.mark.parametrize("has_setting", [False, True])
def test_applying_and_the_look_after_it_ask_the_engine_four_times(
    session, qtbot, runs, has_setting
):
    wish_for_a_layer(session, qtbot, has_setting=has_setting)
    runs.clear()
    session.apply(())
    qtbot.waitUntil(lambda: bool(session.system.applied) and len(runs) >= 4)
    at_rest(session, qtbot)
    assert [one.configuration.name for one in session.system.applied] == ["My configuration"]
    assert runs.count("changes") == 0  # the picture has asked what the plan rests on
    # With the override written, without it, as the next change would make it; the chain stays that
    # of what is applied, so problems look at the machine as it is now by themselves.
    assert runs == ["snapshots"] * 3 + ["reads"]


def test_a_start_from_a_snapshot_asks_nothing_again(home, qtbot, runs, monkeypatch):
    machine = machine_of(home)
    monkeypatch.setattr(threading, "active_count", lambda: 1)  # it is taken in a fork, as always
    ahead = Prefetch(
        lambda: pack_startup(take_startup_snapshot(machine.host, machine.paths, (NEWEST_PROFILE,)))
    )
    session = Session(machine._replace(loaders=(NEWEST_PROFILE,)))
    session.show_startup(
        unpack_startup(ahead.get_part(0), lambda: ahead.get_part(1), lambda: ahead.get_part(2))
    )
    snapshots = []
    session.snapshots.current_changed.connect(lambda: snapshots.append(session.snapshots.current))
    with qtbot.waitSignals([session.problems.problem_list.changed, session.plan.changed]):
        session.finish_startup()
    at_rest(session, qtbot)
    assert (runs, snapshots) == ([], [])
    session.close()
    ahead.close()


def test_an_edit_is_answered_by_one_run(session, qtbot, runs):
    wish_for_a_layer(session, qtbot, has_setting=False)
    runs.clear()
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, LAYER, LayerControl.OFF)
    at_rest(session, qtbot)
    assert len(runs) <= 1


def test_every_part_asks_with_one_cache(home, qtbot):
    caches = set()

    def noted(real):
        def ask(*given):
            caches.update(one for one in given if isinstance(one, DocumentCache))
            return real(*given)

        return ask

    asked = ("compute", "run_engine", "lint", "find_offers", "find_remedies")
    replace(**{name: noted(find(name)) for name in asked})
    session = Session(machine_of(home))
    with qtbot.waitSignals(
        [session.snapshots.current_changed, session.problems.problem_list.changed]
    ):
        session.start()
    found = []
    session.explanations.find_offers(session.snapshots.current.rows[0], found.append)
    session.what_if.set_variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")
    qtbot.waitUntil(lambda: bool(found) and not session.what_if.pending)
    session.close()
    assert len(caches) == 1
