"""What a probe child is sent and answers, as values and as JSON: jobs, answers, the LoadPlan.

The LoadPlan holds all that files and variables decide before the first library is opened. The
engine makes it, `loader/native` opens what it names. It contains no handle, pointer or ctypes
object, so that another process can have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from vkconfig_py.language.sentences import Message
from vkconfig_py.loader.base.device_values import (
    DeviceConfiguration,
    DeviceSummary,
    ExtensionName,
    PhysicalDevice,
)
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import (
    ENGLISH_TEXT,
    Any,
    Form,
    Member,
    NamedTuple,
    Schema,
    WireError,
    decode,
    encode,
)
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import (
    IDENTITY_EXTENSIONS,
    NEWEST_PROFILE,
    Gate,
    LoaderProfile,
    list_known_extensions,
)

WIRE_FORMAT = 1
# Checked before a library is closed.
KEEP_LIBRARIES_VARIABLE = "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING"
NO_VARIABLES: Mapping[str, str] = MappingProxyType({})


class State(StrEnum):
    """Health of a driver or layer, the best first."""

    HEALTHY = "sound"
    REFUSES = "refuses"  # it opens, but interface negotiation with this loader fails
    DOES_NOT_LOAD = "does-not-load"  # the dynamic linker refuses the library
    FAILS_TO_CREATE = "fails-to-create"  # vkCreateInstance or vkCreateDevice fails
    CRASHED = "crashed"
    HUNG = "hung"  # it was stopped at the time limit
    EXCEEDED_LIMIT = "excessive"  # it exceeded the limit of processes or memory and was killed
    NO_ANSWER = "lied"  # the process exited with status 0, without an answer
    NOT_PROBED = "not-probed"


class Stage(StrEnum):
    """Stages of a probe with measured times."""

    OPEN = "open"
    NEGOTIATE = "negotiate"
    EXTENSIONS = "extensions"
    INSTANCE = "instance"
    DEVICES = "devices"
    DEVICE = "device"
    DESTROY = "destroy"


class Timing(NamedTuple):
    """Duration of one stage."""

    stage: Stage
    seconds: float


class Health(NamedTuple):
    """Probe result of one driver or layer.

    Attributes:
        step: the last step: "vkCreateInstance of /usr/lib/libvulkan_lvp.so", or "".
        code: error, signal or exit status: "VK_ERROR_INCOMPATIBLE_DRIVER", "SIGSEGV", "exit 7", or
            "".
        detail: message of the dynamic linker, a missing symbol, or "".
        seconds: times of the finished stages.
        stack: for a crash: the probe's Python calls, innermost first.
        output: last part of its output.
        is_repeated: a second trial ended in the same way.
    """

    state: State = State.NOT_PROBED
    step: str = ""
    code: Message | str = ""
    detail: Message | str = ""
    seconds: tuple[Timing, ...] = ()
    stack: tuple[str, ...] = ()
    output: str = ""
    is_repeated: bool = False

    @property
    def total_seconds(self) -> float:
        """Return the time that all stages of the probe took together, in seconds."""
        return sum(timing.seconds for timing in self.seconds)


def _read_seconds(raw: Any) -> tuple[Timing, ...]:
    """Return the seconds of each stage from a JSON object."""
    seconds = decode(dict[str, float], raw)
    return tuple(Timing(Stage(stage), duration) for stage, duration in seconds.items())


# Follows the members of its library.
HEALTH_SCHEMA = Schema(
    Health,
    "state",
    "step",
    code=Member("code", ENGLISH_TEXT),
    detail=Member("detail", ENGLISH_TEXT),
    seconds=Member(
        "seconds",
        Form(
            lambda timings: {timing.stage.value: timing.seconds for timing in timings},
            _read_seconds,
        ),
    ),
    stack="stack",
    output="output",
)


class StepNote(NamedTuple):
    """Result of one step of the native loader.

    Attributes:
        subject: path of a library, name of a layer or command.
        outcome: "ok", "skipped", "refused", "missing", "warning", ...
        code: name of a VkResult, or "".
    """

    subject: str
    step: str
    outcome: str
    code: str = ""
    detail: Message | str = ""


class DriverJob(NamedTuple):
    """Job: probe one driver alone (open, negotiate, extensions, instance, devices).

    Attributes:
        creates_device: also create a device on each physical device, and destroy all; else the
            instance is left to the end of the process.
    """

    driver: DriverFile
    profile: LoaderProfile = NEWEST_PROFILE
    creates_device: bool = True


class DriverAnswer(NamedTuple):
    """Result of a driver job.

    Attributes:
        library: as the dynamic linker found it.
        interface: negotiated driver interface version; -1 without one.
        api_version: of vkEnumerateInstanceVersion; None if the driver has no such function.
        create: name of the result of vkCreateInstance, "" if it was not called.
        devices: in the driver's order.
        notes: results that a loader would log.
        files: files mapped into the process at the end.
    """

    health: Health
    library: str = ""
    # 0 means a driver without negotiation, so it cannot represent "none".
    interface: int = -1
    # vkEnumerateInstanceVersion came with Vulkan 1.1.
    api_version: tuple[int, int, int] | None = None
    extensions: tuple[ExtensionName, ...] = ()
    create: str = ""
    devices: tuple[DeviceSummary, ...] = ()
    notes: tuple[StepNote, ...] = ()
    files: tuple[str, ...] = ()


class LayerJob(NamedTuple):
    """Job: probe one layer over one driver (open, negotiate, instance, device).

    Attributes:
        asks_functions: find out which commands it intercepts, by asking it for each known one.
    """

    layer: PlannedLayer
    driver: DriverFile
    profile: LoaderProfile = NEWEST_PROFILE
    asks_functions: bool = False


class LayerAnswer(NamedTuple):
    """Result of a layer job. The attributes are those of DriverAnswer.

    Attributes:
        interface: negotiated layer interface version; -1 without one.
        create_instance: name of the result with the layer in the chain, "" if not called.
        create_device: the same of vkCreateDevice on the first device.
        device: name of that device.
        intercepts: commands that it answers with functions of its own, sorted; None if not asked.
    """

    health: Health
    library: str = ""
    # From vkNegotiateLoaderLayerInterfaceVersion; 2 is the newest.
    interface: int = -1
    create_instance: str = ""
    create_device: str = ""
    device: str = ""
    notes: tuple[StepNote, ...] = ()
    files: tuple[str, ...] = ()
    intercepts: tuple[str, ...] | None = None


class ChainJob(NamedTuple):
    """Job: build the predicted chain.

    Attributes:
        tapped: insert a tracing layer between every two layers, also create a device, and destroy
            all; else the instance is left to the end of the process.
        alone: drivers that are then asked in the same process what each says alone, with no device
            created.
    """

    plan: LoadPlan
    tapped: bool = True
    alone: tuple[DriverFile, ...] = ()


class LayerCall(NamedTuple):
    """One call of a command entering one layer, in the order of entry.

    Attributes:
        command: "vkCreateInstance", "vkCreateDevice", ...
        seconds: duration including everything below.
        own_seconds: duration without the layers below.
        added: extensions that the layer adds to the request passed down; for an enumeration, to the
            list returned upwards.
        removed: extensions that it removes.
    """

    command: str
    layer: str
    seconds: float = 0.0
    own_seconds: float = 0.0
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class ChainAnswer(NamedTuple):
    """Result of a chain job.

    Attributes:
        instance_version: version from vkEnumerateInstanceVersion, or the name of its error.
        extensions: of vkEnumerateInstanceExtensionProperties(NULL), or the name of its result.
        create: name of the result of vkCreateInstance.
        loaded: names of the layers in the chain, application side first, also if vkCreateInstance
            failed.
        layer_calls: calls recorded by the tracing layers.
        devices: in the order in which the application gets them, or the name of the result.
        found_devices: devices of all drivers, in the order below all layers.
        can_sort: whether this instance can query the properties used in sorting.
        manifests: of the layers that are in the chain.
        failed_in: name of the layer that made vkCreateInstance fail, or "".
        alone: answers of the drivers that the job names, if vkCreateInstance succeeded.
    """

    instance_version: tuple[int, int, int] | str = ""
    extensions: tuple[ExtensionName, ...] | str = ""
    create: str = ""
    loaded: tuple[str, ...] = ()
    layer_calls: tuple[LayerCall, ...] = ()
    # setup_loader_term_phys_devs: no device at all is VK_ERROR_INITIALIZATION_FAILED.
    devices: tuple[DeviceSummary, ...] | str = ()
    found_devices: tuple[PhysicalDevice, ...] = ()
    # Vulkan 1.1 or VK_KHR_get_physical_device_properties2 (is_linux_sort_enabled).
    can_sort: bool = False
    notes: tuple[StepNote, ...] = ()
    files: tuple[str, ...] = ()
    seconds: tuple[Timing, ...] = ()
    manifests: tuple[str, ...] = ()
    failed_in: str = ""
    alone: tuple[DriverAnswer, ...] = ()


class DumpJob(NamedTuple):
    """Job: dump all properties of the devices."""

    plan: LoadPlan


class DumpAnswer(NamedTuple):
    """Result of a dump job, as JSON values that native/device_dump.py makes.

    Attributes:
        devices: a list of objects, or the name of the result.
    """

    create: str
    devices: Any = None
    files: tuple[str, ...] = ()


class SurfaceState(StrEnum):
    """What became of a device's surface of one window system."""

    PRESENTS = "presents"
    NO_QUEUE = "no-queue"  # no queue family of the device can present to it
    FAILED = "failed"  # a command returned an error
    DRIVER_LACKS = "driver-lacks"  # the driver does not have the extension
    LOADER_LACKS = "loader-lacks"  # the loader was built without the window system
    NO_DISPLAY = "no-display"  # a display that cannot be reached
    NO_LIBRARY = "no-library"  # the client library of the window system does not open
    NO_ANSWER = "no-answer"  # the process ended before


class SurfaceJob(NamedTuple):
    """Job: ask all devices about surfaces of each window system."""

    plan: LoadPlan


class SurfaceAnswer(NamedTuple):
    """Result of a surface job.

    Attributes:
        devices: a list of objects with the "properties" that identify a device and its
            "surfaces", as native/surfaces.py reads them, or the name of the result.
    """

    create: str
    devices: Any = None
    files: tuple[str, ...] = ()


Job = DriverJob | LayerJob | ChainJob | DumpJob | SurfaceJob
Answer = DriverAnswer | LayerAnswer | ChainAnswer | DumpAnswer | SurfaceAnswer

# Job and answer class of each kind, by its name in JSON.
_JOBS: dict[str, tuple[Any, Any]] = {
    "driver": (DriverJob, DriverAnswer),
    "layer": (LayerJob, LayerAnswer),
    "chain": (ChainJob, ChainAnswer),
    "dump": (DumpJob, DumpAnswer),
    "surfaces": (SurfaceJob, SurfaceAnswer),
}


def job_to_json(job: Job) -> dict[str, Any]:
    """Return the JSON object by which a child process is told its job."""
    return _to_json(job, 0)


def parse_job(raw: Any) -> Job:
    """Return the job of a JSON object. Raise WireError if it is from another release."""
    job: Job = _parse_json(raw, 0)
    return job


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """Return the JSON object by which a child process answers."""
    return _to_json(answer, 1)


def answer_from_json(raw: Any) -> Answer:
    """Return the answer of a JSON object. Raise WireError if it is from another release."""
    answer: Answer = _parse_json(raw, 1)
    return answer


def _to_json(value: Any, side: int) -> dict[str, Any]:
    """Return a job or an answer as a JSON object with its kind.

    `side`: 0 for a job, 1 for an answer.
    """
    kind = next(name for name, kinds in _JOBS.items() if isinstance(value, kinds[side]))
    return {"format": WIRE_FORMAT, "kind": kind, "value": encode(value)}


def _parse_json(raw: Any, side: int) -> Any:
    """Return the job or answer of a JSON object.

    `side`: 0 for a job, 1 for an answer.
    """
    # Answers in a cache may be of an older release, jobs never are.
    if (
        not isinstance(raw, dict)
        or raw.get("format") != WIRE_FORMAT
        or raw.get("kind") not in _JOBS
    ):
        raise WireError("not of this release")
    return decode(_JOBS[raw["kind"]][side], raw.get("value"))


def list_opened_files(job: Job) -> tuple[str, ...]:
    """Return the files that a job opens, on which its answer depends."""
    match job:
        case DriverJob(driver):
            return driver.manifest, driver.library
        case LayerJob(layer, driver):
            return layer.manifest, layer.library, driver.manifest, driver.library
        case ChainJob(plan) | DumpJob(plan) | SurfaceJob(plan):
            layers = (*plan.layers, *plan.device_layers)
            components: tuple[DriverFile | PlannedLayer, ...] = (*plan.drivers, *layers)
            return tuple(path for file in components for path in (file.manifest, file.library))


def make_probing_application(profile: LoaderProfile, offered: Iterable[str] = ()) -> Application:
    """Return the application with which drivers are probed, of the newest accepted API version.

    `offered`: extensions of drivers; those are enabled without which a device of Vulkan 1.0 does
    not tell which one it is.
    """
    if not profile.has(Gate.REFUSES_1_1):
        return Application("vkconfig-py", (1, 3, 0))
    usable = list_known_extensions(profile).intersection(offered)
    names = tuple(name for name in IDENTITY_EXTENSIONS if name in usable)
    return Application("vkconfig-py", (1, 0, 0), extensions=names)


class DriverFile(NamedTuple):
    """A driver to be opened.

    Attributes:
        library: argument of dlopen, which expands tokens like $LIB.
        api_version: of the manifest.
    """

    manifest: str
    library: str
    # terminator_CreateInstance asks for vkEnumerateInstanceVersion only from 1.1 on.
    api_version: tuple[int, int, int] = (1, 0, 0)
    is_portability: bool = False


class LayerExtension(NamedTuple):
    """An extension from a layer manifest.

    Attributes:
        entrypoints: its device functions.
    """

    name: str
    spec_version: int = 1
    # The loader looks device functions that it does not know up in layers that name them.
    entrypoints: tuple[str, ...] = ()


class PlannedLayer(NamedTuple):
    """A layer as described by its manifest.

    Attributes:
        library: argument of dlopen; "" for a meta-layer.
        is_requested: the application named it.
        is_on_without_request: an implicit layer that is on, also if the application does not name
            it.
        negotiate: name of its negotiation function; "" for the default, as for the next two.
        pre_instance: (function of the loader, symbol of the library) for calls before an instance.
        components: names of a meta-layer's components.
    """

    name: str
    library: str
    manifest: str = ""
    implicit: bool = False
    # Where its library does not open, only such a layer makes vkCreateInstance fail.
    is_requested: bool = False
    is_on_without_request: bool = False
    # From "functions" of the manifest: renames of what the library exports.
    negotiate: str = ""
    get_instance_proc_addr: str = ""
    get_device_proc_addr: str = ""
    instance_extensions: tuple[LayerExtension, ...] = ()
    device_extensions: tuple[LayerExtension, ...] = ()
    # LoaderLayerInterface, "Pre-Instance Functions".
    pre_instance: tuple[tuple[str, str], ...] = ()
    api_version: tuple[int, int, int] = (1, 0, 0)
    implementation_version: int = 1
    description: str = ""
    components: tuple[str, ...] = ()


class LoadPlan(NamedTuple):
    """Drivers and layers of one application on one machine, for one loader version.

    Attributes:
        drivers: drivers in the order of opening.
        layers: layers to be opened, application side first, without meta-layers. Names may be
            duplicate, and libraries may fail to open.
        active: result of vkEnumerateDeviceLayerProperties: layers with their meta-layers.
        implicit_only: layers visible to the calls before an instance.
        listed: layers that vkCreateInstance finds; also the result of
            vkEnumerateInstanceLayerProperties, unless that has a refusal of its own.
        environment: variables that the loader reads, without hidden ones.
        device_configurations: of the settings file; None if it leaves devices alone.
        refusal: name of vkCreateInstance's result if files determine it, else "".
        layers_refusal: same for vkEnumerateInstanceLayerProperties.
        extensions_refusal: the same for vkEnumerateInstanceExtensionProperties.
        device_layers: layers of the chain of every device, as `layers`; for a loader with
            Gate.DEVICE_LAYERS alone, the same as the next one.
        listed_for_devices: layers that vkCreateDevice finds, and the result of
            vkEnumerateDeviceLayerProperties.
    """

    drivers: tuple[DriverFile, ...] = ()
    layers: tuple[PlannedLayer, ...] = ()
    active: tuple[PlannedLayer, ...] = ()
    # loader_scan_for_implicit_layers: the global calls begin with it.
    implicit_only: tuple[PlannedLayer, ...] = ()
    listed: tuple[PlannedLayer, ...] = ()
    application: Application = Application()
    profile: LoaderProfile = NEWEST_PROFILE
    # loader_secure_getenv hides some of them from an elevated process.
    environment: Mapping[str, str] = NO_VARIABLES
    device_configurations: tuple[DeviceConfiguration, ...] | None = None
    refusal: str = ""
    layers_refusal: str = ""
    extensions_refusal: str = ""
    device_layers: tuple[PlannedLayer, ...] = ()
    listed_for_devices: tuple[PlannedLayer, ...] = ()

    @property
    def keeps_libraries(self) -> bool:
        """Return whether this loader never closes libraries that it used."""
        keeps_libraries = self.profile.has(NativeGate.LIBRARIES_KEPT)
        # Exactly "1", read by loader_getenv: elevated processes have it, too.
        return keeps_libraries and self.environment.get(KEEP_LIBRARIES_VARIABLE) == "1"
