"""Settings of lsfg-vk: files with tables for programs, and variables that take their place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, look
from tests.model.plan.plans import texts, variables
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    SettingType,
    Target,
    Value,
    Variable,
)
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlanView

LSFG = "VK_LAYER_LSFGVK_frame_generation"
LSFG_1 = "VK_LAYER_LS_frame_generation"
PROGRAM = Path("/bin/true").resolve()
TYPES = {
    "multiplier": SettingType.INT,
    "flow_scale": SettingType.FLOAT,
    "performance_mode": SettingType.BOOL,
    "allow_fp16": SettingType.BOOL,
    "gpu": SettingType.STRING,
}


@pytest.fixture
def lsfg(system: SystemBuilder) -> SystemBuilder:
    system.with_env(XDG_CONFIG_HOME=str(system.home / ".config"))
    for name, variable in ((LSFG, "DISABLE_LSFGVK"), (LSFG_1, "DISABLE_LSFG")):
        system.add_implicit_layer(name, disable_environment={variable: "1"})
    return system


def chosen(layer: str = LSFG, /, **values: Value) -> Configuration:
    configuration = Configuration("k", "Play").with_control(layer, LayerControl.ON)
    entry = configuration.find_entry(layer)
    assert entry is not None
    for key, value in values.items():
        entry = entry.with_value(key, TYPES[key], value)
    return configuration.with_entry(entry)._replace(target=Target("/bin/true"))


def path(system: SystemBuilder) -> Path:
    return system.home / ".config/lsfg-vk/conf.toml"


def written(plan: Plan) -> dict[str, str]:
    return {f.path: (f.content or b"").decode() for f in plan.files if f.path.endswith(".toml")}


def make_conf(program: str, end: str = "") -> str:
    return (
        "version = 2\n[global]\nallow_fp16 = false\n# kept\n[[profile]]\nname = 'mine'\n"
        f"active_in = ['{program}', 'other']\nmultiplier = 4\n{end}"
    )


def test_a_launch_has_a_copy_with_the_profile_of_its_program(lsfg: SystemBuilder) -> None:
    own = make_conf(PROGRAM.name)
    lsfg.add_file(path(lsfg), own)
    plan = look(lsfg.host(), chosen(multiplier=3, flow_scale=1.0)).plan
    edited = own.replace("= 4\n", "= 3\nflow_scale = 1.0\n")
    assert written(plan) == {"/private/conf.toml": edited}
    assert variables(plan)["LSFGVK_CONFIG"] == "/private/conf.toml"
    assert path(lsfg).read_text() == own


def test_a_launch_of_a_program_without_a_profile_adds_one(lsfg: SystemBuilder) -> None:
    lsfg.add_file(path(lsfg), make_conf("nobody"))
    program = str(PROGRAM)
    plan = look(lsfg.host(), chosen(multiplier=3)).plan
    profiles = tomllib.loads(written(plan)["/private/conf.toml"])["profile"]
    assert profiles[1] == {
        "name": PROGRAM.name,
        "active_in": program,
        "multiplier": 3,
    }
    named = chosen(multiplier=3)._replace(environment=(Variable("LSFGVK_PROFILE", "mine"),))
    profiles = tomllib.loads(written(look(lsfg.host(), named).plan)["/private/conf.toml"])
    assert [one["multiplier"] for one in profiles["profile"]] == [3]
    plan = look(lsfg.with_env(LSFGVK_PROFILE="mine").host(), chosen(multiplier=3)).plan
    profiles = tomllib.loads(written(plan)["/private/conf.toml"])["profile"]
    assert [one["multiplier"] for one in profiles] == [3]


def test_a_windows_program_has_the_profile_of_its_name(lsfg: SystemBuilder) -> None:
    lsfg.add_file(path(lsfg), make_conf("Game.exe"))
    started = chosen(multiplier=3)._replace(target=Target("/usr/bin/wine", ("C:\\x\\Game.exe",)))
    profiles = tomllib.loads(written(look(lsfg.host(), started).plan)["/private/conf.toml"])
    assert [one["multiplier"] for one in profiles["profile"]] == [3]


def test_both_versions_have_their_own_form(lsfg: SystemBuilder) -> None:
    plan = look(lsfg.host(), chosen(LSFG_1, multiplier=3)).plan
    program = PROGRAM
    assert written(plan) == {
        "/private/conf.toml": f'version = 1\n\n[[game]]\nexe = "{program}"\nmultiplier = 3\n'
    }
    assert variables(plan)["LSFG_CONFIG"] == "/private/conf.toml"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("version = 1\n", "line 1 of {path}: its version is not 2, so the layer ignores it"),
        ("version = 2\n[x\n", "line 2 of {path}: it is not valid TOML"),
    ],
)
@pytest.mark.parametrize("view", [LAUNCH, PlanView(Mechanism.OVERRIDE, ("/usr/bin/x",))])
def test_a_file_that_the_layer_ignores_is_left_alone(
    view: PlanView, content: str, said: str, lsfg: SystemBuilder
) -> None:
    lsfg.add_file(path(lsfg), content)
    plan = look(lsfg.host(), chosen(multiplier=3), view).plan
    assert written(plan) == {}
    assert "LSFGVK_CONFIG" not in variables(plan)
    assert any(said.format(path=path(lsfg)) in text for text in texts(plan))


def test_applying_edits_a_profile_for_each_program(lsfg: SystemBuilder) -> None:
    own = make_conf("vkcube", "[[profile]]\nname = 'x'\nactive_in = 'game'\n")
    lsfg.add_file(path(lsfg), own)
    programs = ("/usr/bin/vkcube", "/opt/game", "/opt/new")
    plan = look(lsfg.host(), chosen(multiplier=3), PlanView(Mechanism.OVERRIDE, programs)).plan
    (content,) = written(plan).values()
    assert [one["multiplier"] for one in tomllib.loads(content)["profile"]] == [3, 3, 3]
    assert tomllib.loads(content)["profile"][2]["active_in"] == "/opt/new"
    assert "the profile “mine” is changed for all of its programs: vkcube and other" in texts(plan)


def test_what_is_applied_to_every_program_says_what_the_file_cannot_have(
    lsfg: SystemBuilder,
) -> None:
    plan = look(lsfg.host(), chosen(multiplier=3, allow_fp16=False), EVERY).plan
    assert written(plan) == {str(path(lsfg)): "version = 2\n\n[global]\nallow_fp16 = false\n"}
    assert (
        "multiplier is not set: the layer's file has it only for programs that it names"
        in texts(plan)
    )
    program = PlanView(Mechanism.OVERRIDE, ("/usr/bin/x",))
    plan = look(lsfg.host(), chosen(allow_fp16=False), program).plan
    assert "allow_fp16 applies to every program: the layer's file has it once" in texts(plan)


def test_the_session_s_profile_is_told_when_applying(lsfg: SystemBuilder) -> None:
    lsfg.with_env(LSFGVK_PROFILE="mine")
    program = PlanView(Mechanism.OVERRIDE, ("/usr/bin/x",))
    plan = look(lsfg.host(), chosen(multiplier=3), program).plan
    assert "LSFGVK_PROFILE=mine from your session makes programs use that profile" in texts(plan)


def test_variables_alone_say_what_the_file_says_too(lsfg: SystemBuilder) -> None:
    lsfg.add_file(path(lsfg), make_conf(PROGRAM.name))
    plan = look(
        lsfg.host(), chosen(flow_scale=0.5, performance_mode=True, gpu="A B"), ENVIRONMENT
    ).plan
    said = {name: text for name, text in variables(plan).items() if name.startswith("LSFG")}
    assert said == {
        "LSFGVK_ENV": "1",
        "LSFGVK_NO_FP16": "1",
        "LSFGVK_MULTIPLIER": "4",
        "LSFGVK_FLOW_SCALE": "0.5",
        "LSFGVK_PERFORMANCE_MODE": "1",
        "LSFGVK_GPU": "A B",
    }
    assert written(plan) == {}


def test_where_variables_are_read_already_those_of_the_session_stay(lsfg: SystemBuilder) -> None:
    lsfg.add_file(path(lsfg), make_conf(PROGRAM.name))
    lsfg.with_env(LSFGVK_ENV="1", LSFGVK_MULTIPLIER="5")
    plan = look(lsfg.host(), chosen(flow_scale=0.5), ENVIRONMENT).plan
    assert variables(plan)["LSFGVK_FLOW_SCALE"] == "0.5"
    assert "LSFGVK_NO_FP16" not in variables(plan)
    assert "LSFGVK_MULTIPLIER" not in variables(plan)
    plan = look(lsfg.host(), chosen(flow_scale=0.5)).plan
    assert "LSFGVK_ENV=1 makes the layer read variables instead of its settings file" in texts(plan)


def test_a_switch_of_the_configuration_is_not_the_layer_s_file(lsfg: SystemBuilder) -> None:
    configuration = chosen(multiplier=3)._replace(environment=(Variable("LSFGVK_ENV", ""),))
    plan = look(lsfg.host(), configuration, ENVIRONMENT).plan
    assert "LSFGVK_MULTIPLIER" not in variables(plan)
    assert "LSFGVK_ENV= makes the layer read variables instead of its settings file" in texts(plan)


@pytest.mark.parametrize(("variable", "folder"), [("", ".config"), ("other", "other")])
def test_an_empty_variable_counts_as_none(variable: str, folder: str, lsfg: SystemBuilder) -> None:
    configured = str(lsfg.home / variable) if variable else ""
    lsfg.with_env(XDG_CONFIG_HOME=configured, HOME=str(lsfg.home), LSFGVK_CONFIG="")
    lsfg.add_file(lsfg.home / folder / "lsfg-vk/conf.toml", make_conf("nobody"))
    plan = look(lsfg.host(), chosen(multiplier=3)).plan
    assert "# kept" in written(plan)["/private/conf.toml"]


def test_without_a_program_only_what_is_for_all_is_written(lsfg: SystemBuilder) -> None:
    lsfg.add_file(path(lsfg), make_conf("program"))
    configuration = chosen(multiplier=3, allow_fp16=True)._replace(target=Target())
    plan = look(lsfg.host(), configuration).plan
    assert written(plan)["/private/conf.toml"] == make_conf("program").replace("false", "true")
    assert "multiplier is not set: the layer's file has it only for programs that it names" in (
        texts(plan)
    )
