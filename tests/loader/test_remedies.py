"""What would change a decision."""

from __future__ import annotations

import pytest

from tests.loader.machine import OLD, PROGRAM, Machine, found, layer_object
from vkconfig_py.loader.entries import Decision
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.remedies import find_remedy
from vkconfig_py.loader.verdicts import (
    REMOVED,
    EditKey,
    InstallLibrary,
    MoveFile,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    RemoveFile,
    SetVariable,
    UnsetVariable,
)

OVERRIDE = "/ch/vulkan/implicit_layer.d/override.json"
IMPLICIT = "/dd/vulkan/implicit_layer.d"
EXPLICIT = "/dd/vulkan/explicit_layer.d"


def remedy(machine: Machine, name: str) -> Remedy:
    return found(machine.report(), name).verdict.remedy


def test_variables(machine: Machine):
    machine.implicit("E", enable_environment={"ENABLE_E": "yes"}).implicit("I").explicit("A")
    machine.implicit("D").env(DISABLE_D="")
    assert remedy(machine, "E") == SetVariable("ENABLE_E", "yes")
    assert remedy(machine, "I") == SetVariable("DISABLE_I", "1")
    assert remedy(machine, "D") == UnsetVariable("DISABLE_D")
    assert remedy(machine, "A") == SetVariable("VK_INSTANCE_LAYERS", "A")
    machine.env(VK_LOADER_LAYERS_DISABLE="A", ENABLE_E="no")
    assert remedy(machine, "A") == UnsetVariable("VK_LOADER_LAYERS_DISABLE")
    assert remedy(machine, "E") == SetVariable("ENABLE_E", "yes")


def test_overrides(machine: Machine):
    machine.explicit("A").implicit("I").override("A", blacklisted_layers=["I"])
    assert remedy(machine, "I") == EditKey(
        OVERRIDE, ("layer", "blacklisted_layers", 0), REMOVED, "take the layer out"
    )
    assert remedy(machine, "A") == NoRemedy("the override lists it")
    machine.override("A", app_keys=["/x"])
    assert remedy(machine, OVERRIDE_NAME) == EditKey(
        OVERRIDE, ("layer", "app_keys", 1), PROGRAM, f"add {PROGRAM}"
    )
    machine.override("A").override("A", base="/dd")
    second = [x for x in machine.report().found if x.name == OVERRIDE_NAME][1]
    assert second.verdict.remedy == RemoveFile(OVERRIDE)


def test_files(machine: Machine):
    machine.file(f"{EXPLICIT}/x.json", "{").explicit("gone", library=False)
    machine.file(f"{EXPLICIT}/driver.json", {"file_format_version": "1", "ICD": {}})
    machine.file("/dd/vulkan/icd.d/layer.json", {"file_format_version": "1", "layer": {}})
    machine.explicit("bad", type=5)
    assert remedy(machine, "gone") == InstallLibrary("/lib/gone.so")
    assert remedy(machine, "driver.json") == MoveFile(
        f"{EXPLICIT}/driver.json", "/dd/vulkan/icd.d/driver.json"
    )
    assert remedy(machine, "bad") == EditKey(
        f"{EXPLICIT}/bad.json", ("layer", "type"), "GLOBAL", "correct this value"
    )
    broken = remedy(machine, "x.json")
    assert broken == RemoveFile(f"{EXPLICIT}/x.json")
    driver = machine.report().drivers[1].verdict.remedy
    assert driver == MoveFile(
        "/dd/vulkan/icd.d/layer.json", "/dd/vulkan/explicit_layer.d/layer.json"
    )


def test_settings_file(machine: Machine):
    machine.explicit("A").settings({"layers": []})
    advice = remedy(machine, "A")
    assert isinstance(advice, EditKey)
    assert (advice.path, advice.value) == (("settings", "layers"), REMOVED)


def test_keys_of_meta_layers_and_variants(machine: Machine):
    machine.meta("M", "gone").explicit("V", api_version="1.1.0.0").explicit("T", type="DEVICE")
    machine.file(
        f"{EXPLICIT}/n.json",
        {"file_format_version": "1.1.0", "layer": layer_object("N"), "more": 1},
    )
    assert remedy(machine, "M") == EditKey(
        f"{EXPLICIT}/M.json",
        ("layer", "component_layers", 0),
        REMOVED,
        "take the missing layer out",
    )
    assert remedy(machine, "V") == EditKey(
        f"{EXPLICIT}/V.json", ("layer", "api_version"), "1.0.0", "use a version without a variant"
    )
    assert remedy(machine, "T") == EditKey(
        f"{EXPLICIT}/T.json", ("layer", "type"), "GLOBAL", "use the type GLOBAL"
    )
    advice = remedy(machine, "n.json")
    assert isinstance(advice, EditKey)
    assert advice.key == "more"


@pytest.mark.parametrize("reason", list(Reason), ids=lambda reason: reason.value)
def test_every_reason_has_a_remedy_or_none(reason: Reason):
    decision = Decision(Outcome.OFF, reason, "detail")
    assert find_remedy("/f.json", decision) is not None


def test_name_inside_another_and_older_loaders():
    machine = Machine().driver().implicit("VK_a").env(VK_INSTANCE_LAYERS="VK_ab")
    assert remedy(machine, "VK_a") == UnsetVariable("VK_INSTANCE_LAYERS")
    machine = Machine().driver().implicit("I", enable_environment="x")
    advice = found(machine.report(profile=OLD), "I").verdict.remedy
    assert isinstance(advice, EditKey)
