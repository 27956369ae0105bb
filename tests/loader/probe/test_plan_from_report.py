"""What is opened for a report, under loaders whose devices have layers of their own."""

from __future__ import annotations

import pytest

from tests.loader.machine import NEW
from tests.loader.profiles.test_profile_2016 import FIRST, Old, of_three_types
from vkconfig_py.loader.probe.probe_run import make_load_plan
from vkconfig_py.loader.profiles.profile import LoaderProfile


def test_plan_has_the_layers_of_both_chains():
    report = of_three_types().report("I", profile=FIRST, device_layers=("D",))
    plan = make_load_plan(report)
    assert [layer.name for layer in plan.layers] == ["I"]
    assert [layer.name for layer in plan.device_layers] == ["D"]
    assert [layer.name for layer in plan.listed_for_devices] == ["D", "G"]
    plan = make_load_plan(of_three_types().env(XDG_DATA_DIRS="/etc").report("I", profile=NEW))
    assert (plan.device_layers, plan.listed_for_devices) == ((), ())


@pytest.mark.parametrize(("version", "many"), [((1, 0, 9), 2), ((1, 0, 10), 1)])
def test_device_extension_that_a_manifest_names_twice(version, many):
    machine = Old()
    extensions = [{"name": "VK_A_thing", "spec_version": x, "entrypoints": [x]} for x in "12"]
    machine.always("A", "GLOBAL", device_extensions=extensions)
    plan = make_load_plan(machine.report(profile=LoaderProfile(version)))
    (layer,) = plan.layers
    assert [extension.name for extension in layer.device_extensions] == ["VK_A_thing"] * many
    assert {x for one in layer.device_extensions for x in one.entrypoints} == set("12"[:many])
