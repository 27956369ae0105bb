"""Settings of vkSumi: all of its files count, and a value is that of the strongest one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, look
from tests.model.plan.plans import texts, variables
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    SettingType,
    Target,
    Value,
)
from vkconfig_py.model.formats.layer_files import parse_own_file
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.own_file import OwnFile
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlanView
from vkconfig_py.model.plan.users_file import read_layer_file

SUMI = "VK_LAYER_vksumi_color_grading"
PROGRAM = Path("/bin/true").resolve()


@pytest.fixture
def sumi(system: SystemBuilder) -> SystemBuilder:
    system.with_env(XDG_CONFIG_HOME=str(system.home / ".config"))
    system.add_implicit_layer(
        SUMI,
        enable_environment={"ENABLE_VKSUMI": "1"},
        disable_environment={"DISABLE_VKSUMI": "1"},
    )
    return system


def chosen(**values: Value) -> Configuration:
    configuration = Configuration("k", "Play").with_control(SUMI, LayerControl.ON)
    entry = configuration.find_entry(SUMI)
    assert entry is not None
    for key, value in values.items():
        kind = SettingType.BOOL if isinstance(value, bool) else SettingType.FLOAT
        entry = entry.with_value(key, kind, value)
    return configuration.with_entry(entry)._replace(target=Target(str(PROGRAM)))


def folder(system: SystemBuilder) -> Path:
    return system.home / ".config/vkSumi"


def written(plan: Plan) -> dict[str, str]:
    return {f.path: (f.content or b"").decode() for f in plan.files if f.path.endswith(".conf")}


def read(system: SystemBuilder, target: Target) -> OwnFile:
    layer = find_description(SUMI)
    assert layer is not None
    host = system.host()._replace(executable=str(PROGRAM))
    return read_layer_file(layer, host, target)


@pytest.mark.parametrize(
    ("content", "values"),
    [
        (b"gamma = 0.5 # more\n gamma=0.6\r\n", {"gamma": "0.6"}),
        (b"gamma\ncontrast =\n= 3\ntint=a=b\n", {"tint": "a=b"}),
        (b"gamma = 0.5\ngamma =\n", {"gamma": "0.5"}),
    ],
)
def test_lines_are_read_as_by_the_layer(content: bytes, values: dict[str, str]) -> None:
    layer = find_description(SUMI)
    assert layer is not None
    assert layer.own_settings is not None
    file = parse_own_file(layer.own_settings, "/vkSumi.conf", content)
    assert {key: value.text for key, value in file.values.items()} == values


def test_all_files_count_and_the_strongest_wins(sumi: SystemBuilder) -> None:
    for path, content in (
        ("vkSumi.conf", "gamma = 0.1\ntint = 0.1\ncontrast = 0.1\n"),
        (f"games/{PROGRAM.name}.conf", "tint = 0.2\ncontrast = 0.2\n"),
        ("games/Game.conf", "tint = 0.3\n"),
    ):
        sumi.add_file(folder(sumi) / path, content)
    sumi.add_file(sumi.root / "named.conf", "contrast = 0.4\n")
    file = read(sumi, Target(str(PROGRAM)))
    assert {key: value.text for key, value in file.values.items()} == {
        "gamma": "0.1",
        "tint": "0.2",
        "contrast": "0.2",
    }
    assert file.path == str(folder(sumi) / f"games/{PROGRAM.name}.conf")
    assert file.values["gamma"].path == str(folder(sumi) / "vkSumi.conf")
    assert file.render_source(file.values["gamma"]) == "vkSumi.conf"
    file = read(sumi, Target("/usr/bin/wine", ("C:\\Game.exe",)))
    assert file.values["tint"].text == "0.3"
    sumi.with_env(VKSUMI_CONFIG_FILE=str(sumi.root / "named.conf"))
    assert read(sumi, Target(str(PROGRAM))).values["contrast"].text == "0.4"


def test_the_file_for_every_program_can_name_another_one(sumi: SystemBuilder) -> None:
    sumi.with_env(HOME=str(sumi.home), USER="me")
    sumi.add_file(folder(sumi) / "vkSumi.conf", "gamma = 0.1\nVKSUMI_CONFIG_FILE = ~/$USER.conf\n")
    sumi.add_file(sumi.home / "me.conf", "tint = 0.2\n")
    values = read(sumi, Target(str(PROGRAM))).values
    assert {key: value.text for key, value in values.items()} == {"tint": "0.2"}
    plan = look(sumi.host(), chosen(gamma=0.5), EVERY).plan
    assert any(text.endswith("makes programs read ~/$USER.conf instead") for text in texts(plan))


def test_a_launch_has_a_file_of_what_is_chosen_alone(sumi: SystemBuilder) -> None:
    sumi.add_file(folder(sumi) / "vkSumi.conf", "gamma = 0.1\n")
    plan = look(sumi.host(), chosen(contrast=0.5, enabled=False)).plan
    assert written(plan) == {"/private/vkSumi.conf": "contrast=0.5\nenabled=false\n"}
    assert variables(plan)["VKSUMI_CONFIG_FILE"] == "/private/vkSumi.conf"
    sumi.add_file(sumi.root / "named.conf", "gamma = 0.2\ncontrast = 0 # mine\n")
    sumi.with_env(VKSUMI_CONFIG_FILE=str(sumi.root / "named.conf"))
    plan = look(sumi.host(), chosen(contrast=0.5)).plan
    assert written(plan) == {"/private/vkSumi.conf": "gamma = 0.2\ncontrast = 0.5 # mine\n"}


def test_applying_edits_the_file_for_the_program_or_for_all(sumi: SystemBuilder) -> None:
    sumi.add_file(folder(sumi) / "vkSumi.conf", "# gamma = 0.0\ntint = 1 # x\n")
    plan = look(sumi.host(), chosen(gamma=0.5), EVERY).plan
    assert written(plan) == {
        str(folder(sumi) / "vkSumi.conf"): "gamma=0.5\ntint = 1 # x\n",
    }
    view = PlanView(Mechanism.OVERRIDE, (str(PROGRAM),))
    plan = look(sumi.host(), chosen(gamma=0.5), view).plan
    assert written(plan) == {
        str(folder(sumi) / f"games/{PROGRAM.name}.conf"): "gamma=0.5\n",
    }


def test_what_counts_instead_is_told(sumi: SystemBuilder) -> None:
    general, game = folder(sumi) / "vkSumi.conf", folder(sumi) / "games/x.conf"
    sumi.add_file(game, "# gamma = 0.5\ntint = 0.5\n")
    assert texts(look(sumi.host(), chosen(gamma=0.5), EVERY).plan, SUMI) == []
    told = f"{game} sets tint, which counts instead of {general}"
    assert told in texts(look(sumi.host(), chosen(tint=0.1), EVERY).plan)
    named = sumi.root / "named.conf"
    sumi.add_file(named, "gamma = 0.5\n").with_env(VKSUMI_CONFIG_FILE=str(named))
    view = PlanView(Mechanism.OVERRIDE, ("/usr/bin/x",))
    told = f"{named} sets gamma, which counts instead of {game}"
    assert told in texts(look(sumi.host(), chosen(gamma=0.1), view).plan)


def test_variables_cannot_say_it(sumi: SystemBuilder) -> None:
    plan = look(sumi.host(), chosen(gamma=0.5), ENVIRONMENT).plan
    assert written(plan) == {}
    assert "gamma is not set: this layer reads it only from a file" in texts(plan)
