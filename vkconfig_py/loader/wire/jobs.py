"""What a probe child is asked, and what it answers, as values and as JSON.

One job is one child. An answer tells what happened, good or bad; that a child crashed or hung is
told by the runner, and `health` says the same about all of them in one vocabulary.
"""

from __future__ import annotations

from enum import StrEnum

from vkconfig_py.loader.base.codec import WireError, decode, encode
from vkconfig_py.loader.base.device_values import DeviceSummary, ExtensionName, PhysicalDevice
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.profiles.profile import NEWEST, LoaderProfile
from vkconfig_py.loader.wire.load_plan import DriverFile, LayerFile, LoadPlan

FORMAT = 1


class State(StrEnum):
    """How a driver or layer fared, the best first."""

    SOUND = "sound"
    REFUSES = "refuses"  # it opens, and does not agree with this loader
    DOES_NOT_LOAD = "does-not-load"  # the dynamic linker refuses the library
    FAILS_TO_CREATE = "fails-to-create"  # vkCreateInstance or vkCreateDevice fails
    CRASHED = "crashed"
    HUNG = "hung"  # it was stopped when its time was over
    EXCESSIVE = "excessive"  # it used more processes or memory than it may, and was ended
    LIED = "lied"  # the process ended as if all were well, without an answer
    NOT_PROBED = "not-probed"


class Stage(StrEnum):
    """The parts of a probe whose times are told."""

    OPEN = "open"
    NEGOTIATE = "negotiate"
    EXTENSIONS = "extensions"
    INSTANCE = "instance"
    DEVICES = "devices"
    DEVICE = "device"
    DESTROY = "destroy"


class Timing(NamedTuple):
    """How long one stage took."""

    stage: Stage
    seconds: float


class Health(NamedTuple):
    """The verdict about one driver or layer.

    Attributes:
        step: what was being done: "vkCreateInstance of /usr/lib/libvulkan_lvp.so", or "".
        code: what it ended with: "VK_ERROR_INCOMPATIBLE_DRIVER", "SIGSEGV", "exit 7", or "".
        detail: the words of the dynamic linker, a missing symbol, or "".
        seconds: of each stage that was finished.
        stack: of a crash, the innermost calls of the probe, innermost first.
        output: the end of what it printed.
    """

    state: State = State.NOT_PROBED
    step: str = ""
    code: str = ""
    detail: str = ""
    seconds: tuple[Timing, ...] = ()
    stack: tuple[str, ...] = ()
    output: str = ""

    @property
    def total_seconds(self) -> float:
        """Seconds of all stages together."""
        return sum(timing.seconds for timing in self.seconds)


class Note(NamedTuple):
    """What one step came to, as the native loader found it.

    Attributes:
        subject: path of a library, name of a layer or command.
        outcome: "ok", "skipped", "refused", "missing", "warning", ...
        code: name of a VkResult, or "".
    """

    subject: str
    step: str
    outcome: str
    code: str = ""
    detail: str = ""


class DriverJob(NamedTuple):
    """Try one driver alone: open, negotiate, extensions, instance, devices.

    Attributes:
        creates_device: also create a device on each physical device.
    """

    driver: DriverFile
    profile: LoaderProfile = NEWEST
    api_version: tuple[int, int, int] = (1, 3, 0)
    creates_device: bool = True


class DriverAnswer(NamedTuple):
    """What became of a driver.

    Attributes:
        library: as the dynamic linker found it.
        interface: version of the driver interface that was agreed on; -1 if none was.
        api_version: of vkEnumerateInstanceVersion; None if the driver has no such function.
        create: name of the result of vkCreateInstance, "" if it did not come to that.
        devices: in the driver's order.
        notes: everything that a loader would log about it.
        files: every file that was mapped into the process at the end.
    """

    health: Health
    library: str = ""
    # 0 is that of a driver without negotiation, so it cannot stand for none.
    interface: int = -1
    # vkEnumerateInstanceVersion came with Vulkan 1.1.
    api_version: tuple[int, int, int] | None = None
    extensions: tuple[ExtensionName, ...] = ()
    create: str = ""
    devices: tuple[DeviceSummary, ...] = ()
    notes: tuple[Note, ...] = ()
    files: tuple[str, ...] = ()


class LayerJob(NamedTuple):
    """Try one layer over one driver: open, negotiate, instance, device."""

    layer: LayerFile
    driver: DriverFile
    profile: LoaderProfile = NEWEST
    api_version: tuple[int, int, int] = (1, 3, 0)


class LayerAnswer(NamedTuple):
    """What became of a layer; the attributes are those of DriverAnswer.

    Attributes:
        interface: version of the layer interface that was agreed on; -1 if none was.
        create_instance: name of the result with the layer in the chain, "" if it was not tried.
        create_device: the same of vkCreateDevice on the first device.
        device: name of that device.
    """

    health: Health
    library: str = ""
    # From vkNegotiateLoaderLayerInterfaceVersion; 2 is the newest.
    interface: int = -1
    create_instance: str = ""
    create_device: str = ""
    device: str = ""
    notes: tuple[Note, ...] = ()
    files: tuple[str, ...] = ()


class ChainJob(NamedTuple):
    """Build the whole machine as it is predicted.

    Attributes:
        tapped: put a tap between every two layers, and create a device to see its calls too.
    """

    plan: LoadPlan
    tapped: bool = True


class Passage(NamedTuple):
    """One layer entered by one command, in the order of entry.

    Attributes:
        command: "vkCreateInstance", "vkCreateDevice", ...
        seconds: from entry to return, with everything below.
        own_seconds: without what is below.
        added: extensions that the layer passes down and was not given; for an enumeration, those
            that it offers above and was not offered.
        removed: extensions that it was given, or offered, and does not pass on.
    """

    command: str
    layer: str
    seconds: float = 0.0
    own_seconds: float = 0.0
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class ChainAnswer(NamedTuple):
    """What became of the whole.

    Attributes:
        instance_version: what vkEnumerateInstanceVersion says, or the name of its result.
        extensions: of vkEnumerateInstanceExtensionProperties(NULL), or the name of its result.
        create: name of the result of vkCreateInstance.
        loaded: names of the layers that are in the chain, application side first; of one that
            failed, those that it was built of.
        passages: what the taps saw.
        devices: in the order in which the application gets them, or the name of the result.
        found_devices: those of all drivers, in the order at the bottom of the chain.
        can_sort: whether this instance can ask for what devices are sorted by.
        manifests: of the layers that are in the chain.
        failed_in: name of the layer that made vkCreateInstance fail, or "".
    """

    instance_version: tuple[int, int, int] | str = ""
    extensions: tuple[ExtensionName, ...] | str = ""
    create: str = ""
    loaded: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    # setup_loader_term_phys_devs: no device at all is VK_ERROR_INITIALIZATION_FAILED.
    devices: tuple[DeviceSummary, ...] | str = ()
    found_devices: tuple[PhysicalDevice, ...] = ()
    # Vulkan 1.1 or VK_KHR_get_physical_device_properties2 (is_linux_sort_enabled).
    can_sort: bool = False
    notes: tuple[Note, ...] = ()
    files: tuple[str, ...] = ()
    seconds: tuple[Timing, ...] = ()
    manifests: tuple[str, ...] = ()
    failed_in: str = ""


class DumpJob(NamedTuple):
    """Write down everything that the devices of a machine say about themselves."""

    plan: LoadPlan


class DumpAnswer(NamedTuple):
    """The dump, as JSON values; native/device_dump.py says what is in it.

    Attributes:
        devices: a list of objects, or the name of the result.
    """

    create: str
    devices: Any = None
    files: tuple[str, ...] = ()


Job = DriverJob | LayerJob | ChainJob | DumpJob
Answer = DriverAnswer | LayerAnswer | ChainAnswer | DumpAnswer

# Job and answer of each kind, by the name that JSON has for it.
_JOBS: dict[str, tuple[Any, Any]] = {
    "driver": (DriverJob, DriverAnswer),
    "layer": (LayerJob, LayerAnswer),
    "chain": (ChainJob, ChainAnswer),
    "dump": (DumpJob, DumpAnswer),
}


def job_to_json(job: Job) -> dict[str, Any]:
    return _to_json(job, 0)


def job_from_json(raw: Any) -> Job:
    """Read a job; WireError if it is none, or of another release of this program."""
    job: Job = _from_json(raw, 0)
    return job


def answer_to_json(answer: Answer) -> dict[str, Any]:
    return _to_json(answer, 1)


def answer_from_json(raw: Any) -> Answer:
    """Read an answer; WireError if it is none, or of another release of this program."""
    answer: Answer = _from_json(raw, 1)
    return answer


def _to_json(value: Any, side: int) -> dict[str, Any]:
    kind = next(name for name, kinds in _JOBS.items() if isinstance(value, kinds[side]))
    return {"format": FORMAT, "kind": kind, "value": encode(value)}


def _from_json(raw: Any, side: int) -> Any:
    # Answers in a cache may be of an older release, jobs never are.
    if not isinstance(raw, dict) or raw.get("format") != FORMAT or raw.get("kind") not in _JOBS:
        raise WireError("not of this release")
    return decode(_JOBS[raw["kind"]][side], raw.get("value"))


def libraries_of(job: Job) -> tuple[str, ...]:
    """Files that an answer rests on even if the child could not tell what it had mapped."""
    match job:
        case DriverJob(driver):
            return driver.manifest, driver.library
        case LayerJob(layer, driver):
            return layer.manifest, layer.library, driver.manifest, driver.library
        case ChainJob(plan) | DumpJob(plan):
            both: tuple[DriverFile | LayerFile, ...] = (*plan.drivers, *plan.layers)
            return tuple(path for file in both for path in (file.manifest, file.library))
