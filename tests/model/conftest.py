"""Fixtures that several modules here share; a module with one of its own overrides it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE
from tests.framework.patient_bot import qtbot
from tests.model.apply.desk import Desk, make_desk
from tests.model.fake_machine import FakeMachine
from tests.model.launch.runs import Run
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.launch.run_program import Launch

__all__ = ["qtbot"]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


@pytest.fixture
def run() -> Iterator[Run]:
    handles = set(os.listdir("/proc/self/fd"))
    started = Run()
    yield started
    if isinstance(started.launch, Launch):
        started.launch.kill()
        assert started.launch.wait(PATIENCE) is not None
    left = set(os.listdir("/proc/self/fd")) - handles  # garbage of other tests may go meanwhile
    assert not left, "descriptors were left open"


@pytest.fixture
def paths(tmp_path: Path) -> StatePaths:
    return StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")


@pytest.fixture
def fake(tmp_path):
    return FakeMachine(tmp_path)


@pytest.fixture
def session(fake, qtbot):
    session = fake.session()
    with qtbot.waitSignals([session.snapshots.current_changed, session.system.journal_changed]):
        session.start()
    yield session
    fake.gate.set()
    session.close()
