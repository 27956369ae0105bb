"""What turns layers on and off: variables, filters, the application, duplicates."""

from __future__ import annotations

import itertools

import pytest

from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import Place, SystemBuilder
from vkconfig_py.loader.base.host import Application

ANY_VERSION_SINCE = (1, 3, 228)
PATTERNS = (
    "VK_LAYER_one",
    "vk_layer_ONE",
    "VK_LAYER_o*",
    "*_one",
    "*LAYER*",
    "*",
    "**",
    "V*",
    "*e",
    "~all~",
    "~implicit~",
    "~explicit~",
    "~ALL~",
    "VK_LAYER_tw?",
    " VK_LAYER_one",
    "VK_LAYER_one,VK_LAYER_two",
    ",,VK_LAYER_two,",
    "",
    ",".join(["nothing"] * 15 + ["VK_LAYER_one", "VK_LAYER_two"]),
)  # fmt: skip


@pytest.fixture
def filtered(system: SystemBuilder) -> SystemBuilder:
    """Return a machine with implicit and explicit layers, some with an enable variable."""
    system.add_driver()
    system.add_implicit_layer("VK_LAYER_one")
    system.add_implicit_layer(
        "VK_LAYER_gated", place=Place.CONFIG_DIRS, enable_environment={"ENABLE_gated": "1"}
    )
    system.add_explicit_layer("VK_LAYER_two")
    system.add_explicit_layer("VK_LAYER_three", place=Place.CONFIG_DIRS)
    return system


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("variable", ["ENABLE", "DISABLE", "ALLOW"])
def test_one_filter(
    variable: str, pattern: str, filtered: SystemBuilder, loader: RealLoader
) -> None:
    filtered.with_env(**{f"VK_LOADER_LAYERS_{variable}": pattern})
    assert_same(filtered, loader)
    assert_same(filtered, loader, Application(layers=("VK_LAYER_two",)))


@pytest.mark.parametrize(
    ("enable", "disable", "allow"),
    [
        ("*", "*", None),
        ("VK_LAYER_gated", "~implicit~", None),
        ("VK_LAYER_two", "~all~", None),
        ("VK_LAYER_two", "~explicit~", None),
        (None, "~all~", "VK_LAYER_one"),
        (None, "~all~", "VK_LAYER_two"),
        (None, "*", "~implicit~"),
        (None, "*", "*"),
        ("VK_LAYER_gated", "*", "VK_LAYER_one"),
        ("VK_LAYER_three", "VK_LAYER_three", "VK_LAYER_three"),
    ],
)
def test_filters_together(
    enable: str | None,
    disable: str,
    allow: str | None,
    filtered: SystemBuilder,
    loader: RealLoader,
) -> None:
    filtered.with_env(
        VK_LOADER_LAYERS_ENABLE=enable,
        VK_LOADER_LAYERS_DISABLE=disable,
        VK_LOADER_LAYERS_ALLOW=allow,
    )
    assert_same(filtered, loader)
    assert_same(filtered, loader, Application(layers=("VK_LAYER_two",)))


@pytest.mark.parametrize("enable", [None, "1", "0", ""], ids=lambda v: f"enable={v}")
@pytest.mark.parametrize("disable", [None, "1", "0", ""], ids=lambda v: f"disable={v}")
@pytest.mark.parametrize("variable", [None, "ENABLE", "VK_INSTANCE_LAYERS", "application"])
def test_variables_of_an_implicit_layer(
    enable: str | None,
    disable: str | None,
    variable: str | None,
    system: SystemBuilder,
    loader: RealLoader,
) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_b", place=Place.CONFIG_HOME)
    system.add_implicit_layer(
        "VK_LAYER_a",
        enable_environment={"ENABLE_a": "1"},
        disable_environment={"DISABLE_a": "1"},
    ).with_env(ENABLE_a=enable, DISABLE_a=disable)
    if variable == "ENABLE":
        system.with_env(VK_LOADER_LAYERS_ENABLE="VK_LAYER_a")
    elif variable == "VK_INSTANCE_LAYERS":
        system.with_env(VK_INSTANCE_LAYERS="VK_LAYER_a")
    layers = ("VK_LAYER_a",) if variable == "application" else ()
    assert_same(system, loader, Application(layers=layers))


@pytest.mark.parametrize(
    "value",
    [
        "VK_LAYER_two:VK_LAYER_three",
        "VK_LAYER_three:VK_LAYER_two",
        "VK_LAYER_two:VK_LAYER_two",
        "VK_LAYER_unknown:VK_LAYER_two",
        "VK_LAYER_gated:VK_LAYER_two:VK_LAYER_one",
        "VK_LAYER_oneandmore",
        "VK_LAYER_twoandmore",
        "::VK_LAYER_two:",
        "vk_layer_two",
        "VK_LAYER_two,VK_LAYER_three",
        "",
    ],
)
@pytest.mark.parametrize("layers", [(), ("VK_LAYER_two",), ("VK_LAYER_one",)], ids=repr)
def test_instance_layers(
    value: str, layers: tuple[str, ...], filtered: SystemBuilder, loader: RealLoader
) -> None:
    filtered.with_env(VK_INSTANCE_LAYERS=value)
    assert_same(filtered, loader, Application(layers=layers))


@pytest.mark.parametrize(
    "layers", list(itertools.permutations(("VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_c")))
)
def test_layers_of_the_application_keep_its_order(
    layers: tuple[str, ...], system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver()
    for name in sorted(layers):
        system.add_explicit_layer(name)
    assert assert_same(system, loader, Application(layers=layers)).chain() == layers


@pytest.mark.parametrize(
    "layers",
    [
        ("VK_LAYER_two", "VK_LAYER_two"),
        ("VK_LAYER_one", "VK_LAYER_two"),
        ("VK_LAYER_gated", "VK_LAYER_two"),
        ("VK_LAYER_two", "VK_LAYER_gated"),
        ("VK_LAYER_unknown",),
        ("",),
        ("VK_LAYER_" + "x" * 300,),
    ],
    ids=lambda layers: "+".join(layers)[:40],
)
def test_layers_that_the_application_asks_for(
    layers: tuple[str, ...], filtered: SystemBuilder, loader: RealLoader
) -> None:
    assert_same(filtered, loader, Application(layers=layers))


@pytest.mark.parametrize("version", [None, (1, 0, 0), (1, 1, 0), (1, 3, 250), (1, 4, 0)])
def test_version_of_the_application(
    version: tuple[int, int, int] | None, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_a", api_version="1.1.0")
    system.add_explicit_layer("VK_LAYER_b", api_version="1.0.3")
    application = Application("test", version, layers=("VK_LAYER_b",))
    refused = version is not None and version >= (1, 2, 0) and loader.version < ANY_VERSION_SINCE
    chain = ("VK_LAYER_b",) if refused else ("VK_LAYER_a", "VK_LAYER_b")
    assert assert_same(system, loader, application).chain() == chain


@pytest.mark.parametrize("copies", [2, 3, 4])
@pytest.mark.parametrize("kind", ["implicit", "explicit", "both"])
def test_copies_of_a_layer(
    copies: int, kind: str, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver()
    places = [Place.CONFIG_HOME, Place.CONFIG_DIRS, Place.DATA_HOME, Place.DATA_DIRS][:copies]
    for number, place in enumerate(places):
        members = {"description": f"copy {number}", "implementation_version": str(number)}
        if kind != "explicit":
            system.add_implicit_layer("VK_LAYER_a", place=place, **members)
        if kind != "implicit":
            system.add_explicit_layer("VK_LAYER_a", place=place, **members)
    assert_same(system, loader)
    assert_same(system, loader, Application(layers=("VK_LAYER_a",)))


def test_two_layers_in_the_same_library(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_a")
    library = str(system.root / "libraries" / "libVK_LAYER_a.so")
    system.add_explicit_layer("VK_LAYER_b", library_path=library)
    assert_same(system, loader)


@pytest.mark.parametrize(
    "extensions",
    [
        ("VK_EXT_debug_utils",),
        ("VK_EXT_debug_report", "VK_KHR_surface"),
        ("VK_KHR_unknown",),
        ("VK_EXT_layer_extension",),
    ],
    ids=repr,
)
def test_extensions_of_the_application(
    extensions: tuple[str, ...], system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_implicit_layer(
        "VK_LAYER_a",
        instance_extensions=[
            {"name": "VK_EXT_layer_extension", "spec_version": "1"},
            {"name": "VK_KHR_surface", "spec_version": "1"},
        ],
    )
    assert_same(system, loader, Application(extensions=extensions))
