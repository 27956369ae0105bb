"""Rules that random machines brought to light, each on the smallest machine that shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.framework import manifests
from tests.framework.reference import RealLoader
from tests.framework.system import ManifestKind, Place, SystemBuilder
from tests.fuzz.answers import Desk, Facts, ask, differences, facts_of_report, predict
from tests.fuzz.machine import Machine, Tree
from vkconfig_py.loader.base.host import Application

A, B, META, INNER = "VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_meta", "VK_LAYER_inner"


def assert_all_same(
    system: SystemBuilder, loader: RealLoader, application: Application | None = None
) -> Facts:
    """Assert that every key that files decide is the same, and return what the loader says."""
    machine = Machine(
        "test",
        (),
        tuple(system.environment.items()),
        application or Application(),
        str(system.program.relative_to(system.root)),
        ".",
    )
    tree = Tree(machine, str(system.root))
    desk = Desk.at(system.root / "desk")
    actual, predicted = ask(tree, loader, desk), facts_of_report(predict(tree, loader), tree)
    wrong = {key: (predicted.get(key), actual.get(key)) for key in differences(predicted, actual)}
    assert not wrong, f"engine and {loader} differ: {wrong}"
    return actual


def extension(name: str | None, version: str | None = "1") -> dict[str, Any]:
    members = {"name": name, "spec_version": version}
    return {key: value for key, value in members.items() if value is not None}


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    return system.add_driver()


def test_meta_layer_offers_what_its_components_offer(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_explicit_layer(A, instance_extensions=[extension("VK_EXT_one")])
    machine.add_explicit_layer(B, instance_extensions=[extension("VK_EXT_two")])
    own = [extension("VK_EXT_two", "7")]
    machine.add_meta_layer(META, (A, B), instance_extensions=own)
    offered = assert_all_same(machine, loader)["layer_extensions"]
    assert offered[META] == [["VK_EXT_two", 7], ["VK_EXT_one", 1]]


def test_extensions_come_up_from_an_inner_meta_layer(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_explicit_layer(A, instance_extensions=[extension("VK_EXT_one")])
    machine.add_meta_layer(META, (INNER,), kind=ManifestKind.IMPLICIT)
    machine.add_meta_layer(INNER, (A,))
    assert_all_same(machine, loader)


@pytest.mark.parametrize("name", ["", "VK_LAYER_\udcff", "VK_LAYER_\x7f", "VK_LAYER_\u00e9"])
def test_names_that_the_loader_does_not_look_up(
    name: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    document = manifests.layer_document(manifests.explicit_layer("x", "libx.so", name="NAME"))
    text = str(document).replace("'", '"').replace("NAME", name)
    path = machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "odd.json"
    machine.add_file(path, text.encode("utf-8", "surrogateescape"))
    assert_all_same(machine, loader)
    if name:
        assert_all_same(machine, loader, Application(layers=(name,)))


@pytest.mark.parametrize(
    "text",
    [
        '{"layer": 5, "file_format_version": "1.0.0", "layer": LAYER}',
        '{"layer": LAYER, "file_format_version": "1.0.1", "layer": 5}',
        '{"file_format_version": "1.0.0", "Layer": "", "layer": LAYER}',
        '{"file_format_version": "1.1.0.0", "layer": LAYER, "url": ""}',
        '{"file_format_version": 5, "layer": LAYER, "url": ""}',
        '{"file_format_version": 0.5, "layer": LAYER, "url": ""}',
        '{"file_format_version": "1.1.0", "layers": {"x": LAYER, "x": LAYER2}}',
    ],
)
def test_members_that_stand_twice_and_odd_versions(
    text: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    layers = (manifests.explicit_layer(name, f"lib{name}.so") for name in (B, A))
    for place, layer in zip(("LAYER2", "LAYER"), layers, strict=True):
        text = text.replace(place, str(layer).replace("'", '"'))
    machine.add_file(machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "odd.json", text)
    assert_all_same(machine, loader)


@pytest.mark.parametrize(
    "extensions",
    [
        [extension(None)],
        [extension("VK_EXT_one", "3"), extension(None, None), extension("VK_EXT_two", None)],
        {"a": extension("VK_EXT_one"), "b": {}},
        [5, "text", extension("VK_EXT_one")],
        [extension(manifests.OVERRIDE)],
    ],
    ids=repr,
)
@pytest.mark.parametrize("key", ["instance_extensions", "device_extensions"])
def test_extensions_that_lack_something(
    key: str, extensions: Any, machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_explicit_layer(A, **{key: extensions})
    machine.add_override((A,), app_keys=["/bin/nobody"], **{key: extensions})
    assert_all_same(machine, loader)


@pytest.mark.parametrize("kind", ["override", "meta", "override that is off", "none"])
@pytest.mark.parametrize("content", [None, "", "{}", "{", " "], ids=repr)
def test_last_explicit_file_that_cannot_be_read(
    content: str | None, kind: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    file = machine.root / "one.json"
    machine.with_env(VK_LAYER_PATH=str(file))
    if content is not None:
        machine.add_file(file, content)
    if kind == "meta":
        machine.add_meta_layer(META, (), kind=ManifestKind.IMPLICIT)
    elif kind != "none":
        machine.add_override(())
    if kind == "override that is off":
        machine.with_env(**{f"DISABLE_{manifests.OVERRIDE}": "1"})
    assert_all_same(machine, loader)


def test_library_that_is_a_loop_of_links(machine: SystemBuilder, loader: RealLoader) -> None:
    loop = machine.root / "libloop.so"
    loop.symlink_to(loop.name)
    machine.add_driver("loop", library_path=str(loop))
    machine.add_implicit_layer(A, library_path=str(loop))
    assert_all_same(machine, loader)


@pytest.mark.parametrize("value", ["{f}::{f}", ":{f}:{f}", "{f}:::{f}:{f}", "{f}::x:{f}", "{f}:"])
def test_empty_entries_of_a_search_variable(
    value: str, machine: SystemBuilder, loader: RealLoader, tmp_path: Path
) -> None:
    folder = machine.folder(ManifestKind.DRIVER, Place.DATA_DIRS)
    machine.with_env(VK_DRIVER_FILES=value.format(f=folder), VK_LAYER_PATH=value.format(f=tmp_path))
    assert_all_same(machine, loader)


@pytest.mark.parametrize("order", ["", "A", "B", "C", "AB", "CA", "BB"])
def test_driver_of_the_settings_file_that_is_found_too(
    order: str, system: SystemBuilder, loader: RealLoader
) -> None:
    for name in "ABC":
        system.add_driver(name)
    drivers = [{"path": str(system.manifest(name))} for name in order]
    section = {"additional_drivers": drivers, "stderr_log": ["all"]}
    folder = Path(system.environment["XDG_CONFIG_HOME"]) / "vulkan/loader_settings.d"
    document = {"file_format_version": "1.0.0", "settings": section}
    system.add_file(folder / "vk_loader_settings.json", document)
    assert_all_same(system, loader)


def test_off_entry_is_found_before_a_component_of_its_name(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_explicit_layer(A)
    machine.add_meta_layer(META, (A,))
    layers = [
        {"name": name, "path": str(machine.manifest(name)), "control": control}
        for name, control in ((A, "off"), (A, "auto"), (META, "on"))
    ]
    folder = Path(machine.environment["XDG_CONFIG_HOME"]) / "vulkan/loader_settings.d"
    document = {"file_format_version": "1.0.0", "settings": {"layers": layers}}
    machine.add_file(folder / "vk_loader_settings.json", document)
    assert_all_same(machine, loader)


def test_component_of_the_settings_file_that_a_filter_disables(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_explicit_layer(A)
    machine.add_meta_layer(META, (A,))
    layers = [
        {"name": name, "path": str(machine.manifest(name)), "control": control}
        for name, control in ((A, "auto"), (META, "on"))
    ]
    folder = Path(machine.environment["XDG_CONFIG_HOME"]) / "vulkan/loader_settings.d"
    document = {"file_format_version": "1.0.0", "settings": {"layers": layers}}
    machine.add_file(folder / "vk_loader_settings.json", document)
    machine.with_env(VK_LOADER_LAYERS_DISABLE=A)
    assert_all_same(machine, loader)


@pytest.mark.parametrize(
    "text", ['"open', '"', '"open\\\\', '{"open', '["open', '{"a": "open', ' "a" x']
)
def test_string_that_is_not_closed(text: str, machine: SystemBuilder, loader: RealLoader) -> None:
    machine.add_file(machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "odd.json", text)
    assert_all_same(machine, loader)


@pytest.mark.parametrize("tokens", ["V*", "**", "*", "*V", "x*,**", "v*,*y"])
@pytest.mark.parametrize("before", [0, 14, 15, 16])
def test_short_patterns_count_among_the_sixteen(
    before: int, tokens: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    for name in ("V", "V*", "x*", "x*y", A):
        machine.add_implicit_layer(name, file=f"{len(name)}{name[0]}.json")
    padding = [f"nothing{number}" for number in range(before)]
    machine.with_env(VK_LOADER_LAYERS_DISABLE=",".join([*padding, tokens, "~implicit~"]))
    assert_all_same(machine, loader)


def test_off_entry_is_found_before_an_entry_of_the_same_name(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_explicit_layer(A, instance_extensions=[extension("VK_EXT_one")])
    path = str(machine.manifest(A))
    entries = [{"name": A, "path": path, "control": control} for control in ("off", "on")]
    folder = Path(machine.environment["XDG_CONFIG_HOME"]) / "vulkan/loader_settings.d"
    document = {"file_format_version": "1.0.0", "settings": {"layers": entries}}
    machine.add_file(folder / "vk_loader_settings.json", document)
    assert_all_same(machine, loader)


def several(*keys: list[str] | None, **last: Any) -> list[dict[str, Any]]:
    """Return overrides with these app_keys, None for none; the last one has more members."""
    members = [{} if key is None else {"app_keys": key} for key in keys]
    members[-1].update(last)
    return [manifests.override_layer((), **more) for more in members]


@pytest.mark.parametrize(
    "last", [{}, {"override_paths": ["PATHS"]}, {"instance_extensions": [extension("VK_EXT_a")]}]
)
@pytest.mark.parametrize("layer", [{}, {"library_path": None}, {"name": None}, {"type": "DEVICE"}])
@pytest.mark.parametrize("order", ["global first", "keyed first", "both keyed"])
def test_layer_in_the_place_of_a_removed_override(
    order: str,
    layer: dict[str, Any],
    last: dict[str, Any],
    machine: SystemBuilder,
    loader: RealLoader,
) -> None:
    own = [str(machine.program)]
    keys = {"global first": (None, own), "keyed first": (own, None), "both keyed": (own, own)}
    folder = machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS)
    if "override_paths" in last:
        last = {"override_paths": [str(folder)]}
    machine.add_overrides(*several(*keys[order], **last))
    machine.add_explicit_layer(A, **layer)
    assert_all_same(machine, loader)


def test_disabled_override_blocks_layers_once_a_layer_passes_for_an_override(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    own = [str(machine.program)]
    off = {"enable_environment": {"NOBODY_SETS_THIS": "1"}, "blacklisted_layers": [A]}
    first, second = several(own, None)
    machine.add_overrides({**first, **off}, second)
    machine.add_implicit_layer(A)
    machine.add_explicit_layer(B)
    assert_all_same(machine, loader)


@pytest.mark.parametrize("members", [{"is_portability_driver": True}, {"library_arch": "32"}])
@pytest.mark.parametrize("version", [5, True, None, [], "1.1.0"], ids=repr)
def test_driver_without_a_version(
    version: Any, members: dict[str, Any], machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_driver("odd", api_version=version, **members)
    path = machine.manifest("odd")
    if version is None:
        path.write_text(
            path.read_text().replace('"library_path"', '"api_version": null, "library_path"')
        )
    assert_all_same(machine, loader)


@pytest.mark.parametrize("components", [(INNER,), (INNER, INNER), (INNER, A)], ids=repr)
def test_last_layer_of_a_name_is_looked_into(
    components: tuple[str, ...], machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_explicit_layer(A)
    machine.add_meta_layer(META, components, place=Place.CONFIG_HOME)
    machine.add_meta_layer(INNER, ("VK_LAYER_unknown",), place=Place.CONFIG_DIRS)
    machine.add_explicit_layer(INNER, place=Place.DATA_DIRS)
    assert_all_same(machine, loader)


def test_override_with_a_library_of_its_own(machine: SystemBuilder, loader: RealLoader) -> None:
    machine.add_override((), library_path="libnone.so", component_layers=None)
    document = manifests.override_layer((), library_path="libnone.so", blacklisted_layers=[A, B])
    del document["component_layers"]
    machine.add_overrides(document)
    machine.add_implicit_layer(A)
    machine.add_explicit_layer(B)
    assert_all_same(machine, loader)


@pytest.mark.parametrize(
    "name",
    ["{}", '{"a": {}}', '{"a": {"b": {}}}', "[{}]", "[[{}, 1]]", '{"a": [{}]}', "[]", "[1.5]"],
)
def test_name_that_is_printed(name: str, machine: SystemBuilder, loader: RealLoader) -> None:
    layer = str(manifests.explicit_layer("NAME", "liba.so")).replace("'", '"')
    text = f'{{"file_format_version": "1.1.0", "layer": {layer}}}'.replace('"NAME"', name, 1)
    machine.add_file(machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "odd.json", text)
    assert_all_same(machine, loader)


@pytest.mark.parametrize("array", ["[[[]], LAYER]", "[[], LAYER]", "[5, LAYER]", "[LAYER, [1]]"])
def test_array_in_place_of_a_layer(array: str, machine: SystemBuilder, loader: RealLoader) -> None:
    layer = str(manifests.explicit_layer(A, "liba.so")).replace("'", '"')
    text = f'{{"file_format_version": "1.1.0", "layers": {array.replace("LAYER", layer)}}}'
    machine.add_file(machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "odd.json", text)
    assert_all_same(machine, loader)


@pytest.mark.parametrize(
    "entries",
    ["A -", "A B -", "B off:A -A", "off:A A B", "? A -", "A ? B off:A", "B A ? A", "? off:B -"],
)
def test_entries_of_the_settings_file_without_a_layer(
    entries: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    """A and B are layers, - has a manifest without any, ? is the unordered entry."""
    nothing = machine.root / "nothing.json"
    machine.add_file(nothing, "{}")
    for name in "AB":
        machine.add_explicit_layer(name)
    own = {name: str(machine.manifest(name)) for name in "AB"}
    layers = []
    for word in entries.split():
        control, _, name = word.rpartition(":")
        path = own.get(name, str(nothing))
        entry = {"name": name.lstrip("-") or "none", "path": path, "control": control or "auto"}
        layers.append({"control": "unordered_layer_location"} if word == "?" else entry)
    settings_for_all({"settings": {"stderr_log": ["all"], "layers": layers}}, machine)
    assert_all_same(machine, loader)


@pytest.mark.parametrize("keys", ["PP", "P-P", "-P", "oPo", "5P", "P5P"])
def test_sections_of_the_settings_file_for_one_program(
    keys: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    """P is for the program, o for another one, - for all, 5 no section."""
    sections: list[Any] = []
    for number, key in enumerate(keys):
        name = f"VK_LAYER_{number}"
        machine.add_explicit_layer(name)
        layer = {"name": name, "path": str(machine.manifest(name)), "control": "auto"}
        programs = {"P": [str(machine.program)], "o": ["/other"]}
        more = {"app_keys": programs[key]} if key in programs else {}
        sections.append(5 if key == "5" else {"stderr_log": ["all"], "layers": [layer], **more})
    settings_for_all({"settings_array": sections}, machine)
    assert_all_same(machine, loader)


@pytest.mark.parametrize(
    "entries", ["1 off 2 ?", "1 2 off 3 ?", "? 1 off 2", "1 off 2 3 ?", "1 off 1 ?", "1 ? 2 off 3"]
)
def test_off_entry_between_layers_of_one_name(
    entries: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_explicit_layer(B)
    layers: list[Any] = []
    for word in entries.split():
        path = machine.root / f"{word}.json"
        if word.isdigit():
            layer = manifests.explicit_layer(A, f"./lib{word}.so", description=word)
            machine.add_file(path, manifests.layer_document(layer))
        entry = {"name": A, "path": str(path), "control": "off" if word == "off" else "auto"}
        layers.append({"control": "unordered_layer_location"} if word == "?" else entry)
    settings_for_all({"settings": {"stderr_log": ["all"], "layers": layers}}, machine)
    assert_all_same(machine, loader)


def settings_for_all(members: dict[str, Any], machine: SystemBuilder) -> None:
    """Write a settings file where every loader looks for it."""
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        folder = Path(machine.environment[variable]) / "vulkan/loader_settings.d"
        machine.add_file(
            folder / "vk_loader_settings.json", {"file_format_version": "1.0.0", **members}
        )
