"""Questions to an installed loader in a child (reference_child.py), and its answers."""

from __future__ import annotations

from vkconfig_py.loader.base.records import Any, NamedTuple, WireError, decode, encode
from vkconfig_py.loader.files.processes import MappedFile

VERSION = 1
# Before the path of the library, in what a child says that it is about.
OPENING_NOTE_PREFIX = "open "


class LoaderQuestion(NamedTuple):
    """Question to a loader library, which is opened by absolute path.

    Attributes:
        create: also call vkCreateInstance (layers and drivers are opened then).
        devices: also enumerate the physical devices.
        executable: simulated target of /proc/self/exe for the loader; "" for the real one.
        api_version: version of the application; None passes no VkApplicationInfo version.
        elevated: simulate secure_getenv of an elevated program.
        optional: extensions to enable where they are offered.
    """

    library: str
    create: bool = True
    devices: bool = False
    executable: str = ""
    application: str = ""
    api_version: tuple[int, int, int] | None = None
    layers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    flags: int = 0
    elevated: bool = False
    optional: tuple[str, ...] = ()


def question_to_json(question: LoaderQuestion) -> dict[str, Any]:
    """Return the JSON object by which a child is told what to ask a loader."""
    return {"protocol": VERSION, **encode(question)}


def parse_question(raw: Any) -> LoaderQuestion:
    """Return the question of a JSON object.

    Raises:
        WireError: vkconfig-py was updated after the parent process started.
    """
    if raw.get("protocol") != VERSION:
        raise WireError("the child and its parent are of different releases")
    question: LoaderQuestion = decode(LoaderQuestion, raw)
    return question


class LayerProperties(NamedTuple):
    """One entry of vkEnumerateInstanceLayerProperties."""

    name: str
    spec_version: tuple[int, int, int]
    implementation_version: int
    description: str


class Reply(NamedTuple):
    """Results of the calls.

    Attributes:
        version: as vkEnumerateInstanceVersion reports it.
        layers: in order, or the name of the error of the call.
        create: name of the result of vkCreateInstance; "" if it was not requested.
        devices: names in order, or the name of the error; () if they were not requested.
        mapped: files that were mapped once the instance was made; () if they are not shown.
        identities: deviceUUID of each device, 32 hex digits, if the application is of Vulkan 1.1
            or enables VK_KHR_get_physical_device_properties2.
        is_imitated: the requested executable path was simulated.
        hidden: variables were hidden as requested.
        surfaces: extensions of the window systems it was built for.
    """

    version: tuple[int, int, int]
    layers: tuple[LayerProperties, ...] | str
    create: str = ""
    devices: tuple[str, ...] | str = ()
    is_imitated: bool = False
    surfaces: tuple[str, ...] = ()
    hidden: bool = False
    identities: tuple[str, ...] = ()
    mapped: tuple[MappedFile, ...] = ()


def unpack_version(packed: int) -> tuple[int, int, int]:
    """Return the three parts of a packed API version, a variant as part of the first."""
    return packed >> 22, packed >> 12 & 0x3FF, packed & 0xFFF


def pack_version(version: tuple[int, int, int]) -> int:
    return version[0] << 22 | version[1] << 12 | version[2]
