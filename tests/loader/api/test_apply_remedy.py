"""Remedies carried out."""

from __future__ import annotations

import pytest

from tests.loader.machine import NEW, OLD, Machine, found
from vkconfig_py.loader.api.advice import apply_remedy
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    AskFor,
    AskNotFor,
    ChangeProfile,
    EditKey,
    InstallLibrary,
    MoveFile,
    NoRemedy,
    Remedy,
    RemoveFile,
    SetVariable,
    Together,
    UnsetVariable,
)
from vkconfig_py.loader.rules.loader_report import LoaderReport

A = "/dd/vulkan/explicit_layer.d/A.json"


def carried_out(machine: Machine, remedy: Remedy, *layers: str) -> LoaderReport:
    situation = apply_remedy(remedy, machine.host(), Application(layers=layers), NEW)
    assert situation is not None
    return discover(*situation)


def chain(report: LoaderReport) -> list[str]:
    return [active.manifest.name for active in report.callstack]


@pytest.mark.parametrize(
    ("remedy", "result"),
    [
        (SetVariable("VK_INSTANCE_LAYERS", "A"), ["I", "A"]),
        (SetVariable("DISABLE_I", "1"), []),
        (AskFor(layer="A"), ["I", "A"]),
        (RemoveFile("/dd/vulkan/implicit_layer.d/I.json"), []),
        (MoveFile(A, "/dd/vulkan/implicit_layer.d/A.json"), ["I"]),
        (Together((SetVariable("DISABLE_I", "1"), UnsetVariable("DISABLE_I"))), ["I"]),
        (EditKey("/dd/vulkan/implicit_layer.d/I.json", ("layer", "name"), "J", ""), ["J"]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_remedies_change_the_chain(machine: Machine, remedy: Remedy, result: list[str]):
    machine.explicit("A").implicit("I")
    assert chain(carried_out(machine, remedy)) == result


def test_library_is_installed_for_the_word_size_asked_about(machine: Machine):
    machine.explicit("A", library=False).explicit("B", library_path="libB.so", library=False)
    for name, library in (("A", "/lib/A.so"), ("B", "libB.so")):
        assert carried_out(machine, InstallLibrary(library), name).create_result == "VK_SUCCESS"


def test_program_stops_asking(machine: Machine):
    report = carried_out(machine, AskNotFor(layer="gone"), "gone")
    assert report.create_result == "VK_SUCCESS"


def test_another_loader(machine: Machine):
    situation = apply_remedy(ChangeProfile((1, 3, 239)), machine.host(), Application(), NEW)
    assert situation is not None
    assert situation[2] == OLD


@pytest.mark.parametrize(
    "remedy",
    [
        NoRemedy("why"),
        EditKey("/gone.json", ("a",), 1, ""),
        EditKey("/no.json", ("a",), REMOVED, ""),
        Together((SetVariable("A", ""), NoRemedy("why"))),
    ],
)
def test_what_cannot_be_carried_out(machine: Machine, remedy: Remedy):
    machine.file("/no.json", "{")
    assert apply_remedy(remedy, machine.host(), Application(), NEW) is None


def test_edited_file_keeps_its_place(machine: Machine):
    machine.implicit("I").implicit("J")
    edit = EditKey("/dd/vulkan/implicit_layer.d/I.json", ("layer", "description"), "x", "")
    report = carried_out(machine, edit)
    assert chain(report) == ["I", "J"]
    assert found(report, "I").manifest.description == "x"
