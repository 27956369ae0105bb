"""The environment that matters: what each variable does or would do, which wins, and who set it."""

import pytest

from tests.model.machine import EVERY, LAUNCH, NEW, OLD, build
from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED, WhatIf
from vkconfig_py.loader.lint.variable_problems import LOADER_VARIABLES
from vkconfig_py.model.chain.loader_variables import (
    SET_IN_SESSION,
    VariableSetter,
    describe_environment,
    find_variables,
)
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Variable
from vkconfig_py.model.plan.plan import PredictionRequest


@pytest.fixture
def machine(system):
    build(system)
    return system.add_implicit_layer(
        "I4", disable_environment={"NO_I4": "1"}, enable_environment={"I4": "yes"}
    )


def snapshot(system, configuration=None, *, view=LAUNCH, profile=NEW, assumptions=NOTHING_ASSUMED):
    return compute_snapshot(
        PredictionRequest(
            host=system.host(),
            profile=profile,
            configuration=configuration or Configuration(key="k", name="c"),
            view=view,
            assumptions=assumptions,
        )
    )


def rows(system, *words, **more):
    return {row.name: row for row in find_variables(snapshot(system, *words, **more))}


def test_what_a_layer_waits_for_is_told_and_a_value_is_suggested(machine):
    row = rows(machine)["I4"]
    assert (row.value, row.setter) == (None, VariableSetter.NOBODY)
    assert row.effects == ("turns I4 on only if set to yes",)
    assert row.suggestion == "yes"


@pytest.mark.parametrize(
    ("variables", "name", "effects"),
    [
        ({"I4": "yes"}, "I4", ("turns I4 on",)),
        ({"I4": "no"}, "I4", ("turns I4 on only if set to yes",)),
        ({"I4": "yes", "NO_I4": ""}, "NO_I4", ("turns I4 off",)),
        (
            {"I4": "yes", "NO_I4": ""},
            "I4",
            ("would turn I4 on, but another rule takes precedence",),
        ),
        ({"I4": "yes"}, "NO_I4", ("would turn I4 off",)),
        (
            {"NO_I4": "", "VK_LOADER_LAYERS_DISABLE": "I4", "I4": "yes"},
            "NO_I4",
            ("would turn I4 off, but another rule takes precedence",),
        ),
        ({}, "NO_I4", ("can turn I4 off",)),
        ({"VK_INSTANCE_LAYERS": "A"}, "VK_INSTANCE_LAYERS", ("requests A",)),
        (
            {"VK_LOADER_LAYERS_DISABLE": "I1,I2"},
            "VK_LOADER_LAYERS_DISABLE",
            ("turns off I1 and I2",),
        ),
        (
            {"VK_LOADER_LAYERS_DISABLE": "I1,zzz"},
            "VK_LOADER_LAYERS_DISABLE",
            ("turns off I1", "zzz matches nothing"),
        ),
        ({"VK_LOADER_LAYERS_ENABLE": "A"}, "VK_LOADER_LAYERS_ENABLE", ("turns on A",)),
        (
            {"VK_LOADER_DRIVERS_DISABLE": "driver*"},
            "VK_LOADER_DRIVERS_DISABLE",
            ("leaves out driver.json",),
        ),
        (
            {"VK_LAYER_PATH": "/a", "VK_ADD_LAYER_PATH": "/b"},
            "VK_LAYER_PATH",
            (
                "replaces the search path: nothing else is searched",
                "takes precedence over VK_ADD_LAYER_PATH",
            ),
        ),
        (
            {"VK_LAYER_PATH": "/a", "VK_ADD_LAYER_PATH": "/b"},
            "VK_ADD_LAYER_PATH",
            ("VK_LAYER_PATH takes precedence",),
        ),
        ({"VK_LOADER_DEBUG": "all"}, "VK_LOADER_DEBUG", ("turns on the loader log",)),
    ],
)
def test_what_a_variable_does(machine, variables, name, effects):
    machine.with_env(**variables)
    assert set(effects) <= set(rows(machine)[name].effects)


def test_many_layers_are_counted(machine):
    machine.with_env(VK_LOADER_LAYERS_DISABLE="*")
    effects = rows(machine)["VK_LOADER_LAYERS_DISABLE"].effects
    assert any("more" in effect for effect in effects)


def test_a_variable_that_the_loader_does_not_follow_is_ignored(machine):
    machine.with_env(VK_LAYER_PATH="/a", VK_ADD_LAYER_PATH="/b")
    found = rows(machine)
    assert found["VK_ADD_LAYER_PATH"].is_ignored
    assert not found["VK_LAYER_PATH"].is_ignored


def test_an_older_loader_ignores_a_filter(machine):
    machine.with_env(VK_LOADER_LAYERS_ALLOW="I1")
    row = rows(machine, profile=OLD)["VK_LOADER_LAYERS_ALLOW"]
    assert row.is_ignored
    assert "1.3.262" in row.effects[0]


def test_acting_variables_come_first_and_those_not_set_last(machine):
    machine.with_env(I4="yes", VK_LAYER_PATH="/a", VK_ADD_LAYER_PATH="/b")
    names = [row.name for row in find_variables(snapshot(machine))]
    assert names.index("I4") < names.index("XDG_DATA_DIRS")
    assert names.index("XDG_DATA_DIRS") < names.index("VK_ADD_LAYER_PATH")
    assert names.index("VK_ADD_LAYER_PATH") < names.index("VK_ICD_FILENAMES")


def test_folders_name_what_is_searched(machine):
    effects = rows(machine)["XDG_DATA_DIRS"].effects
    assert any("for the loader to search" in effect for effect in effects)


# who


def entry(system, name, *words, **more):
    demo = more.pop("demo", False)
    entries = describe_environment(snapshot(system, *words, **more), demo=demo)
    return next(entry for entry in entries if entry.row.name == name)


def test_the_configuration_is_named_where_it_sets_the_variable(machine):
    mine = Configuration(key="k", name="c", environment=(Variable("I4", "yes"),))
    assert entry(machine, "I4", mine).origin == "set in this configuration"
    assert entry(machine, "I4", mine, view=EVERY).row.setter is VariableSetter.NOBODY


def test_the_configuration_is_named_also_where_the_session_says_the_same(machine):
    machine.with_env(I4="yes")
    mine = Configuration(key="k", name="c", environment=(Variable("I4", "yes"),))
    assert entry(machine, "I4", mine).row.setter is VariableSetter.CONFIGURATION


@pytest.mark.parametrize(("value", "verb"), [("zzz", "unset"), ("I*", "set")])
def test_what_a_launch_sets_is_told_with_the_session_s_own_value(machine, value, verb):
    machine.with_env(VK_LOADER_LAYERS_DISABLE=value)
    mine = Configuration(key="k", name="c").with_control(
        "I1" if verb == "unset" else "A", LayerControl.ON
    )
    found = entry(machine, "VK_LOADER_LAYERS_DISABLE", mine)
    assert found.row.setter is VariableSetter.PLAN
    assert found.origin.startswith(f"{verb} by this configuration")
    assert found.origin.endswith(f"in your session it is {value}")


def test_what_the_configuration_takes_away_is_told(machine):
    machine.with_env(I4="yes")
    mine = Configuration(key="k", name="c", environment=(Variable("I4", None),))
    assert entry(machine, "I4", mine).origin == (
        "unset in this configuration; in your session it is yes"
    )


def test_a_supposed_variable_is_what_if(machine):
    assumptions = WhatIf(variables=(("I4", "yes"),))
    found = entry(machine, "I4", assumptions=assumptions)
    assert (found.row.setter, found.origin) == (VariableSetter.WHAT_IF, "set in the what-if")


def test_the_session_is_named_where_nothing_more_is_known(machine):
    machine.with_env(I4="yes")
    assert entry(machine, "I4").origin == str(SET_IN_SESSION)


def test_the_file_that_sets_it_is_named(machine):
    machine.with_env(I4="yes")
    home = machine.environment["HOME"]
    machine.add_file(f"{home}/.profile", "export I4=yes\n")
    found = entry(machine, "I4")
    assert (found.origin, found.file, found.line) == ("set in", f"{home}/.profile", 1)


def test_the_sample_machine_has_no_session(machine):
    machine.with_env(I4="yes")
    assert entry(machine, "I4", demo=True).origin == "set on the sample machine"


@pytest.mark.parametrize("assumptions", [{"variables": (("HOME", "/nowhere"),)}, {"root": "other"}])
def test_where_the_session_sets_a_variable_does_not_depend_on_what_is_supposed(
    machine, tmp_path, assumptions
):
    other = tmp_path / "other"
    (other / "etc").mkdir(parents=True)
    (other / "etc/environment").write_text("VK_LOADER_LAYERS_DISABLE=zzz\n")
    if "root" in assumptions:
        assumptions = {"root": str(other)}
    profile = tmp_path / "home/.profile"
    profile.parent.mkdir()
    profile.write_text("export VK_LOADER_LAYERS_DISABLE=zzz\n")
    machine.with_env(VK_LOADER_LAYERS_DISABLE="zzz", HOME=str(profile.parent))
    found = entry(machine, "VK_LOADER_LAYERS_DISABLE", assumptions=WhatIf(**assumptions))
    assert (found.file, found.line) == (str(profile), 1)


def test_what_installed_layers_read_is_listed_and_what_sets_their_settings(machine):
    machine.add_implicit_layer("VK_LAYER_MANGOHUD_overlay_x86_64")
    machine.add_implicit_layer("VK_LAYER_MESA_device_select")
    machine.add_implicit_layer("VK_LAYER_LUNARG_gfxreconstruct")
    machine.add_explicit_layer("VK_LAYER_KHRONOS_validation", api_version="1.3.239")
    machine.with_env(
        VK_LAYER_ENABLES="x", GFXRECON_CAPTURE_FILE="/f", VK_ADD_LAYER_PATH="/a", VK_LOADER_X="1"
    )
    found = rows(machine)
    assert found["VK_LAYER_ENABLES"].effects == ("sets the KHRONOS_validation setting enables",)
    assert found["GFXRECON_CAPTURE_FILE"].effects == (
        "sets the LUNARG_gfxreconstruct setting capture_file",
    )
    assert found["MANGOHUD_CONFIGFILE"].value is None
    assert found["MANGOHUD_CONFIGFILE"].effects[0].endswith(" settings file")
    assert found["MESA_VK_DEVICE_SELECT"].setter is VariableSetter.NOBODY
    assert found["VK_LAYER_SETTINGS_PATH"].effects == ("names the layer settings file",)
    assert not [one for one in found["VK_ADD_LAYER_PATH"].effects if one.startswith("sets ")]
    assert "VK_LOADER_X" not in found


def test_every_variable_of_the_newest_loader_is_listed(machine):
    machine.with_env(VK_LOADER_VENDOR_ID_FILTER="0x10de")
    found = rows(machine)
    assert set(LOADER_VARIABLES) - set(found) == {"VK_LOADER_SEARCH_ONLY_IN_BUNDLE"}
    said = found["VK_LOADER_VENDOR_ID_FILTER"].effects
    assert said == ("lists only devices with these vendor IDs",)
