"""Settings of layers that read vkBasalt.conf or variables alone: what a launch gets."""

from __future__ import annotations

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, look
from tests.model.plan.plans import texts, variables
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    ListItem,
    Target,
    Value,
    Variable,
)
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.plan.plan import Plan, PlanView, render_limits

VKBASALT = "VK_LAYER_VKBASALT_post_processing"
SELECT = "VK_LAYER_MESA_device_select"
OVERLAY = "VK_LAYER_MESA_overlay"
OBS = "VK_LAYER_OBS_vkcapture_64"
LISTED = "VK_LAYER_MESA_OVERLAY_CONFIG"
LINEAR = "OBS_VKCAPTURE_LINEAR"


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    system.with_env(XDG_CONFIG_HOME=str(system.home / ".config"))
    for name in (VKBASALT, SELECT, OBS):
        system.add_implicit_layer(name, file=f"{name}.json")
    system.add_explicit_layer(OVERLAY)
    return system


def chosen(layer: str, **values: Value) -> Configuration:
    configuration = Configuration("k", "Play").with_control(layer, LayerControl.ON)
    entry, described = configuration.find_entry(layer), find_description(layer)
    assert entry is not None
    assert described is not None
    for key, value in values.items():
        setting = described.find_setting(key)
        assert setting is not None
        entry = entry.with_value(key, setting.type, value)
    return configuration.with_entry(entry)


def plan_of(machine: SystemBuilder, configuration: Configuration, view: PlanView = LAUNCH) -> Plan:
    return look(machine.host(), configuration, view).plan


def private(plan: Plan) -> dict[str, bytes]:
    return {file.path: file.content or b"" for file in plan.files if file.path.endswith(".conf")}


def test_vkbasalt_gets_a_private_file_and_its_log_by_variables(machine: SystemBuilder) -> None:
    own = machine.home / ".config/vkBasalt/vkBasalt.conf"
    machine.add_file(own, "effects = cas # mine\nx = 1\n")
    values = {"effects": (ListItem("smaa"), ListItem("lut")), "lutFile": "/a b.cube"}
    plan = plan_of(machine, chosen(VKBASALT, **values, VKBASALT_LOG_LEVEL="debug"))
    path = "/private/vkBasalt.conf"
    assert private(plan) == {path: b'effects = smaa:lut # mine\nx = 1\nlutFile = "/a b.cube"\n'}
    said = variables(plan)
    assert (said["VKBASALT_CONFIG_FILE"], said["VKBASALT_LOG_LEVEL"]) == (path, "debug")


def test_file_that_the_session_names_is_the_one_that_is_copied(machine: SystemBuilder) -> None:
    own = machine.home / ".config/vkBasalt/vkBasalt.conf"
    machine.add_file(own, "x = 1\n").with_env(VKBASALT_CONFIG_FILE="/not/there.conf")
    # vkBasalt goes on to its other places where the named file is not there.
    plan = plan_of(machine, chosen(VKBASALT, casSharpness=1.0))
    assert private(plan) == {"/private/vkBasalt.conf": b"x = 1\ncasSharpness = 1\n"}


def test_file_of_the_working_directory_counts_first(machine: SystemBuilder) -> None:
    machine.add_file(machine.home / ".config/vkBasalt/vkBasalt.conf", "x = 1\n")
    machine.add_file(machine.root / "game/vkBasalt.conf", "x = 2\n")
    configuration = chosen(VKBASALT, casSharpness=1.0)
    folder = str(machine.root / "game")
    configuration = configuration._replace(target=Target("game", working_directory=folder))
    content = private(plan_of(machine, configuration))["/private/vkBasalt.conf"]
    assert content == b"x = 2\ncasSharpness = 1\n"


def test_what_is_applied_of_vkbasalt_is_the_users_file_without_variables(
    machine: SystemBuilder,
) -> None:
    configuration = chosen(VKBASALT, casSharpness=0.5, VKBASALT_LOG_LEVEL="none")
    plan = plan_of(machine, configuration, EVERY)
    path = str(machine.home / ".config/vkBasalt/vkBasalt.conf")
    assert private(plan) == {path: b"casSharpness = 0.5\n"}
    assert any("variables affect only programs launched from here" in one for one in texts(plan))


def test_variables_alone_cannot_carry_a_file(machine: SystemBuilder) -> None:
    configuration = chosen(VKBASALT, casSharpness=0.5, VKBASALT_LOG_LEVEL="none")
    plan = plan_of(machine, configuration, ENVIRONMENT)
    assert variables(plan)["VKBASALT_LOG_LEVEL"] == "none"
    (limit,) = [one for one in plan.limits if "only from a file" in one.text]
    assert limit.text.startswith("casSharpness is not set")
    (told,) = render_limits([limit])
    assert "vkconfig-py run -c Play %command%" in told


def test_values_that_vkbasalt_cannot_read_are_told(machine: SystemBuilder) -> None:
    values = {"toggleKey": 'a"b', "effects": (ListItem("a:b"),), "lutFile": ""}
    plan = plan_of(machine, chosen(VKBASALT, **values))
    assert private(plan) == {}
    for key in values:
        assert any(f"“{key}” is not written" in one for one in texts(plan))


@pytest.mark.parametrize("view", [LAUNCH, ENVIRONMENT])
def test_settings_that_are_variables_are_set_for_what_is_started(
    machine: SystemBuilder, view: PlanView
) -> None:
    machine.with_env(DRI_PRIME="1")
    values = {"MESA_VK_DEVICE_SELECT": "1002:73bf", "DRI_PRIME": "0"}
    force = {"MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE": True}
    said = variables(plan_of(machine, chosen(SELECT, **values, **force), view))
    wanted = {**values, "MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE": "1"}
    assert {name: said.get(name) for name in wanted} == wanted


def test_settings_that_are_variables_are_not_applied(machine: SystemBuilder) -> None:
    plan = plan_of(machine, chosen(SELECT, MESA_VK_DEVICE_SELECT="1002:73bf"), EVERY)
    assert "MESA_VK_DEVICE_SELECT" not in variables(plan)
    assert any("variables affect only programs launched from here" in one for one in texts(plan))


def test_variable_of_the_configuration_stays(machine: SystemBuilder) -> None:
    configuration = chosen(SELECT, MESA_VK_DEVICE_SELECT="1:1")
    configuration = configuration._replace(environment=(Variable("MESA_VK_DEVICE_SELECT", "2:2"),))
    assert variables(plan_of(machine, configuration))["MESA_VK_DEVICE_SELECT"] == "2:2"


def test_setting_that_is_true_where_its_variable_is_there_is_false_without(
    machine: SystemBuilder,
) -> None:
    assert variables(plan_of(machine, chosen(OBS, OBS_VKCAPTURE_LINEAR=True)))[LINEAR] == "1"
    machine.with_env(OBS_VKCAPTURE_LINEAR="0")
    assert variables(plan_of(machine, chosen(OBS, OBS_VKCAPTURE_LINEAR=False)))[LINEAR] is None


def test_one_variable_carries_many_settings_after_those_of_the_session(
    machine: SystemBuilder,
) -> None:
    configuration = chosen(OVERLAY, position="top-right", frame=True, device=False)
    wanted = "position=top-right,frame=1,device=0"
    assert variables(plan_of(machine, configuration))[LISTED] == wanted
    machine.with_env(VK_LAYER_MESA_OVERLAY_CONFIG="width=100")
    assert variables(plan_of(machine, configuration))[LISTED] == f"width=100,{wanted}"
    own = configuration._replace(environment=(Variable(LISTED, "height=9"),))
    plan = plan_of(machine, own)
    assert variables(plan)[LISTED] == "height=9"
    assert any("takes precedence" in one for one in texts(plan))


@pytest.mark.parametrize("path", ["/a,b", "/a:b", "/a=b", "/" + "é" * 128])
def test_value_that_the_overlay_would_split_or_cut_is_told(
    machine: SystemBuilder, path: str
) -> None:
    plan = plan_of(machine, chosen(OVERLAY, output_file=path))
    assert LISTED not in variables(plan)
    assert any("“output_file” is not written" in one for one in texts(plan))
