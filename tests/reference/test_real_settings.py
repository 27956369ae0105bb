"""The loader settings file: what it turns on and off, where it is found, overrides beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import Place, SystemBuilder
from vkconfig_py.loader.base.host import Application

FILE = "vulkan/loader_settings.d/vk_loader_settings.json"
UNORDERED = {"name": "", "path": "", "control": "unordered_layer_location"}
A, B, C = "VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_c"
IMPLICIT, GATED = "VK_LAYER_i", "VK_LAYER_gated"


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Return a machine with two implicit and three explicit layers."""
    system.add_driver().add_implicit_layer(IMPLICIT, place=Place.DATA_HOME)
    system.add_implicit_layer(GATED, enable_environment={"ENABLE_gated": "1"})
    for name in (A, B, C):
        system.add_explicit_layer(name)
    return system


def entry(machine: SystemBuilder, name: str, control: str) -> dict[str, Any]:
    """Return the entry of one layer."""
    return {
        "name": name,
        "path": str(machine.manifest(name)),
        "control": control,
        "treat_as_implicit_manifest": name in (IMPLICIT, GATED),
    }


def layers(machine: SystemBuilder, text: str) -> list[dict[str, Any]]:
    """Return entries for a text like "a=on * i=auto" (the star is the unordered place)."""
    names = {name.removeprefix("VK_LAYER_"): name for name in (A, B, C, IMPLICIT, GATED)}
    return [
        UNORDERED if word == "*" else entry(machine, names[word.split("=")[0]], word.split("=")[1])
        for word in text.split()
    ]


def settings(entries: list[dict[str, Any]] | None, **members: Any) -> dict[str, Any]:
    """Return the document."""
    body = {**members} if entries is None else {"layers": entries, **members}
    return {"file_format_version": "1.0.0", "settings": body}


def write(machine: SystemBuilder, document: dict[str, Any], place: str = "data_home") -> None:
    """Write the settings file below one of the machine's folders."""
    machine.add_file(Path(place) / FILE, document)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*",
        "a=on",
        "b=on a=on *",
        "* b=on a=on",
        "a=on * b=on",
        "i=on a=on *",
        "a=on i=on *",
        "a=auto *",
        "a=auto",
        "i=auto *",
        "* i=auto",
        "gated=auto *",
        "gated=on *",
        "i=off *",
        "a=off *",
        "a=off",
        "a=on b=off c=auto i=auto gated=off *",
        "a=on a=on *",
    ],
)
def test_entries(text: str, machine: SystemBuilder, loader: RealLoader) -> None:
    write(machine, settings(layers(machine, text)))
    assert_same(machine, loader)
    assert_same(machine, loader, Application(layers=(C, A)))


@pytest.mark.parametrize(
    "text", ["a=off", "* *", "i=on * *", "a=off b=on", "i=off", "a=auto i=off"]
)
def test_placeholders_that_take_a_place(
    text: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    write(machine, settings(layers(machine, text)))
    assert_same(machine, loader)


@pytest.mark.parametrize("name", ["", "VK_LAYER_nowhere"])
@pytest.mark.parametrize("before", [True, False])
def test_an_off_entry_that_no_layer_fits(
    name: str, before: bool, machine: SystemBuilder, loader: RealLoader
) -> None:
    entries = [{"name": name, "path": "", "control": "off"}, UNORDERED]
    write(machine, settings(entries if before else entries[::-1]))
    assert_same(machine, loader)


@pytest.mark.parametrize("text", ["a=off *", "* a=off", "i=off *", "gated=off *", "a=off i=off *"])
@pytest.mark.parametrize("variables", [{}, {"ENABLE_gated": "1"}, {"DISABLE_VK_LAYER_i": "1"}])
def test_which_calls_an_off_entry_ends(
    text: str, variables: dict[str, str], machine: SystemBuilder, loader: RealLoader
) -> None:
    write(machine, settings(layers(machine, text)))
    machine.with_env(**variables)
    assert_same(machine, loader)


@pytest.mark.parametrize("added", [True, False], ids=["with-drivers", "without"])
@pytest.mark.parametrize("exclusive", [True, False, "true"])
def test_drivers_of_the_file(
    added: bool, exclusive: Any, machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_driver("other", place=Place.NOWHERE)
    paths = [{"path": str(machine.manifest("other"))}] if added else []
    more = {"additional_drivers": paths, "additional_drivers_use_exclusively": exclusive}
    write(machine, settings([UNORDERED], **more))
    assert_same(machine, loader)


@pytest.mark.parametrize(
    "variables",
    [
        {"DISABLE_VK_LAYER_i": "1"},
        {"ENABLE_gated": "1"},
        {"VK_INSTANCE_LAYERS": f"{C}:{B}"},
        {"VK_LOADER_LAYERS_ENABLE": "*"},
        {"VK_LOADER_LAYERS_DISABLE": "*"},
        {"VK_LOADER_LAYERS_DISABLE": "~implicit~"},
        {"VK_LAYER_PATH": "/nonexistent"},
    ],
    ids=repr,
)
@pytest.mark.parametrize("text", ["a=on i=on b=auto gated=auto *", "a=on b=auto i=on"])
def test_variables_against_entries(
    text: str, variables: dict[str, str], machine: SystemBuilder, loader: RealLoader
) -> None:
    write(machine, settings(layers(machine, text)))
    machine.with_env(**variables)
    assert_same(machine, loader)
    assert_same(machine, loader, Application(layers=(B,)))


@pytest.mark.parametrize("place", ["config_home", "data_home", "config_dirs", "data_dirs"])
def test_places_of_the_file(place: str, machine: SystemBuilder, loader: RealLoader) -> None:
    write(machine, settings(layers(machine, "b=on a=on *")), place)
    assert_same(machine, loader)


@pytest.mark.parametrize("variable", ["XDG_CONFIG_DIRS", "XDG_DATA_DIRS"])
@pytest.mark.parametrize("folder", ["first", "second"])
def test_first_folder_of_a_list_counts(
    variable: str, folder: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    old = machine.environment[variable]
    write(machine, settings(layers(machine, "b=on a=on *")), folder)
    machine.with_env(**{variable: f"{machine.root}/first:{machine.root}/second:{old}"})
    assert_same(machine, loader)


@pytest.mark.parametrize("text", [None, "*", "c=on * i=on", "c=on"])
def test_override_beside_a_settings_file(
    text: str | None, machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_override((B, A))
    entries = None if text is None else layers(machine, text)
    write(machine, settings(entries, stderr_log=["all"]))
    assert_same(machine, loader)


@pytest.mark.parametrize("program", ["program", "other"])
def test_element_for_a_program(program: str, machine: SystemBuilder, loader: RealLoader) -> None:
    path = machine.root / "bin" / program
    machine.add_program(path)
    document = {
        "file_format_version": "1.0.0",
        "settings_array": [
            {"app_keys": [str(machine.program)], "layers": layers(machine, "a=on *")},
            {"layers": layers(machine, "b=on *")},
        ],
    }
    write(machine, document)
    assert_same(machine, loader, program=path)


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"settings": 5}', '{"settings": {}}'])
def test_broken_file(content: str, machine: SystemBuilder, loader: RealLoader) -> None:
    machine.add_file(Path("data_home") / FILE, content)
    assert_same(machine, loader)
