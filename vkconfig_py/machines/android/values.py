"""AndroidReport: which driver and which layers an application on Android gets, and why.

A type of its own beside LoaderReport. That one holds a release of the Khronos loader, manifests
with versions and a foundation to open libraries with; Android has none of these, and a report that
filled them in would state what nobody knows. Outcome, Kind and Problem are the same, and so are the
keys of its JSON where they mean the same.
"""

from __future__ import annotations

from enum import StrEnum

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Problem
from vkconfig_py.machines.android.app import DEFAULT_ABI, Abi, App
from vkconfig_py.machines.android.files import DeviceFiles
from vkconfig_py.machines.android.properties import GlobalSettings, Properties, UnreadLine


class LayerReason(StrEnum):
    """Reason of a verdict on Android; words.py has its sentence."""

    # drivers
    FIRST_HIT = "first-hit"
    ID_UNKNOWN = "id-unknown"  # only the linker can tell the id of HMI
    NOT_REACHED = "not-reached"  # detail: the library that was found first
    NOT_IN_FOLDERS = "not-in-folders"  # detail: the folders
    PROPERTY_EMPTY = "property-empty"
    PROPERTY_READ = "property-read"
    NO_MODULE = "no-module"  # no symbol HMI
    OTHER_MODULE = "other-module"  # detail: the id it has
    UPDATABLE = "updatable"  # detail: the package
    UPDATABLE_UNKNOWN = "updatable-unknown"  # its package is not among the files
    APEX = "apex"  # detail: the APEX
    APEX_UNKNOWN = "apex-unknown"
    ANGLE = "angle"
    # libraries
    OTHER_MACHINE = "other-machine"  # detail: what it is for
    NOT_A_LIBRARY = "not-a-library"  # detail: why
    NO_INTROSPECTION = "no-introspection"  # detail: the export that is missing
    COMPRESSED = "compressed"
    UNALIGNED = "unaligned"
    SAME_FILE_NAME = "same-file-name"  # detail: the library that was found first
    MISNAMED = "misnamed"
    # layers
    DUPLICATE = "duplicate"  # detail: the library that has the name first
    PROPERTY_LIST = "property-list"  # debug.vulkan.layers
    PROPERTY_NUMBERED = "property-numbered"  # debug.vulkan.layer.<n>
    SETTING_LIST = "setting-list"  # gpu_debug_layers
    APPLICATION = "application"
    NOT_REQUESTED = "not-requested"
    PLATFORM_LAYER = "platform-layer"
    NO_CHAIN = "no-chain"  # asked for; the call fails because of another layer
    NAME_UNKNOWN = "name-unknown"
    # requests
    NOT_FOUND = "not-found"
    NOT_SEARCHED = "not-searched"
    NO_ENTRY_POINT = "no-entry-point"  # detail: the library
    EMPTY_NAME = "empty-name"
    # folders, properties and settings
    SEARCHED = "searched"
    FOLDER_ABSENT = "folder-absent"
    FOLDER_UNREADABLE = "folder-unreadable"
    NOT_DEBUGGABLE = "not-debuggable"
    SETTINGS_ENABLE = "settings-enable"
    SETTINGS_OFF = "settings-off"
    OTHER_APP = "other-app"  # detail: the package that the setting names
    NO_APP = "no-app"
    LAYERS_FROM_SETTINGS = "layers-from-settings"
    APP_NOT_INSTALLED = "app-not-installed"  # detail: the package
    CALLBACK = "callback"


class AndroidVerdict(NamedTuple):
    """One decision: a Verdict of Android.

    Attributes:
        file: the file that decides, a path of the device or a file of properties or settings.
    """

    subject: str
    kind: Kind
    outcome: Outcome
    why: LayerReason
    detail: str = ""
    file: str = ""
    line: int = 0


class RequestedLayer(NamedTuple):
    """A layer that somebody asks for, in the order of the call."""

    name: str
    why: LayerReason
    source: str
    file: str = ""
    line: int = 0


class Layer(NamedTuple):
    """A layer of a library.

    Attributes:
        name: its name, or the library's file name if that tells none.
        is_certain: an export has its name; else a text of the library does.
        is_in_device_chain: it may take part in device calls as well (the rule of global layers).
        has_entry_point: exports what leads to its functions.
        position: 0-based place in the chain, or -1.
    """

    name: str
    library: str
    verdict: AndroidVerdict
    is_certain: bool = False
    is_in_device_chain: bool = False
    has_entry_point: bool = False
    position: int = -1


class AndroidDriver(NamedTuple):
    """A driver that Android tries.

    Attributes:
        library: path on the device, or its name if it was not found.
    """

    library: str
    verdict: AndroidVerdict


class SearchedFolder(NamedTuple):
    """An entry of the layers' search path."""

    path: str
    source: str


class AndroidDevice(NamedTuple):
    """What is known of a device and of the application on it.

    Attributes:
        requested: layers that the application asks for itself.
        unread: what could not be read about the application.
    """

    properties: Properties = Properties()
    settings: GlobalSettings = GlobalSettings()
    app: App = App()
    files: DeviceFiles = DeviceFiles()
    abi: Abi = DEFAULT_ABI
    requested: tuple[str, ...] = ()
    unread: tuple[UnreadLine, ...] = ()

    @property
    def is_debuggable(self) -> bool:
        """Whether layers from outside the application are let in (GraphicsEnv::isDebuggable)."""
        # canInjectLayers makes the process dumpable; userdebug and eng builds allow it everywhere.
        app = self.app
        return app.debuggable or app.can_inject_layers or self.properties.is_true("ro.debuggable")


class AndroidReport(NamedTuple):
    """Result for one device and one application.

    Attributes:
        create_result: name of the result of vkCreateInstance.
        open_conditions: what only a run can tell, each as a sentence.
        layers: every layer library in the order of the search, with its verdict.
        callstack: the layers of the chain, the application's side first.
        findings: verdicts on folders, properties, settings and requests.
    """

    device: AndroidDevice
    create_result: str
    open_conditions: tuple[str, ...]
    layers: tuple[Layer, ...]
    callstack: tuple[tuple[Layer, RequestedLayer], ...]
    drivers: tuple[AndroidDriver, ...]
    driver_folders: tuple[str, ...]
    layer_path: tuple[SearchedFolder, ...]
    findings: tuple[AndroidVerdict, ...]
    problems: tuple[Problem, ...]
