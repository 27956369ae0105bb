"""The first look: sent from process to process, and shown by a Session that has asked nothing."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE
from tests.framework.snapshot import take_snapshot
from tests.framework.stand_ins import find, replace
from tests.model.fake_machine import ONE, FakeMachine
from tests.model.machine import build
from vkconfig_py.loader.api import discover
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.files import scan
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.chain.row_details import explain_row
from vkconfig_py.model.chain.run_engine import compute_session_report
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.plan import AppliedState, make_request
from vkconfig_py.model.problems.actionable import lint_request
from vkconfig_py.model.problems.offers import find_offers
from vkconfig_py.model.session import persistence
from vkconfig_py.model.session.background import SessionMachine
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.session.startup_snapshot import (
    StartupSnapshot,
    pack_startup,
    take_startup_snapshot,
    unpack_startup,
)


@pytest.fixture
def fake(tmp_path):
    return FakeMachine(tmp_path)


@pytest.fixture
def first(fake):
    picture = fake.compute(make_request(fake.machine().host, (), Workspace((ONE,))), None)
    fake.asked.clear()
    return StartupSnapshot((), fake.loaded, AppliedState(), picture, time.time(), DocumentCache)


@pytest.fixture
def session(fake, qapp):
    session = fake.session()
    yield session
    session.close()


def test_a_look_that_was_sent_is_the_same_and_reads_only(system, tmp_path):
    build(system)
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    before = take_snapshot(tmp_path)
    look = take_startup_snapshot(system.host(), paths, (NEWEST_PROFILE,))
    seen, rest, after = pack_startup(look)
    asked = []
    again = unpack_startup(seen, lambda: asked.append(1) or rest, lambda: after)
    assert again[:3] == look[:3]
    assert again.snapshot.request == look.snapshot.request
    assert again.snapshot.rows == look.snapshot.rows
    assert again.snapshot.sentences == look.snapshot.sentences
    assert not asked, "the first paint needs the first part alone"
    assert again.snapshot.reports == look.snapshot.reports
    assert again.snapshot.list_loading_layers() == look.snapshot.list_loading_layers()
    assert again.snapshot.report.host.environment == system.host().environment
    assert asked == [1]
    assert again.find_look() == look.find_look()
    assert take_snapshot(tmp_path) == before


def test_the_picture_is_the_one_that_would_be_computed(system, tmp_path):
    build(system)
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    picture = take_startup_snapshot(system.host(), paths, (NEWEST_PROFILE,)).snapshot
    assert picture.reports == compute_snapshot(picture.request).reports


@pytest.fixture
def handed_over(system, tmp_path, monkeypatch):
    """A machine, and the snapshot of it as it arrives from another process."""
    # A run just after a file was written is not trusted again; here the test says what is written.
    monkeypatch.setattr(scan, "_RECENT_NS", 0)
    build(system)
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    seen, rest, _after = pack_startup(
        take_startup_snapshot(system.host(), paths, (NEWEST_PROFILE,))
    )
    return unpack_startup(seen, lambda: rest)


@pytest.fixture
def runs(monkeypatch):
    """Hosts of all runs of the engine that were no recall of an earlier one."""
    seen = []
    init = discover._Discovery.__init__

    def counted(self, host, *others):
        seen.append(host)
        init(self, host, *others)

    monkeypatch.setattr(discover._Discovery, "__init__", counted)
    return seen


def looks(request, cache):
    """All that the window asks after its first paint, as bytes that do not depend on objects."""
    picture = compute_snapshot(request, cache)
    reports = (compute_session_report(request, cache), picture.inventory, picture.report)
    problems = lint_request(request, (NEWEST_PROFILE,), cache)
    texts = [json.dumps(report_to_json(one), sort_keys=True) for one in reports]
    return (*texts, repr(picture.plan), repr(picture.rows), repr(problems))


def test_what_was_handed_over_is_not_read_again(handed_over, runs):
    cache, request = handed_over.find_cache(), handed_over.snapshot.request
    told = looks(request, cache)
    assert runs == []
    # Of drivers that variables keep from being found here, the lint alone reads the manifests.
    usual = [str(path) for path in Path("/usr/share/vulkan/icd.d").glob("*.json")]
    assert cache.reads == sum(map(cache.has_read, usual))
    assert told == looks(request, DocumentCache())
    assert handed_over.find_cache() is cache
    # The same objects: what was derived from one of them is known of the other.
    run_engine = compute_session_report(request, cache)
    assert (
        handed_over.snapshot.inventory.found_layers[0].manifest
        is run_engine.found_layers[0].manifest
    )


def _rewrite(system):
    path = system.manifest("A")
    path.write_text(path.read_text().replace('"1.', '"2.'))


def _replace_library(system):
    layer = json.loads(system.manifest("A").read_text())["layer"]
    (system.manifest("A").parent / layer["library_path"]).write_bytes(b"no library")


@pytest.fixture
def settled(system, tmp_path, qapp, qtbot, monkeypatch):
    """A session with all that follows the first paint, and what it asks for."""
    # What was built just now may count as changed since, and would be looked at again.
    monkeypatch.setattr(persistence, "DEBOUNCE_MS", int(PATIENCE * 1000))
    build(system)
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    seen, rest, after = pack_startup(take_startup_snapshot(system.host(), paths, (NEWEST_PROFILE,)))
    asked = []

    def noted(name):
        real = find(name)
        return lambda *given: asked.append(name) or real(*given)

    names = ("run_engine", "lint", "find_overrides", "find_offers", "explanation", "prober")
    replace(**{name: noted(name) for name in names})
    session = Session(SessionMachine(system.host(), (NEWEST_PROFILE,), paths))
    session.show_startup(unpack_startup(seen, lambda: rest, lambda: after))
    with qtbot.waitSignals([session.problems.problem_list.changed, session.plan.changed]):
        session.finish_startup()
    yield session, asked
    session.close()


def of_inspector(session, row, qtbot):
    """What the inspector shows of a row: explanation and offers."""
    told = []
    session.explanations.compute_explanation(row.key, told.append)
    session.explanations.find_offers(row, told.append)
    qtbot.waitUntil(lambda: len(told) == 2)
    return tuple(told)


def test_what_the_window_shows_first_is_found_by_the_other_process(settled, qtbot):
    session, asked = settled
    picture = session.snapshots.current
    first = next(row for row in picture.rows if row.kind is RowKind.LAYER)
    steps, offers = of_inspector(session, first, qtbot)
    assert asked == []
    cache = DocumentCache()
    assert session.problems.problem_list.problems == lint_request(
        picture.request, (NEWEST_PROFILE,), cache
    )
    assert steps == explain_row(picture, first.key, explain_component)
    own = [x for x in session.problems.problem_list.problems if x.problem.file == first.manifest]
    assert offers == find_offers(picture, first, own, cache)
    assert steps
    assert offers


def test_other_rows_and_later_pictures_are_asked_of_the_engine(settled, qtbot):
    session, asked = settled
    rows = [row for row in session.snapshots.current.rows if row.kind is RowKind.LAYER]
    of_inspector(session, rows[1], qtbot)
    assert asked == ["explanation", "find_offers"]
    asked.clear()
    with qtbot.waitSignals(
        [session.snapshots.current_changed, session.problems.problem_list.changed]
    ):
        session.edits.do(workspace_edits.set_control, rows[0].name, LayerControl.OFF)
        session.problems.problem_list.is_known = False
        session.snapshots.refresh()
    row = next(one for one in session.snapshots.current.rows if one.name == rows[1].name)
    of_inspector(session, row, qtbot)
    assert {"lint", "run_engine", "explanation", "find_offers"} <= {*asked}


CHANGES = {
    "a manifest is rewritten": _rewrite,
    "a manifest of the same size and time": lambda system: _with_time_kept(system.manifest("B")),
    "a manifest is broken": lambda system: system.manifest("C").write_text("{"),
    "a manifest is gone": lambda system: system.manifest("I1").unlink(),
    "a manifest is added": lambda system: system.add_implicit_layer("NEW"),
    "a library is replaced": _replace_library,
    "a settings file is added": lambda system: system.add_file(
        system.root / "share/i2/vulkan/loader_settings.d/vk_loader_settings.json", "{}"
    ),
}


def _with_time_kept(path):
    before = path.stat()
    path.write_text(path.read_text().replace('"B"', '"D"').replace("VK_LAYER", "VK_FAYER"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_what_changed_since_is_read_again(system, handed_over, runs, change):
    cache, request = handed_over.find_cache(), handed_over.snapshot.request
    before = looks(request, DocumentCache())
    change(system)
    runs.clear()
    after = looks(request, cache)
    assert runs
    assert after == looks(request, DocumentCache())
    assert after != before


def test_a_file_written_just_before_the_look_is_not_handed_over(system, tmp_path, monkeypatch):
    monkeypatch.setattr(scan, "_RECENT_NS", 3_600_000_000_000)
    build(system)
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    seen, rest, _after = pack_startup(
        take_startup_snapshot(system.host(), paths, (NEWEST_PROFILE,))
    )
    cache = unpack_startup(seen, lambda: rest).find_cache()
    assert not cache.has_read(str(system.manifest("A")))


def test_it_is_shown_without_asking_anybody(session, fake, first, qtbot):
    with qtbot.waitSignals([session.edits.workspace_changed, session.snapshots.current_changed]):
        session.show_startup(first)
    assert session.snapshots.current is first.snapshot
    assert session.requests.make_request() == first.snapshot.request
    assert fake.asked == []
    assert session.system.journal == ()


def test_one_that_comes_late_is_shown_without_asking_anybody(session, fake, first, qtbot):
    session.start(asks_snapshot=False)
    with qtbot.waitSignals([session.snapshots.current_changed, session.plan.changed]):
        session.show_late_startup(first)
    assert session.snapshots.current is first.snapshot
    assert fake.asked == []


def test_one_that_comes_after_an_edit_is_not_shown(session, fake, first, qtbot):
    session.start(asks_snapshot=False)
    session.edits.do(workspace_edits.rename_configuration, "1", "Mine")
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.show_late_startup(first)
    qtbot.waitUntil(lambda: not session.snapshots.is_busy)
    assert session.snapshots.current.request.configuration.name == "Mine"


def test_what_it_did_not_say_is_found_out_once_it_was_seen(session, fake, first, qtbot):
    fake.journal = ("entry",)
    session.show_startup(first)
    with qtbot.waitSignals([session.system.journal_changed, session.plan.changed]):
        session.finish_startup()
    # journal_changed tells of what others did as well, which may be known first.
    qtbot.waitUntil(lambda: session.system.journal == ("entry",))
    assert session.plan.changes
    session.finish_startup()
    qtbot.wait(20)
    assert fake.asked == [], "nothing changed since the look"


def test_what_changed_after_the_look_is_looked_at_again(session, fake, first, qtbot, monkeypatch):
    session.show_startup(first)

    def tell_of_a_change(places, files, since):
        if since == first.taken_at:
            session._watch.changed.emit()

    monkeypatch.setattr(session._watch, "watch", tell_of_a_change)
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.finish_startup()
    assert len(fake.asked) == 1


def test_an_edit_before_it_was_seen_is_kept(session, fake, first, qtbot):
    session.show_startup(first)
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.rename_configuration, "1", "Mine")
    session.finish_startup()
    assert session.edits.workspace.selected_configuration.name == "Mine"
    session.persistence.flush()
    assert fake.saved[-1][1].selected_configuration.name == "Mine"
