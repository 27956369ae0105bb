"""Differences that are meant to be, each with its reason, in this one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.framework.memory import find_memory_folder
from tests.framework.probe_client import SAME_HANDLE, ClientRequest
from tests.framework.probe_life import HANGS, ProgramRun, make_c_loader_opener, run_program
from tests.framework.probe_parts import (
    DRIVER_EXPORTS,
    NEGOTIATE,
    PHYSICAL_LOOKUP,
    PROBE_FUNCTIONS,
)
from tests.framework.probe_questions import CHAINED_QUERIES
from tests.framework.reference import RealLoader
from tests.fuzz.probing.calls import CREATE, Call, first_difference
from tests.fuzz.probing.machine import Part, ProbeMachine, Sort, build
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native.driver_instance import REQUIRED
from vkconfig_py.loader.native.vulkan_registry import list_commands
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate

_CRASH, _ABORT, _FAILED, _NOT_PRESENT = "SIGSEGV", "SIGABRT", -3, -7
_ANEW = NativeGate.SORTED_ANEW.value.first
_DEVICES = "vkEnumeratePhysicalDevices"
_CRASHES = (_CRASH, "SIGBUS")
_CHANGES = ("changes_instance", "changes_device")


class Sides(NamedTuple):
    """A machine and what happened on it."""

    machine: ProbeMachine
    loader: RealLoader
    ours: list[Call]
    theirs: list[Call]

    def last(self, side: list[Call]) -> Call:
        """Return the last call of a side."""
        return side[-1] if side else Call("", None, ())


class Explained(NamedTuple):
    """A difference that stays, and when it is that one."""

    reason: str
    applies: Callable[[Sides], bool]


def _ends_in_groups(sides: Sides) -> bool:
    last = sides.last(sides.theirs)
    return last.ended == HANGS and "PhysicalDeviceGroups" in last.name


def _jumps_to_nothing(sides: Sides) -> bool:
    last = sides.last(sides.theirs)
    ours = next((call for call in sides.ours if call.name == last.name), None)
    is_unknown = any(name in last.name for name in PROBE_FUNCTIONS[:3])
    return is_unknown and last.ended == _CRASH and ours is not None and ours.answer == _FAILED


def _uses_a_driver_it_gave_up(sides: Sides) -> bool:
    is_old = sides.loader.version < (1, 3, 271)
    missing = {x for part in sides.machine.parts for x in part.knobs.get("missing", "").split(",")}
    ended = sides.last(sides.theirs).ended
    return is_old and ended in _CRASHES and not missing.isdisjoint(REQUIRED)


def _uses_what_a_layer_made_up(sides: Sides) -> bool:
    changes = {name for part in sides.machine.parts for name in part.knobs}
    ended = sides.last(sides.ours).ended
    is_old = sides.loader.version < (1, 4, 361)
    return is_old and ended == "SIGABRT" and not changes.isdisjoint(_CHANGES)


def _counts_nothing(sides: Sides) -> bool:
    odd = {
        value
        for part in sides.machine.parts
        for name, value in part.knobs.items()
        if name.partition("@")[0] in ("devices_result", "devices_fill_result")
    }
    return sides.loader.version < (1, 3, 279) and "5" in odd


def _opens_to_list(sides: Sides) -> bool:
    last = sides.last(sides.theirs)
    does = any("constructor_does" in part.knobs for part in sides.machine.parts)
    is_old = (1, 3, 232) <= sides.loader.version <= (1, 3, 247)
    return is_old and does and last.name == "vkEnumerateInstanceLayerProperties"


def _sorts_by_what_is_not_there(sides: Sides) -> bool:
    names = ("device_extensions_result", "device_extensions_fill_result")
    fails = any(name in part.knobs for part in sides.machine.parts for name in names)
    sorts = sides.loader.profile.has(Gate.SORTED_DEVICES)
    last = sides.last(sides.theirs)
    return sorts and fails and last.ended == _CRASH and "vkEnumeratePhysicalDevice" in last.name


def _uses_devices_that_failed(sides: Sides) -> bool:
    knobs = {name for part in sides.machine.parts for name in part.knobs}
    fails = not knobs.isdisjoint(("devices_result@1", "devices_fill_result@1"))
    where = first_difference(sides.ours, sides.theirs)[:1]
    is_old = sides.loader.version < (1, 3, 279)
    names = ("later, vkEnumeratePhysicalDeviceGroups", *PROBE_FUNCTIONS[:3])
    return is_old and fails and any(name in x for x in where for name in names)


def _crash_is_first(sides: Sides) -> bool:
    """Return whether nothing differs but that the C loader crashes."""
    where = first_difference(sides.ours, sides.theirs)
    last = sides.last(sides.theirs)
    return last.ended == _CRASH and where == (last.name, "ended")


def _asks_without_a_lookup(sides: Sides) -> bool:
    has_none = any(
        part.is_driver
        and NEGOTIATE in DRIVER_EXPORTS[part.exports]
        and PHYSICAL_LOOKUP not in DRIVER_EXPORTS[part.exports]
        for part in sides.machine.parts
    )
    is_old = sides.loader.version < (1, 3, 233)
    return is_old and has_none and _crash_is_first(sides)


def _asks_without_a_query(sides: Sides) -> bool:
    last = sides.last(sides.theirs)
    ours = next((call for call in sides.ours if call.name == last.name), None)
    is_query = any(last.name.endswith(f", {name}") for name, _ in CHAINED_QUERIES)
    is_old = not sides.loader.profile.has(NativeGate.CORE_NAMES_FIRST)
    goes_on = ours is not None and not ours.ended
    return is_old and is_query and goes_on and _crash_is_first(sides)


def _sorts_badly(sides: Sides) -> bool:
    is_new = (1, 3, 204) <= sides.loader.version <= (1, 3, 209)
    last = sides.last(sides.theirs)
    return is_new and "vkEnumeratePhysicalDevice" in last.name and _crash_is_first(sides)


def _uses_handles_of_before(sides: Sides) -> bool:
    if sides.loader.version != _ANEW:
        return False
    names = [call.name for call in sides.ours]
    differing = first_difference(sides.ours, sides.theirs)[:1]
    asked = f"{_DEVICES}, again"
    if asked not in names or not {*names[names.index(asked) :]}.issuperset(differing):
        return False
    found = sides.ours[names.index(asked)].answer[-1]
    return isinstance(found, list) and not any(name.endswith(SAME_HANDLE) for name in found)


def _crashes_at_a_refusal(sides: Sides) -> bool:
    refused = any(call.name == CREATE and call.answer == _NOT_PRESENT for call in sides.ours)
    is_old = sides.loader.version < (1, 1, 108)
    return is_old and refused and _crash_is_first(sides)


def _is_crash_of_a_file(sides: Sides) -> bool:
    is_old = sides.loader.profile.has(Gate.TWO_DOTS)
    odd = any(part.members.get("api_version") == "1.0" for part in sides.machine.parts)
    return is_old and odd and _crash_is_first(sides)


def _crashes_over_a_failed_layer(sides: Sides) -> bool:
    failed = any(call.name == CREATE and call.answer for call in sides.ours)
    return sides.loader.version == (1, 3, 273) and failed and _crash_is_first(sides)


def _swallows_an_error(sides: Sides) -> bool:
    is_old = (1, 3, 251) <= sides.loader.version <= (1, 3, 269)
    calls = zip(sides.ours, sides.theirs, strict=False)
    created = [(one.answer, other.answer) for one, other in calls if one.name == CREATE]
    wanted = sides.machine.wishes.application.layers
    return is_old and bool(wanted) and any(one != 0 == other for one, other in created)


def _forgets_its_handle(sides: Sides) -> bool:
    last = sides.last(sides.theirs)
    ours = next((call for call in sides.ours if call.name == last.name), None)
    if last.ended != _ABORT or "vkEnumeratePhysicalDevices" not in last.name or ours is None:
        return False
    names = ours.answer[-1]
    return len(set(names)) < len(names)


def _uses_memory_again(sides: Sides) -> bool:
    changes = any("changes_devices" in part.knobs for part in sides.machine.parts)
    same = _same_but_for_handles(sides)
    return changes and bool(same) and all(same)


def _same_but_for_handles(sides: Sides) -> list[bool]:
    """Return of each call that differs whether it does in handles alone."""
    pairs = zip(sides.ours, sides.theirs, strict=False)
    differing = [(one, other) for one, other in pairs if one != other]
    return [_without_marks(one) == _without_marks(other) for one, other in differing]


def _frees_handles(sides: Sides) -> bool:
    frees = (1, 0, 4) <= sides.loader.version < (1, 0, 10)
    of_device = sides.last(sides.theirs).name.startswith("device ")
    crashes = of_device and _crash_is_first(sides)
    # What differs in the handles differs in what they answer afterwards.
    return frees and (crashes or any(_same_but_for_handles(sides)[:1]))


def _asks_with_its_own_handle(sides: Sides) -> bool:
    name = "".join(first_difference(sides.ours, sides.theirs)[:1])
    return sides.loader.version == (1, 0, 4) and name.endswith(", vkCreateDevice")


def _writes_behind_the_first_list(sides: Sides) -> bool:
    has_room_once = (1, 0, 10) <= sides.loader.version < (1, 0, 39)
    changes = any("devices@1" in part.knobs for part in sides.machine.parts)
    last = sides.last(sides.theirs)
    ends = last.ended in (_CRASH, _ABORT)
    where = first_difference(sides.ours, sides.theirs)
    return has_room_once and changes and ends and where == (last.name, "ended")


def _without_marks(call: Call) -> str:
    return repr(call).replace(SAME_HANDLE, "")


EXPLAINED = (
    Explained(
        "of a driver that fails to count its groups the C loader asks again without end; the"
        " engine returns the error",
        _ends_in_groups,
    ),
    Explained(
        "before 1.3.279 groups and devices of before are used after a driver failed to list its"
        " devices: the C loader has freed their memory, the engine has not",
        _uses_devices_that_failed,
    ),
    Explained(
        "a function that the loader does not know, called for a device whose driver lacks it: the"
        " C loader jumps to address 0, the engine returns VK_ERROR_INITIALIZATION_FAILED",
        _jumps_to_nothing,
    ),
    Explained(
        "before 1.3.271 a driver without a required function is used after it was given up: the C"
        " loader crashes, the engine goes on without it",
        _uses_a_driver_it_gave_up,
    ),
    Explained(
        "before 1.4.361 what a layer hands down in place of the loader's VkInstance or VkDevice is"
        " used as if it were one; the engine ends the program, as newer loaders do",
        _uses_what_a_layer_made_up,
    ),
    Explained(
        "before 1.3.279 VK_INCOMPLETE of a driver reaches the program as if there were devices; the"
        " engine returns VK_ERROR_INITIALIZATION_FAILED",
        _counts_nothing,
    ),
    Explained(
        "1.3.237 to 1.3.247 open the libraries of all implicit layers to list them, which shows"
        " only if opening one ends the program",
        _opens_to_list,
    ),
    Explained(
        "devices are sorted by extensions that a driver failed to list: the C loader reads memory"
        " that nobody wrote and may crash",
        _sorts_by_what_is_not_there,
    ),
    Explained(
        "before 1.3.233 a driver of interface 4 or newer without vk_icdGetPhysicalDeviceProcAddr is"
        " asked through address 0 for functions that the loader does not know",
        _asks_without_a_lookup,
    ),
    Explained(
        "before 1.3.204 a query of devices is passed on to a driver that has none, unless the"
        " extension for it is enabled: the C loader jumps to address 0, the engine asks the query"
        " of Vulkan 1.0",
        _asks_without_a_query,
    ),
    Explained(
        "1.3.204 to 1.3.209, the first to sort devices, may crash over them; the engine sorts as"
        " later ones do",
        _sorts_badly,
    ),
    Explained(
        "1.3.204 frees the handles of sorted devices with the next query: whether the new ones have"
        " their memory, and what a call with the old ones does, is the C library's matter",
        _uses_handles_of_before,
    ),
    Explained(
        "before 1.1.108 vkCreateInstance may crash where it refuses an extension; the engine"
        " returns the error",
        _crashes_at_a_refusal,
    ),
    Explained(
        "a manifest whose api_version has one dot is a crash of old loaders, which the engine tells"
        " of before it opens anything",
        _is_crash_of_a_file,
    ),
    Explained(
        "1.3.251 to 1.3.269 forget the error of a layer if the program enables layers: the C loader"
        " gives out an instance whose use crashes, the engine returns the error",
        _swallows_an_error,
    ),
    Explained(
        "1.3.273 crashes if a layer fails after the drivers' instances are there; the engine"
        " returns the error",
        _crashes_over_a_failed_layer,
    ),
    Explained(
        "of a device that stands twice in a list the C loader's second answer has a handle that it"
        " does not know itself: it ends the program, the engine gives the handle of the first",
        _forgets_its_handle,
    ),
    Explained(
        "before 1.0.10 the handles of devices are freed with every list: what is in their memory"
        " afterwards, new handles or nothing, is the C library's matter",
        _frees_handles,
    ),
    Explained(
        "before it makes a device 1.0.4 asks the driver for the extensions of the loader's own"
        " VkPhysicalDevice: the answer is that driver's matter",
        _asks_with_its_own_handle,
    ),
    Explained(
        "1.0.10 to 1.0.38 have room for as many devices as were listed first: more are"
        " written behind them, and what breaks is the C library's matter",
        _writes_behind_the_first_list,
    ),
    Explained(
        "a device that a layer adds may get the memory, and with it the handle, of another one that"
        " is no longer listed; whether it does is the C library's matter",
        _uses_memory_again,
    ),
)


def explanation(sides: Sides) -> str:
    """Return the reason for a difference, or "" if nobody meant it to be."""
    return next((each.reason for each in EXPLAINED if each.applies(sides)), "")


@cache
def knows_unknown_functions(loader: RealLoader) -> bool:
    """Return whether a loader was built with the assembly code for functions it does not know."""
    name = PROBE_FUNCTIONS[0]
    knobs = {"physical_functions": name, "device0": "GPU", "interface": "5"}
    part = Part(Sort.DRIVER, "driver", knobs=knobs, members={"api_version": "1.3.0"})
    wishes = ClientRequest(Application(), devices=0)
    machine = ProbeMachine("", (part,), (), wishes)
    with TemporaryDirectory(dir=find_memory_folder()) as folder:
        existing_content = build(machine, Path(folder) / "m")
        library = make_c_loader_opener(loader.profile.library)
        with existing_content.shown_to(loader.profile):
            life: ProgramRun = run_program(
                library, wishes, existing_content.variables(), Path(folder)
            )
    return name in (life.find_answer("names of the instance") or ())  # None: the lookup crashed


def without_unknown_functions(calls: Sequence[Call]) -> list[Call]:
    """Leave out the functions that no loader knows, for a loader that cannot pass them on."""
    return list(_without(calls))


def _without(calls: Sequence[Call]) -> Iterator[Call]:
    for call in calls:
        if any(name in call.name for name in PROBE_FUNCTIONS[:3]):
            continue
        inside = tuple(
            {key: _known(value) for key, value in _below(x).items()} for x in call.inside
        )
        yield call._replace(answer=_known(call.answer), inside=inside)


def _known(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [x for x in value if not isinstance(x, str) or x not in PROBE_FUNCTIONS]


def _below(note: dict[str, Any]) -> dict[str, Any]:
    """Leave out what a layer finds below itself in the way of functions nobody knows.

    To the bottom of the chain that is every function of a device, but for those that it answers.
    """
    if note.get("at") != "asks_instance":
        return note
    return {**note, "known": [name for name in note["known"] if not _is_of_devices(name)]}


def _is_of_devices(name: str) -> bool:
    command = list_commands().get(name)
    if command is None or command.extension == "VK_EXT_debug_utils":
        return False
    return command.first in ("D", "Q", "C")
