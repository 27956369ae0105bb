"""A layer with settings, and its editing."""

from __future__ import annotations

import pytest

from tests.framework.settings import make_manifest
from tests.framework.settings_session import SettingsMachine, open_session
from vkconfig_py.model.session.layer_editing import LayerEditing


@pytest.fixture
def machine(tmp_path):
    return SettingsMachine(tmp_path)


@pytest.fixture
def edit(qtbot, machine):
    """Return a function that opens a session on settings and looks at their layer."""
    sessions = []

    def open_one(*settings, **more):
        machine.add(make_manifest(*settings, **more))
        session = open_session(qtbot, machine)
        sessions.append(session)
        editing = LayerEditing(
            session.shared, session.edits, session.snapshots, session.declared, session
        )
        editing.show_row(machine.row())
        return editing

    yield open_one
    for session in sessions:
        session.close()
