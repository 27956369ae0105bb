"""Configurations and reports as sides."""

from __future__ import annotations

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.explain.compare import make_report_snapshot
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.comparison.sides import (
    CHAIN_GROUP,
    LAUNCH_GROUP,
    LAYERS_GROUP,
    ORDER_GROUP,
    PROGRAMS_GROUP,
    VARIABLES_GROUP,
    compare_reports,
    compare_sides,
    make_configuration_side,
    make_report_side,
)
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    SettingType,
    SettingValue,
    Target,
    Variable,
)

FIRST = Configuration(
    "a",
    "A",
    layers=(
        LayerEntry("VK_LAYER_one", LayerControl.ON, placed=True, moved_past=("VK_LAYER_two",)),
        LayerEntry("VK_LAYER_two", settings=(SettingValue("level", SettingType.INT, 2),)),
    ),
    environment=(Variable("DEBUG", "1"),),
)
SECOND = Configuration(
    "b",
    "B",
    layers=(LayerEntry("VK_LAYER_one", LayerControl.OFF),),
    environment=(Variable("DEBUG", None),),
    programs=(ProgramEntry("/usr/bin/game"),),
    target=Target("/usr/bin/game", ("--fast",)),
)


def test_two_configurations_are_compared_with_the_chains_that_they_give():
    left = make_configuration_side(FIRST, lambda _: None, ("VK_LAYER_one",))
    right = make_configuration_side(SECOND, lambda _: None)
    found = {(x.group, x.name): (x.left, x.right) for x in compare_sides(left, right).differences}
    assert found[LAYERS_GROUP, "VK_LAYER_one"] == ("On", "Off")
    assert found[ORDER_GROUP, "VK_LAYER_one"] == ("position 1 · moved past two", None)
    assert found["two settings", "level"] == ("2", None)
    assert found[VARIABLES_GROUP, "DEBUG"] == ("1", "unset")
    assert found[PROGRAMS_GROUP, "Every program"] == ("yes", None)
    assert found[LAUNCH_GROUP, "Arguments"] == (None, "--fast")
    assert found[CHAIN_GROUP, "VK_LAYER_one"] == ("position 1", None)


def test_two_loaders_are_compared_with_the_rule_behind_each_difference(system):
    system.add_driver("lvp").with_env(VK_DRIVER_FILES="/nowhere.json")
    old, new = (
        make_report_snapshot(discover(system.host(), Application(), LoaderProfile(version)))
        for version in ((1, 3, 204), (1, 3, 302))
    )
    sides = make_report_side("old", old), make_report_side("new", new)
    found = {line.name: line for line in compare_reports(*sides, old, new, {}).differences}
    assert found["Version"].displayed_values == ("1.3.204", "1.3.302")
    variable = found["VK_DRIVER_FILES"]
    assert variable.left is not None
    assert variable.left.startswith("Ignored: ")
    assert "rule: " in variable.note
