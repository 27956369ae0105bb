"""Random manifests of layers and drivers, good ones and broken ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.fuzz.text import BROKEN, LENIENT, Members, Raw, members, nested, odd_value, render
from tests.fuzz.words import (
    API_VERSIONS,
    FILE_VERSIONS,
    INSTANCE_EXTENSIONS,
    ODD_API_VERSIONS,
    ODD_FILE_VERSIONS,
    SWITCH_VALUES,
    SWITCHES,
    chance,
    sized,
    some,
)

_TEXT_LENGTHS = (100, 253, 254, 255, 256, 300)
_TYPES = (*("GLOBAL", "GLOBAL", "INSTANCE") * 10, "DEVICE")
_IMPLEMENTATIONS = ("1", "2", "12x", "0x10", "abc", "4294967297", "9" * 20)
_ARCHITECTURES = ("64", "64", "x86", "64bit", "32", "32bit")
_CALLS = (
    "vkEnumerateInstanceVersion",
    "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceExtensionProperties",
)
_TEXT_KINDS = ("plain", "quotes", "control", "wide")


class Faults:
    """How often things go wrong on one machine.

    Attributes:
        rate: of faults that concern one layer or driver.
        fatal: whether faults may appear that make older loaders fail or crash as a whole.
        count: faults that have happened so far.
    """

    def __init__(self, random: Random, rate: float, fatal: bool) -> None:
        self._random = random
        self.rate = rate
        self.fatal = fatal
        self.count = 0

    def happens(self, weight: float = 1.0) -> bool:
        """Return whether a fault happens here."""
        happens = self._random.random() < self.rate * weight
        self.count += happens
        return happens

    def odd(self) -> Any:
        """Return a value of a wrong type."""
        return odd_value(self._random, 0.2 if self.fatal else 0.0)


def layer(
    random: Random,
    name: str,
    library: str | None,
    implicit: bool,
    faults: Faults,
    components: Sequence[str] | None = None,
) -> Members:
    """Return a layer object; a meta-layer if there are components and no library."""
    found = members(
        ("name", name),
        ("type", random.choice(_TYPES)),
        ("library_path", library),
        ("api_version", random.choice(API_VERSIONS) if components is None else "1.0.0"),
        ("implementation_version", random.choice(_IMPLEMENTATIONS)),
        ("description", f'layer "{name}"' if chance(random, 0.05) else f"layer {name}"),
        ("component_layers", None if components is None else list(components)),
    )
    if implicit:
        _add_switches(random, found)
    elif chance(random, 0.04):  # means nothing
        switch = (random.choice(SWITCHES), random.choice(("1", 1)))
        found.append(("disable_environment", members(switch)))
    if chance(random, 0.25):
        found.append(("instance_extensions", _extensions(random, faults)))
    if chance(random, 0.1):
        found.append(("device_extensions", _extensions(random, faults)))
    if chance(random, 0.06):
        found.append(("library_arch", random.choice(("64", "64", "x86_64"))))
    _add_seldom(random, found, faults)
    if faults.happens():
        _break_layer(random, found, faults)
    _disturb(random, found, faults)
    return found


def _add_switches(random: Random, found: Members) -> None:
    disable = members((random.choice(SWITCHES), "1"))
    if chance(random, 0.15):
        disable.append((random.choice(SWITCHES), "1"))  # only the first one counts
    found.append(("disable_environment", disable))
    if chance(random, 0.3):
        pair = (random.choice(SWITCHES), random.choice(SWITCH_VALUES))
        found.append(("enable_environment", members(pair)))


def _add_seldom(random: Random, found: Members, faults: Faults) -> None:
    if chance(random, 0.05):
        found.append(("functions", members(("vkGetInstanceProcAddr", "vkGetInstanceProcAddr"))))
    if chance(random, 0.04):
        found.append(("pre_instance_functions", members((random.choice(_CALLS), "none"))))
    if chance(random, 0.04):
        found.append(("override_paths", ["@ROOT@/elsewhere"]))
    if chance(random, 0.03):
        found.append(("app_keys", ["@ROOT@/bin/other"]))
    if chance(random, 0.04):
        found.append(("blacklisted_layers", ["VK_LAYER_A"]))
    if chance(random, 0.05):
        found.append((random.choice(("url", "platforms", "expiration")), faults.odd()))


def _extensions(random: Random, faults: Faults) -> Any:
    if faults.happens(0.5):
        return faults.odd()
    found: list[Any] = []
    for name in some(random, INSTANCE_EXTENSIONS, 3):
        version = random.choice(("1", "2", "x", 3, None))
        found.append(members(("name", name), ("spec_version", version)))
        if chance(random, 0.1):
            found.append(members(("name", name), ("spec_version", "9")))
        if faults.happens():
            found.insert(random.randrange(len(found) + 1), faults.odd())
        if faults.happens():
            found.append(members(("name", faults.odd()), ("spec_version", "1")))
        if faults.happens():
            found.append(members(("name", "VK_" + sized(random.choice((250, 252, 300)), "plain"))))
    return found


def _break_layer(random: Random, found: Members, faults: Faults) -> None:
    breaks: tuple[Callable[[Random, Members, Faults], None], ...] = (
        _drop_a_key,
        _drop_a_key,
        _change_a_value,
        _change_a_value,
        _change_type,
        _change_api_version,
        _lengthen_text,
        _change_architecture,
        _confuse_library,
        _confuse_switches,
    )
    random.choice(breaks)(random, found, faults)


def _drop_a_key(random: Random, found: Members, _: Faults) -> None:
    found.drop(random.choice(found)[0])


def _change_a_value(random: Random, found: Members, faults: Faults) -> None:
    key = random.choice(found)[0]
    value = faults.odd()
    if key in ("disable_environment", "enable_environment") and not faults.fatal:
        value = random.choice((5, "text", Members(), None, True))
    found.put(key, value)


def _change_type(random: Random, found: Members, _: Faults) -> None:
    found.put("type", random.choice(("DEVICE", "DEVICE", "global", "Instance", "weird", "")))


def _change_api_version(random: Random, found: Members, _: Faults) -> None:
    found.put("api_version", random.choice(ODD_API_VERSIONS))


def _lengthen_text(random: Random, found: Members, _: Faults) -> None:
    length = random.choice(_TEXT_LENGTHS)
    if chance(random, 0.4):
        found.put("name", ("VK_LAYER_" + "n" * 300)[:length])
    else:
        found.put("description", sized(length, random.choice(_TEXT_KINDS)))


def _change_architecture(random: Random, found: Members, _: Faults) -> None:
    found.put("library_arch", random.choice(("32", "32", "32bit", "64", "323", "", 32, 64)))


def _confuse_library(random: Random, found: Members, _: Faults) -> None:
    if found.get("component_layers") is None:
        found.append(("component_layers", random.choice(([], ["VK_LAYER_A"], "text", None))))
    else:
        found.append(("library_path", random.choice(("", "libnothing.so"))))
    if chance(random, 0.3):
        found.drop("library_path")


def _confuse_switches(random: Random, found: Members, faults: Faults) -> None:
    value: Any = members((random.choice(SWITCHES), random.choice((1, True, None, "1"))))
    if not faults.fatal:
        value = random.choice((Members(), 5, "text"))
    elif chance(random, 0.3):
        found.put("enable_environment", [random.choice(SWITCHES)])
    found.put("disable_environment", value)


def _disturb(random: Random, found: Members, faults: Faults) -> None:
    """Change what should not matter, or matters to some loaders: case, order, doubled keys."""
    if chance(random, 0.15):
        random.shuffle(found)
    if faults.happens(0.3):
        key = random.choice(found)[0]
        found.rename(key, random.choice((key.upper(), key.title(), key.swapcase())))
    if faults.happens(0.4):
        key, value = random.choice(found)
        double = random.choice((value, faults.odd(), "VK_LAYER_A"))
        if faults.fatal or not key.endswith("_environment"):
            written = key if chance(random, 0.6) else key.upper()
            found.insert(random.randrange(len(found) + 1), (written, double))


def layer_file(random: Random, layers: Sequence[Members], faults: Faults) -> Any:
    """Return the root of a manifest that holds these layers."""
    version: Any = random.choice(FILE_VERSIONS)
    if faults.happens(0.5):
        version = random.choice((*ODD_FILE_VERSIONS, None, faults.odd()))
    head = members(("file_format_version", version))
    array: Any = list(layers)
    if len(layers) > 1 or chance(random, 0.15):
        if faults.happens(0.5):
            array.insert(random.randrange(len(array) + 1), faults.odd())
        if faults.happens(0.4):
            array = Members((f"layer{number}", inner) for number, inner in enumerate(array))
        head.append(("layers", array))
        if chance(random, 0.05):
            head.append(("layer", layers[0]))
    elif layers:
        head += [("layer", layers[0])] * (2 if chance(random, 0.02) else 1)
    if faults.happens(0.5):
        sibling = (random.choice(("layer", "url", "ICD", "Layer", "layers")), faults.odd())
        head.insert(random.randrange(len(head) + 1), sibling)
    if faults.happens(0.15):
        random.shuffle(head)
    if faults.happens(0.15):
        key = random.choice(head)[0]
        head.rename(key, key.upper())
    return head if not faults.happens(0.2) else random.choice((head, [], "text", 5, None, [head]))


def driver_file(random: Random, library: str, faults: Faults) -> Any:
    """Return the root of a driver manifest."""
    icd = members(
        ("library_path", library),
        ("api_version", random.choice(API_VERSIONS)),
        ("library_arch", random.choice(_ARCHITECTURES) if chance(random, 0.12) else None),
        ("is_portability_driver", True if chance(random, 0.03) else None),
    )
    version: Any = random.choice(("1.0.0", "1.0.1", "1.0.0", "1.0.2"))
    root = members(("file_format_version", version), ("ICD", icd))
    if chance(random, 0.01):
        root.drop("file_format_version")
    if faults.happens():
        random.choice((_break_driver, _break_driver, _break_driver_root))(random, root, faults)
    if chance(random, 0.05):
        root.append(("url", faults.odd()))
    if faults.happens(0.2):
        random.shuffle(root)
        random.shuffle(icd)
    return root


def _break_driver(random: Random, root: Members, faults: Faults) -> None:
    icd = root.get("ICD")
    way = random.randrange(7)
    if way == 0:
        icd.drop(random.choice(icd)[0])
    elif way == 1:
        icd.put("api_version", random.choice(ODD_API_VERSIONS))
    elif way == 2:
        icd.put("library_arch", random.choice(("32", "32bit", "64", "6", 32)))
    elif way == 3:
        portable = random.choice(("true", 1, False, None, members(("a", True))))
        icd.put("is_portability_driver", portable)
    elif way == 4:
        key, value = random.choice(icd)
        icd.insert(random.randrange(len(icd) + 1), (random.choice((key, key.upper())), value))
    elif way == 5:
        key = "library_path" if faults.fatal and chance(random, 0.5) else "api_version"
        odd = random.choice((5, 0, faults.odd()))
        icd.put(key, odd if faults.fatal else random.choice((5, True, None, 1.5)))
    else:
        icd.put(random.choice(("library_path", "api_version")), random.choice(("", "text")))


def _break_driver_root(random: Random, root: Members, faults: Faults) -> None:
    way = random.randrange(5)
    if way == 0:
        root.drop(random.choice(("file_format_version", "ICD")))
    elif way == 1:
        root.put("file_format_version", random.choice((*ODD_FILE_VERSIONS, 5, None)))
    elif way == 2:
        root.put("ICD", faults.odd() if faults.fatal else random.choice(("text", 5, Members())))
    elif way == 3:
        root.rename("ICD", random.choice(("icd", "Icd", "layer", "layers")))
    else:
        root.insert(random.randrange(3), ("layer", members(("name", "x"))))


def file_text(random: Random, root: Any, faults: Faults) -> bytes:
    """Return the bytes of a file, now and then with the oddities of text files."""
    if isinstance(root, Members) and faults.happens(0.15):
        levels = random.choice((5, 900, 998, 999, 1000, 1001))
        root.insert(random.randrange(len(root)), ("deep", nested(levels)))
    if isinstance(root, Members) and faults.happens(0.15):
        number = random.choice((b"01", b"1e5", b"-0", b"1.", b"+1", b".5", b"1e", b"0x1", b"--1"))
        if faults.fatal or number in (b"1e5", b"-0"):
            root.insert(0, ("number", Raw(number)))
    text = render(root, indent=chance(random, 0.2))
    if faults.happens(0.2):
        text = text.replace(b": ", random.choice((b":", b" : ", b"\t:\x01", b"\r\n:\n")))
    if faults.happens(0.1):
        text = text.replace(b"_", rb"\u005f", 3)
    if faults.happens(0.3):
        form = random.choice(LENIENT if faults.fatal else LENIENT[1:3])
        text = form.replace(b"%s", text, 1)
    if faults.fatal and faults.happens(0.5):
        text = _broken(random, text)
    return text


def _broken(random: Random, text: bytes) -> bytes:
    if chance(random, 0.4):
        return random.choice(BROKEN).replace(b"%s", text, 1)
    if chance(random, 0.5):
        return text[: random.randrange(len(text) + 1)]
    place = random.randrange(len(text) + 1)
    return (
        text[:place] + random.choice((b",", b"]", b"}", b'"', b"\\", b"\x00", b":")) + text[place:]
    )
