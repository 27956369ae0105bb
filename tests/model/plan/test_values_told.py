"""Values of layer settings that are not written, or not as they were chosen: why is told."""

from __future__ import annotations

import json

import pytest

from tests.framework.settings import SDK
from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, build, drawn, look
from tests.model.plan.chosen_settings import NAME, chosen, content_of
from tests.model.plan.plans import texts
from vkconfig_py.model.configuration.configuration import (
    VALIDATION,
    ListItem,
    SettingType,
    Variable,
)
from vkconfig_py.model.plan.plan import PlanView


def test_a_value_that_no_file_can_carry_is_told_with_the_reason(machine: SystemBuilder) -> None:
    plan = look(machine.host(), chosen(machine, words="a # b")).plan
    (text,) = texts(plan, NAME)
    assert text.startswith("“words” is not written: ")


def test_an_entry_that_cannot_be_written_is_named_with_what_is_wrong(
    machine: SystemBuilder,
) -> None:
    entries = (ListItem("fine"), ListItem("one,two"))
    plan = look(machine.host(), chosen(machine, ids=entries)).plan
    (text,) = texts(plan, NAME)
    assert text == "“ids” is only partly written: layers would split “one,two” at the comma"


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_values_that_this_copy_of_the_layer_has_no_use_for_are_told(
    view: PlanView, machine: SystemBuilder
) -> None:
    configuration = chosen(machine, loud=True)
    entry = configuration.find_entry(NAME)
    assert entry is not None
    entry = entry.with_value("gone", SettingType.STRING, "precious")
    entry = entry.with_value("kinds", SettingType.INT, 5)
    plan = look(machine.host(), configuration.with_entry(entry), view).plan
    assert texts(plan, NAME) == [
        "“gone” is not written: this layer has no such setting; the saved value is kept",
        "“kinds” is not written: must contain only flags that the layer recognizes. "
        "The default is used",
    ]


@pytest.mark.parametrize("view", [LAUNCH, EVERY])
def test_a_path_below_the_home_is_written_as_that_of_the_program(
    view: PlanView, machine: SystemBuilder
) -> None:
    machine.with_env(HOME="/home/me")
    configuration = chosen(machine, path="~/out")
    plan = look(machine.host(), configuration, view).plan
    assert content_of(plan)["test_settings.path"] == "/home/me/out"
    own = configuration._replace(environment=(Variable("HOME", "/home/other"),))
    is_launch = view == LAUNCH
    home = "/home/other" if is_launch else "/home/me"  # others are given no variables by us
    assert content_of(look(machine.host(), own, view).plan)["test_settings.path"] == f"{home}/out"


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_path_with_a_variable_that_nobody_knows_is_told_and_not_written(
    view: PlanView, machine: SystemBuilder
) -> None:
    plan = look(machine.host(), chosen(machine, path="${NOPE}/out"), view).plan
    (text,) = texts(plan, NAME)
    assert text == "“path” is not written: unknown path variable “${NOPE}”"


def test_paths_lose_their_variables_on_the_way(machine: SystemBuilder) -> None:
    machine.with_env(VULKAN_HOME="/my/vulkan")
    plan = look(machine.host(), chosen(machine, path="${VULKAN_HOME}/out")).plan
    assert content_of(plan)["test_settings.path"] == "/my/vulkan/out"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("VK_LAYER_ENABLES", "“validate_sync” has no effect, because VK_LAYER_ENABLES is set"),
        (
            "VK_VALIDATION_VALIDATE_SYNC",
            "“validate_sync” has no effect, because VK_VALIDATION_VAL",
        ),
        ("VK_LAYER_VALIDATE_CORE", ""),
    ],
)
@pytest.mark.parametrize("is_own", [False, True])
def test_a_variable_that_counts_in_place_of_a_setting_is_told(
    name: str, told: str, is_own: bool, system: SystemBuilder
) -> None:
    build(system)
    system.add_explicit_layer(VALIDATION)
    found = json.loads(system.manifest(VALIDATION).read_text())
    declared = json.loads((SDK / "VkLayer_khronos_validation.json").read_bytes())
    found["layer"] |= {key: declared["layer"][key] for key in ("api_version", "features")}
    system.add_file(system.manifest(VALIDATION), found)
    configuration = drawn(VALIDATION, on=[VALIDATION])
    entry = configuration.find_entry(VALIDATION)
    assert entry is not None
    entry = entry.with_value("validate_sync", SettingType.BOOL, True)
    configuration = configuration.with_entry(entry)
    if is_own:
        configuration = configuration._replace(environment=(Variable(name, "0"),))
    else:
        system.with_env(**{name: "0"})
    found = texts(look(system.host(), configuration).plan, VALIDATION)
    assert [one[: len(told)] for one in found] == ([told] if told else [])
