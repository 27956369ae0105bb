"""Random layers: most pass everything on, some change or refuse something."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.framework.probe_parts import (
    LAYER_EXPORTS,
    PRE_INSTANCE,
    PROBE_FUNCTIONS,
    RENAMED,
)
from tests.framework.probe_questions import DEVICE_NAMES, INSTANCE_NAMES
from tests.fuzz.probing.drivers import (
    DEVICE_EXTENSIONS,
    ERRORS,
    INSTANCE_EXTENSIONS,
    Knobs,
)
from tests.fuzz.probing.machine import Part, Sort
from tests.fuzz.words import chance, some

_OWN_EXTENSIONS = (*INSTANCE_EXTENSIONS, "VK_EXT_layer_settings", "VK_LAYER_own_thing")
_OWN_DEVICE_EXTENSIONS = (*DEVICE_EXTENSIONS, "VK_LAYER_own_device_thing")
_VERSIONS = ("1.0.0", "1.1.0", "1.3.0", "1.3.250")
_PLAIN_NAMES = tuple(name for name in INSTANCE_NAMES if name)


def layer(random: Random, name: str, sort: Sort, odd: float) -> Part:
    """Return a layer; `odd` is how likely it has oddities."""
    members: dict[str, Any] = {"api_version": random.choice(_VERSIONS)}
    knobs: Knobs = {}
    exports = random.choice(("all", "all", "negotiate", "lookups"))
    if sort is Sort.IMPLICIT:
        members["disable_environment"] = {f"DISABLE_{name}": "1"}
        if chance(random, 0.25):
            _pre_instance(random, members, knobs)
    if chance(random, 0.3):
        members["instance_extensions"] = [
            {"name": x, "spec_version": str(random.randint(1, 9))}
            for x in some(random, _OWN_EXTENSIONS, 2)
        ]
    if chance(random, 0.4):
        members["device_extensions"] = [_device_extension(random) for _ in range(2)]
    if chance(random, odd):
        exports = random.choice(tuple(LAYER_EXPORTS))
    if "renamed" in exports or chance(random, 0.03):
        members["functions"] = dict(RENAMED) if chance(random, 0.8) else _some_renamed(random)
    if chance(random, odd):
        for _ in range(random.choice((1, 2, 2, 3))):
            random.choice(_ODDITIES)(random, knobs)
    version = "1.2.1" if chance(random, 0.9) else random.choice(("1.0.0", "1.1.0", "1.1.2"))
    return Part(sort, name, exports, knobs, members, version)


def _pre_instance(random: Random, members: dict[str, Any], knobs: Knobs) -> None:
    functions = dict(random.sample(tuple(PRE_INSTANCE.items()), random.randint(1, 3)))
    if chance(random, 0.1):
        functions[next(iter(functions))] = "absent_symbol"
    members["pre_instance_functions"] = functions
    if chance(random, 0.2):
        knobs["pre_result"] = random.choice(ERRORS)


def _device_extension(random: Random) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": random.choice(_OWN_DEVICE_EXTENSIONS),
        "spec_version": str(random.randint(1, 9)),
    }
    if chance(random, 0.5):
        found["entrypoints"] = some(random, PROBE_FUNCTIONS[3:], 2)
    return found


def _some_renamed(random: Random) -> dict[str, str]:
    return dict(random.sample(tuple(RENAMED.items()), random.randint(1, 2)))


# -- oddities


def _interface(random: Random, knobs: Knobs) -> None:
    knobs["interface"] = random.choice(("0", "1", "1", "3", "77"))


def _negotiation(random: Random, knobs: Knobs) -> None:
    knobs["negotiate"] = random.choice((*ERRORS, "5"))


def _pointers(random: Random, knobs: Knobs) -> None:
    knobs["negotiates"] = ",".join(some(random, ("instance", "device", "physical"), 2))


def _missing(random: Random, knobs: Knobs) -> None:
    knobs["missing"] = random.choice(("vkCreateInstance", "vkCreateDevice", "vkNoSuchFunction"))


def _create(random: Random, knobs: Knobs) -> None:
    which = random.choice(("create", "create", "create_after"))
    knobs[which] = random.choice((*ERRORS, "-6", "5") if which == "create_after" else ERRORS)


def _create_device(random: Random, knobs: Knobs) -> None:
    knobs["create_device"] = random.choice(ERRORS)


def _passes_api(random: Random, knobs: Knobs) -> None:
    knobs["passes_api"] = random.choice(("1.0.0", "1.1.0", "1.3.0"))


def _changes_extensions(random: Random, knobs: Knobs) -> None:
    known = [name for name in INSTANCE_EXTENSIONS if not name.startswith("VK_NOBODY")]
    knobs[random.choice(("adds_extensions", "drops_extensions"))] = random.choice(known)


def _changes_device_extensions(random: Random, knobs: Knobs) -> None:
    which = random.choice(("adds_device_extensions", "drops_device_extensions"))
    knobs[which] = random.choice(DEVICE_EXTENSIONS)


def _flags(random: Random, knobs: Knobs) -> None:
    del random
    knobs["drops_flags"] = "1"


def _changes_handles(random: Random, knobs: Knobs) -> None:
    knobs[random.choice(("changes_instance", "changes_device"))] = "1"


def _asks(random: Random, knobs: Knobs) -> None:
    which = random.choice(("asks_without_instance", "asks_instance", "asks_physical"))
    knobs[which] = ",".join(random.sample(_PLAIN_NAMES, 12))
    if chance(random, 0.5):
        knobs["asks_device"] = ",".join(random.sample(DEVICE_NAMES, 8))


def _with_instance(random: Random, knobs: Knobs) -> None:
    del random
    knobs["asks_with_instance"] = "1"


def _counts(random: Random, knobs: Knobs) -> None:
    del random
    knobs["counts_devices"] = "1"


def _devices(random: Random, knobs: Knobs) -> None:
    knobs["changes_devices"] = random.choice(("reverse", "drop", "dropall", "add"))
    if chance(random, 0.15):
        knobs["devices_result"] = random.choice(ERRORS)


def _groups(random: Random, knobs: Knobs) -> None:
    del random
    knobs["changes_groups"] = "1"


def _marks(random: Random, knobs: Knobs) -> None:
    del random
    knobs["marks_names"] = "1"


def _device_extensions(random: Random, knobs: Knobs) -> None:
    knobs["device_extensions"] = ",".join(
        f"{x}:3" for x in dict.fromkeys(some(random, _OWN_DEVICE_EXTENSIONS, 3))
    )


def _callback(random: Random, knobs: Knobs) -> None:
    del random
    knobs["uses_callback"] = "1"


def _unknown(random: Random, knobs: Knobs) -> None:
    knobs["physical_functions"] = ",".join(some(random, PROBE_FUNCTIONS[:3], 2))
    knobs["device_functions"] = ",".join(some(random, PROBE_FUNCTIONS[3:], 2))
    if chance(random, 0.3):
        knobs["instance_functions"] = random.choice(PROBE_FUNCTIONS)


def _ends(random: Random, knobs: Knobs) -> None:
    point = random.choice(("constructor", "negotiate", "create", "create_device", "destroy"))
    knobs[f"{point}_does"] = random.choice(("crash", "abort", "exit0"))


_ODDITIES: tuple[Callable[[Random, Knobs], None], ...] = (
    *(_interface, _interface, _negotiation, _pointers, _missing, _create, _create),
    *(_create_device, _passes_api, _passes_api, _changes_extensions, _changes_extensions),
    *(_changes_device_extensions, _flags, _changes_handles, _asks, _asks, _with_instance),
    *(_counts, _devices, _devices, _devices, _groups, _marks, _marks, _device_extensions),
    *(_device_extensions, _callback, _unknown, _unknown, _unknown, _ends),
)
