"""Explanations of variables, patterns, settings files, extensions and folders."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loader.machine import OLD, Machine, found
from vkconfig_py.loader.base.verdicts import Mark
from vkconfig_py.loader.explain.explanation import explain_component, list_other_subjects


def texts(machine: Machine, subject: str, **asked: Any) -> list[str]:
    return [step.text for step in explain_component(machine.report(**asked), subject)]


def test_variable_that_acts(machine: Machine):
    machine.implicit("I").env(VK_LOADER_LAYERS_DISABLE="~implicit~,nobody")
    assert texts(machine, "VK_LOADER_LAYERS_DISABLE") == [
        "VK_LOADER_LAYERS_DISABLE is set",
        "Loader 1.4.364 reads it",
        "VK_LOADER_LAYERS_DISABLE=~implicit~ matches",
        "nobody matches nothing",
        "I: off, VK_LOADER_LAYERS_DISABLE=~implicit~ matches",
    ]


def test_pattern(machine: Machine):
    machine.implicit("I").env(VK_LOADER_LAYERS_DISABLE="~implicit~")
    assert texts(machine, "~implicit~") == [
        "VK_LOADER_LAYERS_DISABLE: VK_LOADER_LAYERS_DISABLE=~implicit~ matches",
        "I: off, VK_LOADER_LAYERS_DISABLE=~implicit~ matches",
    ]


def test_variables_that_are_not_read(machine: Machine):
    machine.env(VK_LOADER_LAYERS_ALLOW="x")
    told = texts(machine, "VK_LOADER_LAYERS_ALLOW", profile=OLD)
    assert told[-1].startswith("Loader 1.3.239 ignores it")
    machine.changes = {"elevated": True}
    assert texts(machine, "VK_LOADER_LAYERS_ALLOW")[-1].startswith("Not read")


def test_variables_of_layers(machine: Machine):
    machine.implicit("I", enable_environment={"ENABLE_I": "1"})
    assert texts(machine, "ENABLE_I") == ["ENABLE_I is not set", "I requires it"]
    assert texts(machine, "DISABLE_I") == ["DISABLE_I is not set", "I would be off"]
    machine.env(ENABLE_I="1")
    assert texts(machine, "ENABLE_I")[-1].startswith("I: loads, ENABLE_I=1 is set")


def test_variable_that_is_not_set(machine: Machine):
    assert texts(machine, "VK_LAYER_PATH") == [
        "VK_LAYER_PATH is not set",
        "It would replace the default search paths",
    ]
    machine.env(VK_ADD_LAYER_PATH="")
    assert texts(machine, "VK_ADD_LAYER_PATH")[0] == "VK_ADD_LAYER_PATH is set, but empty"


def test_named_layers(machine: Machine):
    machine.explicit("A").env(VK_INSTANCE_LAYERS="A")
    assert texts(machine, "VK_INSTANCE_LAYERS")[-1] == "A: loads, VK_INSTANCE_LAYERS lists it"


def test_settings_file(machine: Machine):
    machine.explicit("A").settings({"layers": []})
    report = machine.report()
    assert report.settings_file is not None
    told = explain_component(report, report.settings_file)
    assert told[0].text.startswith("Active")
    assert told[-1].text == "A: off, the loader settings file does not list it"


def test_extensions(machine: Machine):
    extensions = [{"name": "VK_EXT_mine", "spec_version": "7"}]
    machine.explicit("A", instance_extensions=extensions)
    assert texts(machine, "VK_EXT_mine")[1:3] == [
        "Loader 1.4.364 does not recognize it",
        "A offers it",
    ]
    asked = texts(machine, "VK_EXT_mine", extensions=("VK_EXT_mine",))
    assert asked[0] == "The program requests it"
    assert asked[-1].endswith("does not recognize it and rejects it")
    assert texts(machine, "VK_KHR_surface")[1] == "Loader 1.4.364 recognizes it"


def test_folders(machine: Machine):
    (step,) = explain_component(machine.report(), "/cd/vulkan/icd.d")
    assert (step.mark, step.text) == (Mark.NEUTRAL, "Ignored: the folder does not exist")


@pytest.mark.parametrize("name", ["nobody", ""])
def test_unknown_names_have_no_explanation(machine: Machine, name: str):
    assert texts(machine, name) == []


def test_every_subject_has_a_explanation(machine: Machine):
    machine.implicit("I", enable_environment={"ENABLE_I": "1"}).explicit("A")
    machine.override("A", app_keys=["/x"]).settings({"layers": []})
    machine.env(VK_LOADER_LAYERS_DISABLE="~implicit~", VK_INSTANCE_LAYERS="A:b", HOME="/h")
    report = machine.report("A", extensions=("VK_x",), flags=1)
    assert found(report, "I")
    for name in list_other_subjects(report):
        assert explain_component(report, name), name
