"""What is known of a device, gathered from files that somebody pulled from it."""

from __future__ import annotations

import os

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple
from vkconfig_py.loader.files.read_file import read_beginning, reason_of
from vkconfig_py.machines.android.app import (
    ABIS,
    DEFAULT_ABI,
    Abi,
    App,
    parse_package_dump,
)
from vkconfig_py.machines.android.files import DeviceFiles
from vkconfig_py.machines.android.manifest import AppManifest
from vkconfig_py.machines.android.packages import find_app
from vkconfig_py.machines.android.properties import (
    LARGEST_FILE,
    Properties,
    UnreadLine,
    parse_properties,
    read_image,
)
from vkconfig_py.machines.android.settings import GlobalSettings, parse_settings
from vkconfig_py.machines.android.values import AndroidDevice

if TYPE_CHECKING:
    from argparse import Namespace

_ABI_LISTS = (
    "ro.product.cpu.abilist",
    "ro.product.cpu.abi",
    "ro.vendor.product.cpu.abilist",
    "ro.system.product.cpu.abilist",
)


# Names under which a folder of pulled files brings what is no file of the device.
GETPROP_FILE, SETTINGS_FILE, PACKAGE_FILE = "getprop.txt", "settings.txt", "package.txt"


class InputError(ValueError):
    """Nothing can be told about the device; the text is a sentence."""


class Sources(NamedTuple):
    """Files that describe a device, "" for what there is not.

    The texts may also lie in the root folder under the names above.

    Attributes:
        root: folder that stands for the device's "/".
        properties: output of `getprop`, or a build.prop file; else those below root are read.
        settings: output of `settings list global`.
        package_dump: output of `dumpsys package NAME`.
        debuggable, can_inject_layers: what only the application's manifest says otherwise.
        abi: "" for that of the application, or the device's first.
    """

    root: str = ""
    properties: str = ""
    settings: str = ""
    package: str = ""
    package_dump: str = ""
    debuggable: bool = False
    can_inject_layers: bool = False
    abi: str = ""
    requested: tuple[str, ...] = ()


def sources_of(options: Namespace) -> Sources:
    """Return what the options of api/options.py (add_device) name.

    Raises:
        InputError: an ABI that Android does not have.
    """
    if options.abi and options.abi not in ABIS:
        raise InputError(
            tr("argument --abi: {abi!r} is none of {known}", abi=options.abi, known=", ".join(ABIS))
        )
    return Sources(
        root=options.root or "",
        properties=options.properties or "",
        settings=options.settings or "",
        package=options.package or "",
        package_dump=options.package_dump or "",
        debuggable=options.debuggable,
        can_inject_layers=options.inject_layers,
        abi=options.abi or "",
        requested=tuple(options.enable_layer),
    )


def read_device(sources: Sources) -> AndroidDevice:
    """Read all that the sources name.

    Raises:
        InputError: a file cannot be read, or there is none.
    """
    if not sources.root and not sources.properties:
        raise InputError(
            tr(
                "name what the device has: --root DIR (a mounted image or pulled "
                "folders) or --properties FILE (the output of adb shell getprop)"
            )
        )
    sources = _with_default_files(sources)
    files = DeviceFiles(sources.root)
    properties = _properties(sources, files)
    settings = GlobalSettings()
    if sources.settings:
        settings = parse_settings(_content(sources.settings), sources.settings)
    app = App(sources.package)
    unread: tuple[UnreadLine, ...] = ()
    if sources.package_dump:
        data = _content(sources.package_dump)
        app, unread = parse_package_dump(data, sources.package, sources.package_dump)
    return make_device(sources, properties, settings, app, unread)


def describes_device(folder: str) -> bool:
    """Return whether a folder stands for the root of a device."""
    names = (GETPROP_FILE, "system/build.prop", "vendor/build.prop", "data/local/debug/vulkan")
    return any(os.path.exists(os.path.join(folder, name)) for name in names)


def _with_default_files(sources: Sources) -> Sources:
    """Take the texts of the root folder where no others are named."""

    def path_of(named: str, file: str) -> str:
        path = os.path.join(sources.root, file)
        return named or (path if sources.root and os.path.exists(path) else "")

    return sources._replace(
        properties=path_of(sources.properties, GETPROP_FILE),
        settings=path_of(sources.settings, SETTINGS_FILE),
        package_dump=path_of(sources.package_dump, PACKAGE_FILE),
    )


def make_device(
    sources: Sources,
    properties: Properties,
    settings: GlobalSettings,
    app: App,
    unread: tuple[UnreadLine, ...] = (),
) -> AndroidDevice:
    """Put the parts together: the application's folders and ABI, where nothing else says them."""
    files = DeviceFiles(sources.root)
    abi = _abi(sources.abi or app.abi, properties)
    if not app.is_known:
        app = find_app(files, app.package, abi) or app
    manifest, notes = _manifest(files, app)
    app = app._replace(
        debuggable=app.debuggable or sources.debuggable or manifest.debuggable,
        can_inject_layers=sources.can_inject_layers or manifest.can_inject_layers,
    )
    return AndroidDevice(
        properties, settings, app, files, abi, sources.requested, (*unread, *notes)
    )


def _manifest(files: DeviceFiles, app: App) -> tuple[AppManifest, tuple[UnreadLine, ...]]:
    """Read the manifest of an application: its first archive is the base."""
    if not app.apks:
        return AppManifest(), ()
    path = app.apks[0]
    manifest = files.manifest(path)
    if isinstance(manifest, str):
        return AppManifest(), (UnreadLine(path, 0, manifest),)
    notes = (
        UnreadLine(
            path,
            0,
            tr("{name} is kept in resources, which are not read: taken as false", name=name),
        )
        for name in manifest.unknown
    )
    return manifest, tuple(notes)


def _properties(sources: Sources, files: DeviceFiles) -> Properties:
    if sources.properties:
        return parse_properties(_content(sources.properties), sources.properties)
    return read_image(files.read)


def _content(path: str) -> bytes:
    try:
        return read_beginning(path, LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            tr("{path} cannot be read: {reason}", path=path, reason=reason_of(error))
        ) from None


def _abi(name: str, properties: Properties) -> Abi:
    if name in ABIS:
        return ABIS[name]
    for property_name in _ABI_LISTS:
        first = properties.value(property_name).split(",")[0]
        if first in ABIS:
            return ABIS[first]
    return DEFAULT_ABI
