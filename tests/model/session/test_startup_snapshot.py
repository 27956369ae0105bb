"""The first look: sent from process to process, and shown by a Session that has asked nothing."""

from __future__ import annotations

import time

import pytest

from tests.framework.snapshot import snapshot
from tests.model.fake_backend import ONE, FakeMachine
from tests.model.machine import build
from vkconfig_py.loader.profiles.profile import NEWEST
from vkconfig_py.model.chain.picture import compute_picture
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.plan import InForce, ask
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.session.startup_snapshot import (
    StartupSnapshot,
    pack,
    take_startup_snapshot,
    unpack,
)


@pytest.fixture
def fake(tmp_path):
    return FakeMachine(tmp_path)


@pytest.fixture
def first(fake):
    picture = fake.compute(ask(fake.machine().host, (), Workspace((ONE,))), None)
    fake.asked.clear()
    return StartupSnapshot((), fake.loaded, InForce(), picture, time.time())


@pytest.fixture
def session(fake, qapp):
    session = Session(fake.machine(), fake.backend())
    yield session
    session.close()


def test_a_look_that_was_sent_is_the_same_and_reads_only(system, tmp_path):
    build(system)
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    before = snapshot(tmp_path)
    look = take_startup_snapshot(system.host(), paths, (NEWEST,))
    seen, rest = pack(look)
    asked = []
    again = unpack(seen, lambda: asked.append(1) or rest)
    assert again[:3] == look[:3]
    assert again.picture.question == look.picture.question
    assert again.picture.rows == look.picture.rows
    assert again.picture.sentences == look.picture.sentences
    assert not asked, "the first paint needs the first part alone"
    assert again.picture.findings == look.picture.findings
    assert again.picture.chain() == look.picture.chain()
    assert again.picture.report.host.environment == system.host().environment
    assert asked == [1]
    assert snapshot(tmp_path) == before


def test_the_picture_is_the_one_that_would_be_computed(system, tmp_path):
    build(system)
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    picture = take_startup_snapshot(system.host(), paths, (NEWEST,)).picture
    assert picture.findings == compute_picture(picture.question).findings


def test_it_is_shown_without_asking_anybody(session, fake, first, qtbot):
    with qtbot.waitSignals([session.edits.workspace_changed, session.pictures.current_changed]):
        session.start_from(first)
    assert session.pictures.current is first.picture
    assert session.questions.ask() == first.picture.question
    assert fake.asked == []
    assert session.system.journal == ()


def test_what_it_did_not_say_is_found_out_once_it_was_seen(session, fake, first, qtbot):
    fake.journal = ("entry",)
    session.start_from(first)
    with qtbot.waitSignals([session.system.journal_changed, session.plan.changed]):
        session.settle()
    assert session.system.journal == ("entry",)
    assert session.plan.changes
    session.settle()
    qtbot.wait(20)
    assert fake.asked == [], "nothing changed since the look"


def test_what_changed_after_the_look_is_looked_at_again(session, fake, first, qtbot, monkeypatch):
    session.start_from(first)

    def tell_of_a_change(places, files, since):
        if since == first.taken:
            session._watch.changed.emit()

    monkeypatch.setattr(session._watch, "watch", tell_of_a_change)
    with qtbot.waitSignal(session.pictures.current_changed):
        session.settle()
    assert len(fake.asked) == 1


def test_an_edit_before_it_was_seen_is_kept(session, fake, first, qtbot):
    session.start_from(first)
    with qtbot.waitSignal(session.pictures.current_changed):
        session.edits.rename_configuration("1", "Mine")
    session.settle()
    assert session.edits.workspace.current.name == "Mine"
    session.persistence.flush()
    assert fake.saved[-1][1].current.name == "Mine"
