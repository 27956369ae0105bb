"""A layer with settings, and its editing."""

from __future__ import annotations

import pytest

from tests.framework.settings import manifest
from tests.framework.settings_store import SettingsMachine, open_store
from vkconfig_py.model.session.layer_editing import LayerEditing


@pytest.fixture
def machine(tmp_path):
    return SettingsMachine(tmp_path)


@pytest.fixture
def edit(qtbot, machine):
    """Return a function that opens a store on settings and looks at their layer."""
    stores = []

    def open_one(*settings, **more):
        machine.add(manifest(*settings, **more))
        store = open_store(qtbot, machine)
        stores.append(store)
        editing = LayerEditing(store, store)
        editing.show_row(machine.row())
        return editing

    yield open_one
    for store in stores:
        store.close()
