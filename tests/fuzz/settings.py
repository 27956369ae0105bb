"""Random loader settings files."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tests.fuzz.manifests import Faults
from tests.fuzz.text import Members, members
from tests.fuzz.words import UNKNOWN_NAME, chance, some

# Everything, so that the search and the chain are still logged.
_EVERY_MESSAGE = ["all"]
_QUIET_WORDS = ("info", "warn", "perf", "error", "debug", "layer", "driver", "validation", "x", 5)
FILE = "vulkan/loader_settings.d/vk_loader_settings.json"
FIRST_FILE = "vulkan/settings.d/vk_loader_settings.json"  # of 1.3.251
OTHER_PROGRAM = "@ROOT@/bin/other"


class Known(NamedTuple):
    """What a settings file can speak of.

    Attributes:
        layers: (name, path of the manifest, whether it is in an implicit folder).
        drivers: paths of driver manifests.
        program: path of the program that asks.
    """

    layers: Sequence[tuple[str, str, bool]]
    drivers: Sequence[str]
    program: str


def settings_file(random: Random, known: Known, faults: Faults) -> Any:
    """Return the root of a settings file."""
    root = members(("file_format_version", "1.0.0"))
    if chance(random, 0.6):
        root.append(("settings", _section(random, known, faults)))
        if chance(random, 0.2):
            root.append(("more", random.choice((_section(random, known, faults), 5, []))))
    if len(root) == 1 or chance(random, 0.1):
        sections: Any = [_section(random, known, faults) for _ in range(random.choice((1, 2, 3)))]
        if faults.happens(0.4):
            sections.insert(random.randrange(len(sections) + 1), faults.odd())
        if chance(random, 0.05):
            sections = Members((f"s{number}", inner) for number, inner in enumerate(sections))
        root.append(("settings_array", sections))
    if faults.happens(0.4):
        root.put("file_format_version", faults.odd())
    if faults.happens(0.2):
        root.drop(random.choice(root)[0])
    if faults.happens(0.2):
        key = random.choice(root)[0]
        root.rename(key, key.upper())
    return root if not faults.happens(0.1) else random.choice(([], 5, None, [root]))


def _section(random: Random, known: Known, faults: Faults) -> Any:
    section = Members()
    if chance(random, 0.35):
        own = random.choice((known.program, known.program, OTHER_PROGRAM, 5))
        keys = [own, *some(random, (OTHER_PROGRAM, "program", known.program), 2)]
        section.append(("app_keys", keys if not faults.happens(0.3) else faults.odd()))
    if chance(random, 0.12):
        section.append(("stderr_log", _words(random, faults)))
    if chance(random, 0.8):
        section.append(("layers", _layers(random, known, faults)))
    if chance(random, 0.2):
        section.append(("additional_drivers", _drivers(random, known, faults)))
    if chance(random, 0.1):
        exclusive = random.choice((True, True, False, "true", 1))
        section.append(("additional_drivers_use_exclusively", exclusive))
    if chance(random, 0.12):
        section.append(("device_configurations", _devices(random, faults)))
    if chance(random, 0.1):
        random.shuffle(section)
    return section


def _words(random: Random, faults: Faults) -> Any:
    if faults.happens(0.3):
        return faults.odd()
    if chance(random, 0.8):
        return random.choice((_EVERY_MESSAGE, [*_EVERY_MESSAGE, "layer"], [], ["x"], ["x", "all"]))
    return some(random, _QUIET_WORDS, 3)


def _layers(random: Random, known: Known, faults: Faults) -> Any:
    chosen = some(random, list(known.layers), 6)
    if chosen and chance(random, 0.2):
        chosen.append(random.choice(chosen))
    found: list[Any] = [_layer(random, *layer, faults) for layer in chosen]
    off = any(entry.get("control") == "off" for entry in found)
    # Older loaders crash on the pair in every program.
    if chance(random, 0.6) and (not off or faults.fatal or chance(random, 0.6)):
        for _ in range(random.choice((1, 1, 1, 2))):
            place = random.randrange(len(found) + 1)
            found.insert(place, members(("control", "unordered_layer_location")))
    if faults.happens(0.3):
        found.insert(random.randrange(len(found) + 1), faults.odd())
    if faults.happens(0.1):
        return Members((f"l{number}", inner) for number, inner in enumerate(found))
    return found if not faults.happens(0.15) else faults.odd()


def _layer(random: Random, name: str, path: str, implicit: bool, faults: Faults) -> Members:
    control: Any = random.choice(("auto", "auto", "on", "on", "off", "On", "maybe"))
    entry = members(("name", name), ("path", path), ("control", control))
    if implicit != chance(random, 0.1):
        entry.append(("treat_as_implicit_manifest", True))
    if faults.happens(0.25):
        entry.put(random.choice(entry)[0], faults.odd())
    if faults.happens(0.15):
        entry.drop(random.choice(entry)[0])
    if faults.happens(0.3):
        entry.put("name", random.choice((UNKNOWN_NAME, name.lower())))
    if faults.happens(0.3):
        entry.put("path", random.choice((path.removesuffix(".json"), "missing.json", "", "x")))
    if faults.happens(0.2):
        key = random.choice(entry)[0]
        entry.rename(key, key.upper())
    return entry


def _drivers(random: Random, known: Known, faults: Faults) -> Any:
    found: list[Any] = [members(("path", path)) for path in some(random, list(known.drivers), 2)]
    if faults.happens(0.6):
        path = random.choice(("@ROOT@/missing.json", "@ROOT@/missing", "", 5, None))
        found.insert(random.randrange(len(found) + 1), members(("path", path)))
    if faults.happens(0.3):
        found.insert(random.randrange(len(found) + 1), faults.odd())
    return found if not faults.happens(0.2) else faults.odd()


def _devices(random: Random, faults: Faults) -> Any:
    # An entry that fits no device makes the enumeration of devices fail, not the creation.
    entry = members(("deviceUUID", [1] * 16), ("driverUUID", [2] * 16), ("driverVersion", 1))
    older = members(("deviceUUID", [1] * 16))  # before 1.4.329
    found: list[Any] = random.choice(([], [entry], [older], [entry, Members()]))
    if faults.happens(0.5):
        return random.choice(([*found, 5], faults.odd()))
    return found
