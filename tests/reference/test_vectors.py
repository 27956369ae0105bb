"""One machine, one override, many chains: the two families of loaders, and the engine with each.

Machine: I1 implicit in the user's data folder, I2 and I3 implicit in system folders (I3 with an
enable variable), A, B and C explicit in a system folder, found in the order C B A.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.framework import manifests
from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import Place, SystemBuilder
from vkconfig_py.loader.base.host import Application

FIRST_PLACE_WINS_SINCE = (1, 3, 247)
DUPLICATES_LEAVE_SINCE = (1, 4, 340)
Release = tuple[int, int, int]
BEFORE_FILTERS = ((1, 0, 0), (1, 3, 233))
COMPONENTS_TWICE = ((1, 3, 247), (1, 3, 250))
IMPLICIT_KEEP_PLACE = ((1, 3, 247), (1, 4, 325))


class Vector(NamedTuple):
    """A case: what is special, and the chain of each family (a result name if it fails).

    Attributes:
        special: releases that differ from their family, and their chain.
    """

    id: str
    last_wins: str
    first_wins: str
    components: str | None = None
    application: str = ""
    blacklist: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    between: bool = False
    special: tuple[tuple[Release, Release], str] | None = None


LAYER_NOT_PRESENT = "VK_ERROR_LAYER_NOT_PRESENT"
VECTORS = (
    Vector("first-folder", "B A C I1 I2", "B I2 A I1 C", "B I2 A I1 C", "C A"),
    Vector("between", "B I2 A I1 C", "I1 I2 B A C", "B I2 A I1 C", "C A", between=True),
    Vector("forced", "B A I1 I2 I3", "B I3 A I1 I2", "B I3 A"),
    Vector(
        "forced-although-disabled",
        "B A I2 I3",
        "B I3 A I2",
        "B I3 A",
        environment=(("DISABLE_I3", "1"), ("DISABLE_I1", "")),
    ),
    Vector(
        "instance-layers",
        "B I1 I2 I3 C A",
        "B I3 A I1 I2 C",
        "B I3 A",
        environment=(("VK_INSTANCE_LAYERS", "C:A"),),
    ),
    Vector(
        "enable-filter",
        "I1 I2 I3 C B A",
        "B I3 A I1 I2 C",
        "B I3 A",
        environment=(("VK_LOADER_LAYERS_ENABLE", "*"),),
        special=(BEFORE_FILTERS, "B A I1 I2 I3"),
    ),
    Vector(
        "disable-explicit",
        "I1 I2 I3",
        "I3 I1 I2",
        "B I3 A",
        environment=(("VK_LOADER_LAYERS_DISABLE", "~explicit~"),),
        special=(BEFORE_FILTERS, "B A I1 I2 I3"),
    ),
    Vector(
        "disable-implicit",
        "",
        "",
        "B I3 A",
        environment=(("VK_LOADER_LAYERS_DISABLE", "~implicit~"),),
        special=(BEFORE_FILTERS, "B A I1 I2 I3"),
    ),
    Vector("blacklist", LAYER_NOT_PRESENT, LAYER_NOT_PRESENT, "B I2", "C", "I1 C"),
    Vector(
        "named-twice",
        "B A I1 I2",
        "A B I1 I2",
        "A B A",
        special=(COMPONENTS_TWICE, "B A I1 I2"),
    ),
    Vector(
        "implicit-in-instance-layers",
        "I1 I2 A",
        "I2 I3 A I1",
        environment=(("VK_INSTANCE_LAYERS", "I3:A:I1"),),
        special=(IMPLICIT_KEEP_PLACE, "I1 I2 I3 A"),
    ),
    Vector(
        "order-of-instance-layers",
        "I1 I2 C B A",
        "I1 I2 A B C",
        environment=(("VK_INSTANCE_LAYERS", "A:B:C"),),
        special=(BEFORE_FILTERS, "I1 I2 A B C"),
    ),
)  # fmt: skip


def build(system: SystemBuilder) -> SystemBuilder:
    """Build the machine; a folder for each layer, as nothing sorts the entries of a folder."""
    folders = {
        name: system.root / "share" / name for name in ("i2", "between", "i3", "c", "b", "a")
    }
    system.with_env(XDG_DATA_DIRS=":".join(map(str, folders.values())))
    system.add_driver("driver", folder=folders["i2"] / "vulkan" / "icd.d")
    system.add_implicit_layer("I1", place=Place.DATA_HOME)
    system.add_implicit_layer("I2", folder=folders["i2"] / "vulkan" / "implicit_layer.d")
    system.add_implicit_layer(
        "I3",
        folder=folders["i3"] / "vulkan" / "implicit_layer.d",
        enable_environment={"ENABLE_I3": "1"},
    )
    for name in "ABC":
        folder = folders[name.lower()] / "vulkan" / "explicit_layer.d"
        system.add_explicit_layer(name, folder=folder)
    return system


def expected(loader: RealLoader, last_wins: str, first_wins: str) -> tuple[str, tuple[str, ...]]:
    """Return result and chain for the family of this loader."""
    wanted = first_wins if loader.version >= FIRST_PLACE_WINS_SINCE else last_wins
    if wanted.startswith("VK_"):
        return wanted, ()
    return "VK_SUCCESS", tuple(wanted.split())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_override_makes_the_chain_of_its_family(
    vector: Vector, system: SystemBuilder, loader: RealLoader
) -> None:
    build(system).with_env(**dict(vector.environment))
    if vector.components is not None:
        between = system.root / "share" / "between" / "vulkan" / "implicit_layer.d"
        system.add_override(
            tuple(vector.components.split()),
            blacklisted_layers=vector.blacklist.split(),
            folder=between if vector.between else None,
        )
    application = Application(layers=tuple(vector.application.split()))
    answer = system.run_reference(loader, application)
    last_wins, first_wins = vector.last_wins, vector.first_wins
    if vector.special and vector.special[0][0] <= loader.version <= vector.special[0][1]:
        last_wins = first_wins = vector.special[1]
    assert (answer.create, answer.chain()) == expected(loader, last_wins, first_wins), str(loader)
    # The log is no hearsay: the layers were entered in the order in which it lists them.
    assert answer.entered == answer.chain()
    assert_same(system, loader, application)


def keyed(component: str, *programs: Path, **layer: Any) -> dict[str, Any]:
    """Return an override limited to programs."""
    return manifests.override_layer([component], app_keys=[str(x) for x in programs], **layer)


@pytest.fixture
def programs(system: SystemBuilder) -> tuple[Path, Path, Path]:
    """Return three programs on the machine."""
    paths = tuple(system.root / "bin" / f"program{number}" for number in (1, 2, 3))
    for path in paths:
        system.add_program(path)
    return paths[0], paths[1], paths[2]


def test_missing_component_drops_the_override_but_its_paths_act(
    system: SystemBuilder, loader: RealLoader
) -> None:
    build(system)
    own = system.root / "own"
    system.add_explicit_layer("U", folder=own)
    system.add_override(("U", "GONE"), override_paths=[str(own)])
    application = Application(layers=("A",))
    assert assert_same(system, loader, application).create == LAYER_NOT_PRESENT


def test_override_for_another_program_leaks_until_duplicates_leave_the_list(
    system: SystemBuilder, loader: RealLoader, programs: tuple[Path, Path, Path]
) -> None:
    first, second, _ = programs
    build(system).add_overrides(keyed("A", first), keyed("B", second))
    answer = assert_same(system, loader, program=first)
    leaks = loader.version < DUPLICATES_LEAVE_SINCE
    assert answer.chain() == (("A", "B", "I1", "I2") if leaks else ("A", "I1", "I2")), str(loader)


@pytest.mark.parametrize(("program", "chain"), [(0, ("A", "I1", "I2")), (1, ("B", "I1", "I2"))])
def test_cumulative_keys_stop_the_leak(
    program: int,
    chain: tuple[str, ...],
    system: SystemBuilder,
    loader: RealLoader,
    programs: tuple[Path, Path, Path],
) -> None:
    first, second, _ = programs
    build(system).add_overrides(keyed("A", first), keyed("B", second, first))
    assert assert_same(system, loader, program=programs[program]).chain() == chain, str(loader)


def test_paths_of_an_override_for_another_program_leak(
    system: SystemBuilder, loader: RealLoader, programs: tuple[Path, Path, Path]
) -> None:
    first, second, _ = programs
    nowhere = str(system.root / "nowhere")
    build(system).add_overrides(keyed("A", first), keyed("B", second, override_paths=[nowhere]))
    application = Application(layers=("C",))
    assert assert_same(system, loader, application, program=first).create == LAYER_NOT_PRESENT


@pytest.mark.parametrize("position", range(4))
@pytest.mark.parametrize("program", range(4))
def test_three_programs_and_a_global_override_in_one_file(
    program: int,
    position: int,
    system: SystemBuilder,
    loader: RealLoader,
    programs: tuple[Path, Path, Path],
) -> None:
    first, second, third = programs
    overrides = [
        keyed("A", first),
        keyed("B", second, first),
        keyed("C", third, first, second),
    ]
    overrides.insert(position, manifests.override_layer(["I3"]))
    build(system).add_overrides(*overrides)
    path = programs[program] if program < 3 else system.program
    chain = assert_same(system, loader, program=path).chain()
    if program < 3:
        assert chain == ("ABC"[program], "I1", "I2"), str(loader)
    else:
        assert chain == expected(loader, "I1 I2 I3", "I3 I1 I2")[1], str(loader)
