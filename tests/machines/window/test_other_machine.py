"""Another machine for the window, from a path."""

from __future__ import annotations

import json

from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import make_stamped_json
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.machines.window.other_machine import read_machine
from vkconfig_py.model.chain.snapshot_values import RowKind


def test_a_probed_report_brings_its_devices(tmp_path, native):
    system = SystemBuilder(tmp_path / "m", native)
    system.add_driver("far")
    document = make_stamped_json(discover(system.host(), None, NEWEST_PROFILE))
    manifest = document["drivers"][0]["manifest"]
    document["devices"] = [{"name": "Far GPU", "driver": manifest, "api_version": "1.3.0"}]
    document["health"] = [
        {"subject": "driver", "manifest": manifest, "name": "", "state": "sound", "seconds": {}}
    ]
    path = tmp_path / "saved.json"
    path.write_text(json.dumps(document))
    rows = read_machine(str(path)).snapshot.rows
    assert [row.name for row in rows if row.kind is RowKind.DEVICE] == ["Far GPU"]
