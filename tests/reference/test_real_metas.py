"""Meta-layers and the override: components, blacklist, paths, keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.framework import manifests
from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import ManifestKind, Place, SystemBuilder
from tests.reference.test_real_settings import UNORDERED, settings, write
from vkconfig_py.loader.base.host import Application

META = "VK_LAYER_meta"
A, B, C = "VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_c"


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Return a machine with two implicit and three explicit layers."""
    system.add_driver()
    system.add_implicit_layer("VK_LAYER_i", place=Place.DATA_HOME)
    system.add_implicit_layer("VK_LAYER_gated", enable_environment={"ENABLE_gated": "1"})
    for name in (A, B, C):
        system.add_explicit_layer(name)
    return system


@pytest.mark.parametrize(
    ("components", "members"),
    [
        ((B, A), {}),
        ((A, A), {}),
        ((), {}),
        ((A, "VK_LAYER_unknown"), {}),
        ((A, META), {}),
        ((A, "VK_LAYER_i", "VK_LAYER_gated"), {}),
        ((A,), {"api_version": "1.0.0"}),
        ((A,), {"api_version": "1.4.0"}),
        ((A,), {"library_path": "libsomething.so"}),
        ((A, B), {"blacklisted_layers": [C]}),
        ((A, B), {"override_paths": ["/nonexistent"]}),
    ],
    ids=repr,
)
@pytest.mark.parametrize(
    "kind", [ManifestKind.EXPLICIT, ManifestKind.IMPLICIT], ids=lambda kind: kind.name
)
@pytest.mark.parametrize("how", ["application", "VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"])
def test_meta_layer(
    components: tuple[str, ...],
    members: dict[str, Any],
    kind: ManifestKind,
    how: str,
    machine: SystemBuilder,
    loader: RealLoader,
) -> None:
    machine.add_meta_layer(META, components, kind=kind, **members)
    if how != "application":
        machine.with_env(**{how: META})
    layers = (B, META, C) if how == "application" else (C,)
    assert_same(machine, loader, Application(layers=layers))


def test_meta_layer_inside_a_meta_layer(machine: SystemBuilder, loader: RealLoader) -> None:
    machine.add_meta_layer("VK_LAYER_inner", (B, A))
    machine.add_meta_layer(META, (C, "VK_LAYER_inner"))
    answer = assert_same(machine, loader, Application(layers=(META,)))
    assert answer.chain() == ("VK_LAYER_i", C, B, A)


@pytest.mark.parametrize(
    "kind", [ManifestKind.EXPLICIT, ManifestKind.IMPLICIT], ids=lambda kind: kind.name
)
def test_meta_layers_that_double(
    kind: ManifestKind, machine: SystemBuilder, loader: RealLoader
) -> None:
    inner: tuple[str, ...] = (A, "VK_LAYER_i")
    for number in range(9):
        machine.add_meta_layer(f"VK_LAYER_{number}", (*inner, B, *inner), kind=kind)
        inner = (f"VK_LAYER_{number}",)
    assert_same(machine, loader, Application(layers=(C, *inner)))


def test_meta_layers_that_contain_each_other(machine: SystemBuilder, loader: RealLoader) -> None:
    machine.add_meta_layer("VK_LAYER_one", (A, "VK_LAYER_two"))
    machine.add_meta_layer("VK_LAYER_two", (B,), place=Place.CONFIG_DIRS)
    assert_same(machine, loader, Application(layers=("VK_LAYER_two", "VK_LAYER_one")))


@pytest.mark.parametrize(
    "members",
    [
        {"app_keys": []},
        {"app_keys": ["{program}"]},
        {"app_keys": ["{link}"]},
        {"app_keys": ["{folder}/../bin/program"]},
        {"app_keys": ["/other", "{program}"]},
        {"app_keys": ["{program}", "{program}"]},
        {"app_keys": "{program}"},
        {"disable_environment": None},
        {"disable_environment": {"SOMETHING_ELSE": "1"}},
        {"enable_environment": {"ENABLE_override": "1"}},
        {"expiration": "2000-01-01-00-00"},
        {"api_version": "1.4.0"},
        {"api_version": "1.3.0"},
        {"api_version": None},
        {"implementation_version": None},
        {"blacklisted_layers": None},
        {"blacklisted_layers": ["VK_LAYER_i"]},
        {"blacklisted_layers": [A]},
        {"blacklisted_layers": [B]},
        {"blacklisted_layers": "VK_LAYER_i"},
        {"component_layers": None},
        {"component_layers": []},
        {"component_layers": [A, 5]},
        {"override_paths": []},
        {"override_paths": ["{own}"]},
        {"override_paths": ["{own}/VK_LAYER_own.json", "{own}"]},
        {"override_paths": ["{own}:/nonexistent"]},
        {"override_paths": ["{default}", "{own}"]},
        {"type": "INSTANCE"},
    ],
    ids=lambda members: repr(members)[:60],
)
@pytest.mark.parametrize("place", [Place.CONFIG_HOME, Place.DATA_DIRS], ids=lambda p: p.name)
def test_members_of_an_override(
    members: dict[str, Any], place: Place, machine: SystemBuilder, loader: RealLoader
) -> None:
    own, link = machine.root / "own", machine.root / "bin" / "link"
    machine.add_explicit_layer(A, folder=own, file="VK_LAYER_own.json", description="own copy")
    link.symlink_to(machine.program)
    names = {
        "program": machine.program,
        "link": link,
        "folder": link.parent,
        "own": own,
        "default": machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS),
    }
    machine.add_override((B, "VK_LAYER_gated", A), place=place, **_filled(members, names))
    assert_same(machine, loader)
    assert_same(machine, loader, Application(layers=(C, A)))


@pytest.mark.parametrize(
    "variables",
    [
        {"DISABLE_VK_LAYER_LUNARG_override": "1"},
        {"DISABLE_VK_LAYER_LUNARG_override": ""},
        {"DISABLE_VK_LAYER_LUNARG_override": "0"},
        {"VK_LOADER_LAYERS_DISABLE": "*override*"},
        {"VK_LOADER_LAYERS_DISABLE": "~implicit~"},
        {"VK_LOADER_LAYERS_DISABLE": "~all~"},
        {"VK_LOADER_LAYERS_DISABLE": A},
        {"VK_LOADER_LAYERS_DISABLE": "~explicit~"},
        {"VK_LOADER_LAYERS_ENABLE": "*override*"},
        {"VK_LOADER_LAYERS_DISABLE": "~implicit~", "VK_LOADER_LAYERS_ENABLE": "*override*"},
        {"VK_INSTANCE_LAYERS": manifests.OVERRIDE},
        {"VK_INSTANCE_LAYERS": A},
        {"VK_LAYER_PATH": "/nonexistent"},
        {"VK_IMPLICIT_LAYER_PATH": "/nonexistent"},
        {"DISABLE_VK_LAYER_gated": "1"},
    ],
    ids=repr,
)
def test_variables_against_an_override(
    variables: dict[str, str], machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_override((B, "VK_LAYER_gated", A), blacklisted_layers=["VK_LAYER_i"])
    machine.with_env(**variables)
    assert_same(machine, loader)
    assert_same(machine, loader, Application(layers=(C,)))


def test_override_that_the_application_names(machine: SystemBuilder, loader: RealLoader) -> None:
    machine.add_override((B, A))
    assert_same(machine, loader, Application(layers=(manifests.OVERRIDE,)))


def test_override_in_an_explicit_folder(machine: SystemBuilder, loader: RealLoader) -> None:
    folder = machine.folder(ManifestKind.EXPLICIT, Place.CONFIG_DIRS)
    machine.add_override((B,), folder=folder, blacklisted_layers=["VK_LAYER_i", C])
    assert_same(machine, loader)
    assert_same(machine, loader, Application(layers=(C,)))


@pytest.mark.parametrize("first", [{}, {"disable_environment": {"DISABLE_FIRST": "1"}}], ids=repr)
@pytest.mark.parametrize("second", [{}, {"app_keys": ["{program}"]}], ids=repr)
def test_two_overrides(
    first: dict[str, Any], second: dict[str, Any], machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.with_env(DISABLE_FIRST="1")
    machine.add_override((A, "VK_LAYER_gated"), blacklisted_layers=["VK_LAYER_i"], **first)
    machine.add_override(
        (B,),
        place=Place.DATA_DIRS,
        blacklisted_layers=[C],
        **_filled(second, {"program": machine.program}),
    )
    assert_same(machine, loader)
    assert_same(machine, loader, Application(layers=(C,)))


def test_start_through_a_link_matches_the_key_of_its_target(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    link = machine.root / "bin" / "link"
    link.symlink_to(machine.program)
    machine.add_override((A,), app_keys=[str(machine.program)])
    assert assert_same(machine, loader, program=link).chain() == (A, "VK_LAYER_i")


@pytest.mark.parametrize("key", ["script", "interpreter"])
def test_start_through_a_script_matches_the_interpreter(
    key: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    interpreter, script = machine.program, machine.root / "bin" / "script.sh"
    # The asking program stands in for the interpreter: its first argument is the script itself.
    machine.add_file(script, f'#!/bin/sh\nexec {interpreter} "$@"\n')
    script.chmod(0o755)
    machine.add_override((A,), app_keys=[str(script if key == "script" else interpreter)])
    answer = machine.run_reference(loader, program=script)
    assert answer.chain() == (("VK_LAYER_i",) if key == "script" else (A, "VK_LAYER_i"))


def _filled(members: dict[str, Any], names: dict[str, Path]) -> dict[str, Any]:
    """Put paths of the machine into the texts of a table."""

    def fill(value: Any) -> Any:
        if isinstance(value, list):
            return [fill(item) for item in value]
        return value.format(**names) if isinstance(value, str) else value

    return {key: fill(value) for key, value in members.items()}


@pytest.mark.parametrize("key", ["own", "another", "first 1023 bytes"])
@pytest.mark.parametrize("length", [1023, 1024, 1025, 2100])
def test_key_of_a_program_with_a_long_path(
    machine: SystemBuilder, loader: RealLoader, length: int, key: str
) -> None:
    """The loader reads the path of the program into 1,024 bytes."""
    folder = machine.root
    while length - len(str(folder)) > 240:
        folder /= "d" * 200
    program = folder / ("p" * (length - len(str(folder)) - 1))
    machine.add_program(program)
    keys = {"own": str(program), "another": "/other", "first 1023 bytes": str(program)[:1023]}
    machine.add_override((A,), app_keys=[keys[key]])
    assert_same(machine, loader, program=program)


@pytest.mark.parametrize("component", ["alpha", "META_first"])
def test_another_copy_of_a_name_is_no_circle(
    component: str, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_implicit_layer("alpha")
    system.add_meta_layer("META_second", (component,), kind=ManifestKind.IMPLICIT)
    # Read before the one that it names.
    system.add_meta_layer("META_second", ("META_first",), place=Place.DATA_HOME)
    system.add_meta_layer("META_first", ("META_second",))
    system.with_env(VK_LOADER_LAYERS_ENABLE="~all~")
    assert_same(system, loader)


@pytest.mark.parametrize("length", [2, 3])
@pytest.mark.parametrize("place", ["folder", "settings file"])
def test_a_circle_of_meta_layers(
    place: str, length: int, system: SystemBuilder, loader: RealLoader
) -> None:
    """Those of the settings file are not verified."""
    system.add_driver().add_explicit_layer(A)
    names = [f"META_{number}" for number in range(length)]
    for number, name in enumerate(names):
        system.add_meta_layer(name, (names[(number + 1) % length], A))
    if place == "settings file":
        folder = system.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS)
        paths = {name: str(folder / f"{name}.json") for name in names}
        entries = [{"name": name, "path": path, "control": "on"} for name, path in paths.items()]
        write(system, settings([*entries, UNORDERED]))
    assert_same(system, loader)


def test_a_circle_through_implicit_meta_layers(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_explicit_layer(A)
    names = ["META_1", "META_2", "META_3", "META_4"]
    for number, name in enumerate(names):
        kind = ManifestKind.EXPLICIT if number % 2 else ManifestKind.IMPLICIT
        system.add_meta_layer(name, (names[(number + 1) % 4], A), kind=kind)
    assert_same(system, loader, Application(layers=("META_2",)))
