"""What a manifest may look like, and what each loader makes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.framework import manifests
from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import ManifestKind, Place, SystemBuilder
from vkconfig_py.loader.base.host import Application

LAYER = "VK_LAYER_a"


def ask_for_it(system: SystemBuilder, loader: RealLoader) -> None:
    """Compare without and with an application that asks for the layer."""
    assert_same(system, loader)
    assert_same(system, loader, Application(layers=(LAYER,)))


@pytest.mark.parametrize(
    "members",
    [
        {"type": "INSTANCE"},
        {"type": "DEVICE"},
        {"type": "device"},
        {"type": "OTHER"},
        {"type": None},
        {"type": 5},
        {"name": None},
        {"name": 5},
        {"name": ""},
        {"name": "not a layer's name"},
        {"name": "VK_LAYER_" + "x" * 245},
        {"name": "VK_LAYER_" + "x" * 246},
        {"name": "VK_LAYER_" + "x" * 600},
        {"name": "VK_LAYER_\u00e9\u4e2d"},
        {"description": None},
        {"description": "d" * 254},
        {"description": "d" * 255},
        {"description": "d" * 300},
        {"description": '"' * 127},
        {"description": '"' * 128},
        {"description": "<b>bold</b>\n\ttab"},
        {"api_version": None},
        {"api_version": "1.2"},
        {"api_version": "1.2.3.4"},
        {"api_version": "0.1.3.5"},
        {"api_version": "abc"},
        {"api_version": ""},
        {"api_version": "1.5000.3"},
        {"api_version": "9.0.0"},
        {"api_version": 1},
        {"implementation_version": None},
        {"implementation_version": 7},
        {"implementation_version": "42"},
        {"implementation_version": "-1"},
        {"implementation_version": "word"},
        {"implementation_version": "9223372036854775813"},
        {"implementation_version": "-99999999999999999999"},
        {"library_path": None},
        {"library_path": ""},
        {"library_arch": "64"},
        {"library_arch": "32"},
        {"library_arch": "128"},
        {"library_arch": 64},
        {"component_layers": []},
        {"component_layers": ["VK_LAYER_b"]},
        {"instance_extensions": [{"name": "VK_EXT_debug_report", "spec_version": "10"}]},
        {"instance_extensions": "none"},
        {"unknown_member": {"nested": [1, 2, 3]}},
        {"enable_environment": {"ENABLE_a": "1"}},
    ],
    ids=lambda members: repr(members)[:60],
)
def test_members_of_an_explicit_layer(
    members: dict[str, Any], system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_explicit_layer(LAYER, **members).add_explicit_layer("VK_LAYER_b")
    ask_for_it(system, loader)


@pytest.mark.parametrize(
    "members",
    [
        {"disable_environment": None},
        {"disable_environment": {}},
        {"disable_environment": []},
        {"disable_environment": "DISABLE_a"},
        {"disable_environment": {"DISABLE_a": 1}},
        {"disable_environment": {"DISABLE_a": "1", "DISABLE_b": "1"}},
        {"enable_environment": {}},
        {"enable_environment": {"ENABLE_a": 1}},
        {"enable_environment": {"ENABLE_a": ""}},
        {"enable_environment": {"ENABLE_a": "1", "ENABLE_b": "1"}},
    ],
    ids=repr,
)
@pytest.mark.parametrize("variables", [{}, {"ENABLE_a": "1"}, {"DISABLE_a": "1"}], ids=repr)
def test_environment_members_of_an_implicit_layer(
    members: dict[str, Any],
    variables: dict[str, str],
    system: SystemBuilder,
    loader: RealLoader,
) -> None:
    system.add_driver().add_implicit_layer(LAYER, **members).with_env(**variables)
    assert_same(system, loader)


@pytest.mark.parametrize(
    "version", ["1.0.0", "1.0.1", "1.1.0", "1.1.2", "1.2.1", "9.9.9", "word", "", None]
)
def test_file_format_versions(
    version: str | None, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_implicit_layer(LAYER, file_format_version=version)
    assert_same(system, loader)


@pytest.mark.parametrize("version", ["1.0.0", "1.0.1", "1.2.0"])
def test_layers_array(version: str, system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver()
    for name in (LAYER, "VK_LAYER_b"):
        system.add_explicit_layer(name, place=Place.NOWHERE)
    layers = [
        json.loads(system.manifest(name).read_text())["layer"] for name in (LAYER, "VK_LAYER_b")
    ]
    document = {"file_format_version": version, "layers": [layers[0], "text", layers[1]]}
    folder = system.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS)
    system.add_file(folder / "both.json", document)
    ask_for_it(system, loader)


@pytest.mark.parametrize("version", ["1.0.0", "1.2.0"])
@pytest.mark.parametrize("key", ["layer", "layers"])
def test_root_key_that_stands_twice(
    version: str, key: str, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver()
    layers = []
    for name in (LAYER, "VK_LAYER_b"):
        system.add_explicit_layer(name, place=Place.NOWHERE)
        layer = json.loads(system.manifest(name).read_text())["layer"]
        layers.append(layer if key == "layer" else {"x": layer, "second": layer})
    text = json.dumps({"file_format_version": version, key: layers[0], "other": layers[1]})
    text = text.replace('"other"', f'"{key}"').replace('"second"', '"x"')
    system.add_file(system.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "twice.json", text)
    ask_for_it(system, loader)


@pytest.mark.parametrize("version", ["1.0.0", "1.0.1", "1.2.0"])
@pytest.mark.parametrize("last", [True, False], ids=["last", "not last"])
def test_layer_key_beside_others(
    version: str, last: bool, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_explicit_layer(LAYER, file_format_version=version)
    document = json.loads(system.manifest(LAYER).read_text())
    others = {"note": 1}
    system.add_file(
        system.manifest(LAYER), {**others, **document} if last else {**document, **others}
    )
    ask_for_it(system, loader)


@pytest.mark.parametrize(
    "content",
    [
        "",
        " ",
        "{",
        "[]",
        "{}",
        "null",
        '"text"',
        "{'single': 1}",
        '{"layer": {}}',
        '{"file_format_version": "1.2.0"}',
        '{"file_format_version": "1.2.0", "layer": []}',
        '{"file_format_version": "1.2.0", "layers": {}}',
        '{"file_format_version": "1.2.0", "layers": "text"}',
        '{"file_format_version": "1.2.0", "layers": []}',
        '{"file_format_version": "1.2.0", "ICD": {"library_path": "x.so"}}',
        "[" * 2000,
        "\x00\x01\x02\x7fELF",
    ],
    ids=lambda content: repr(content)[:40],
)
def test_file_that_is_no_layer_manifest(
    content: str, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_good")
    system.add_file(system.folder(ManifestKind.IMPLICIT, Place.CONFIG_DIRS) / "bad.json", content)
    assert_same(system, loader)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text + b"trailing garbage {",
        lambda text: b"\n\t \x01" + text,
        lambda text: text.replace(b'"layer"', b'"LAYER"'),
        lambda text: text.replace(b'"name"', b'"Name"'),
        lambda text: text.replace(b'"name": "VK_LAYER_a"', b'"name": "VK_LAYER_a", "name": "b"'),
        lambda text: text.replace(b'"type": "GLOBAL",', b'"type": "GLOBAL", // comment\n'),
        lambda text: text.replace(b'"1"\n', b'"1",\n'),
        lambda text: text.replace(b"test layer", b"raw\ttab"),
        lambda text: text.replace(b"test layer", b"\xff\xfe"),
        lambda text: text.replace(b"test layer", b"\\u00e9\\ud83d\\ude00"),
        lambda text: text.replace(b"test layer", b"\\ud83d alone"),
        lambda text: text.replace(b"test layer", b"\\x escape"),
        lambda text: text.replace(b"test layer", b"nul\\u0000byte"),
    ],
    ids=[
        "byte order mark",
        "trailing garbage",
        "control characters before",
        "upper case key",
        "mixed case key",
        "key twice",
        "comment",
        "trailing comma",
        "raw tab in a string",
        "not UTF-8",
        "escapes",
        "lone surrogate",
        "invalid escape",
        "escaped NUL",
    ],
)
def test_json_beyond_the_standard(change: Any, system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer(LAYER).add_implicit_layer("VK_LAYER_good")
    path = system.manifest(LAYER)
    path.write_bytes(change(path.read_bytes()))
    assert_same(system, loader)


@pytest.mark.parametrize(
    "icd",
    [
        {"api_version": "1.0.0"},
        {"api_version": "0.1.3.0"},
        {"api_version": "1.1.3.0"},
        {"api_version": "word"},
        {"api_version": None},
        {"library_path": None},
        {"library_arch": "64"},
        {"library_arch": "32"},
        {"library_arch": "other"},
        {"is_portability_driver": True},
        {"is_portability_driver": "true"},
        {"is_portability_driver": False},
    ],
    ids=repr,
)
@pytest.mark.parametrize("flags", [0, 1])
def test_members_of_a_driver(
    icd: dict[str, Any], flags: int, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver("special", **icd).add_driver("plain", place=Place.CONFIG_DIRS)
    extensions = ("VK_KHR_portability_enumeration",) if flags else ()
    assert_same(system, loader, Application(flags=flags, extensions=extensions))


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "{}", '{"file_format_version": "1.0.0"}', '{"ICD": {"library_path": "x"}}'],
)
def test_file_that_is_no_driver_manifest(
    content: str, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver()
    system.add_file(system.folder(ManifestKind.DRIVER, Place.CONFIG_DIRS) / "bad.json", content)
    assert_same(system, loader)


def test_manifest_of_the_other_type_in_a_folder(system: SystemBuilder, loader: RealLoader) -> None:
    explicit = manifests.layer_document(manifests.explicit_layer(LAYER, "/nonexistent.so"))
    driver = manifests.driver_document("/nonexistent.so")
    system.add_driver().add_implicit_layer("VK_LAYER_good")
    system.add_file(
        system.folder(ManifestKind.IMPLICIT, Place.CONFIG_DIRS) / "explicit.json", explicit
    )
    system.add_file(system.folder(ManifestKind.EXPLICIT, Place.CONFIG_DIRS) / "driver.json", driver)
    system.add_file(system.folder(ManifestKind.DRIVER, Place.CONFIG_DIRS) / "layer.json", explicit)
    assert_same(system, loader)
