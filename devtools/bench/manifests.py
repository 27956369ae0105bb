"""A crowded machine: manifests as varied as those of real layers, each with its library.

The sizes are those of the layers that the Vulkan SDK installs: half of them are a few kilobytes,
the others describe dozens of settings and presets. Every run writes the same machine.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# Settings described in a manifest; about 1, 2, 4, 4, 12, 26, 66 and 92 kB.
_SETTING_COUNTS = (0, 0, 3, 4, 13, 30, 76, 106)
_LIBRARY = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0\x3e\0\1\0\0\0" + bytes(40)
_TEXT = """
    the layer of this device writes each frame that is presented into a file or reports it when a
    limit feature format extension memory queue shader object is not what the specification demands
    and the program goes on as if nothing had happened
"""
_WORDS = _TEXT.split()
_TYPES = ("BOOL", "STRING", "ENUM", "FLAGS", "INT", "SAVE_FILE", "LIST", "FRAMES")
_EXTENSIONS = (
    "VK_EXT_debug_utils",
    "VK_EXT_debug_report",
    "VK_EXT_layer_settings",
    "VK_EXT_validation_features",
    "VK_EXT_tooling_info",
    "VK_EXT_debug_marker",
    "VK_KHR_synchronization2",
)


def write_machine(root: Path, count: int) -> dict[str, str]:
    """Write the manifests and libraries of many layers; return the environment to see them."""
    chance = random.Random(count)
    places = [
        root / "home/.config/vulkan/implicit_layer.d",
        root / "home/.local/share/vulkan/explicit_layer.d",
        root / "share/vulkan/explicit_layer.d",
        root / "share/vulkan/implicit_layer.d",
    ]
    libraries = root / "lib"
    for folder in (*places, libraries):
        folder.mkdir(parents=True)
    names: list[str] = []
    while len(names) < count:
        path = places[chance.choices(range(4), (1, 3, 5, 1))[0]]
        layers = [
            _make_layer(chance, names, libraries, "implicit" in path.name)
            for _ in range(min(chance.choices((1, 2), (40, 1))[0], count - len(names)))
        ]
        text = json.dumps(_make_document(layers), indent=chance.choice((2, 4, 4, "\t")))
        (path / f"VkLayer_{len(names):05}.json").write_text(text, encoding="utf-8")
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(root / "home"),
        "XDG_CONFIG_DIRS": str(root / "etc"),
        "XDG_DATA_DIRS": str(root / "share"),
    }


def _make_document(layers: list[dict[str, Any]]) -> Mapping[str, Any]:
    if len(layers) == 1:
        return {"file_format_version": "1.2.0", "layer": layers[0]}
    return {"file_format_version": "1.1.2", "layers": layers}


def _make_layer(
    chance: random.Random, names: list[str], libraries: Path, implicit: bool
) -> dict[str, Any]:
    number = len(names)
    vendor = chance.choice(("LUNARG", "KHRONOS", "VALVE", "NV", "MESA", "OBS"))
    layer: dict[str, Any] = {
        "name": f"VK_LAYER_{vendor}_{chance.choice(_WORDS)}_{number:05}",
        "type": chance.choices(("GLOBAL", "INSTANCE"), (9, 1))[0],
        "library_path": str(libraries / f"libVkLayer_{number:05}.so"),
        "api_version": f"1.{chance.randint(1, 4)}.{chance.randint(3, 341)}",
        "implementation_version": chance.choice(("1", "1", "2", "1.3.0")),
        "description": _make_sentence(chance, 4, 12),
    }
    if number > 10 and not implicit and chance.random() < 0.01:
        # Never implicit: for such a meta-layer the loader reads the explicit manifests twice.
        del layer["library_path"]
        layer |= {"api_version": "1.0.0", "component_layers": chance.sample(names, 3)}
    else:
        Path(layer["library_path"]).write_bytes(_LIBRARY)
    names.append(layer["name"])
    if implicit:
        layer["disable_environment"] = {f"DISABLE_BENCH_{number}": "1"}
        if chance.random() < 0.5:
            layer["enable_environment"] = {f"ENABLE_BENCH_{number}": "1"}
    for kind in ("instance_extensions", "device_extensions"):
        if chance.random() < 0.6:
            layer[kind] = [_make_extension(chance, x) for x in chance.sample(_EXTENSIONS, 2)]
    settings = chance.choice(_SETTING_COUNTS)
    if settings:
        layer["introduction"] = _make_sentence(chance, 12, 40)
        layer["url"] = "https://vulkan.example.org/doc/layer.html"
        layer["platforms"] = ["WINDOWS", "LINUX", "MACOS"]
        layer["features"] = _make_features(chance, settings)
    return layer


def _make_extension(chance: random.Random, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {"name": name, "spec_version": str(chance.randint(1, 14))}
    if chance.random() < 0.4:
        found["entrypoints"] = ["vkCreateDebugReportCallbackEXT", "vkDebugReportMessageEXT"]
    return found


def _make_features(chance: random.Random, count: int) -> dict[str, Any]:
    features: dict[str, Any] = {"settings": [_make_setting(chance, i) for i in range(count)]}
    if count > 10:
        features["presets"] = [
            {
                "label": _make_sentence(chance, 2, 4),
                "description": _make_sentence(chance, 8, 20),
                "platforms": ["WINDOWS", "LINUX"],
                "settings": [{"key": f"key_{i}", "value": bool(i % 2)} for i in range(count // 6)],
            }
            for _ in range(3)
        ]
    return features


def _make_setting(chance: random.Random, number: int) -> dict[str, Any]:
    kind = chance.choice(_TYPES)
    setting: dict[str, Any] = {
        "key": f"key_{number}",
        "env": f"VK_BENCH_KEY_{number}",
        "label": _make_sentence(chance, 1, 3),
        "description": _make_sentence(chance, 8, 40).replace("reports it", 'writes "it"'),
        "type": kind,
        "default": _make_default(chance, kind),
    }
    if kind in ("ENUM", "FLAGS"):
        setting["flags"] = [
            {"key": f"FLAG_{i}", "label": _make_sentence(chance, 1, 3), "description": ""}
            for i in range(chance.randint(2, 9))
        ]
    if number and chance.random() < 0.3:
        setting["dependence"] = {
            "mode": "ALL",
            "settings": [{"key": f"key_{number - 1}", "value": True}],
        }
    return setting


def _make_default(chance: random.Random, kind: str) -> Any:
    if kind == "BOOL":
        return chance.random() < 0.5
    if kind == "INT":
        return chance.randint(0, 100)
    return [] if kind in ("LIST", "FLAGS") else _make_sentence(chance, 0, 2)


def _make_sentence(chance: random.Random, least: int, most: int) -> str:
    return " ".join(chance.choices(_WORDS, k=chance.randint(least, most)))
