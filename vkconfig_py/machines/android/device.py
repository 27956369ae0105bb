"""An Android device, known from pulled files or asked through adb on a cable.

Nothing is started here. With adb a report takes three rounds: the commands of `list_questions` ask
what the device says of itself, those of `list_folder_commands` what is where Android looks for
layers, and `list_pulls` names the few files to copy.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import get_read_error_reason, read_beginning
from vkconfig_py.machines.android.app import (
    ABIS,
    DEFAULT_ABI,
    Abi,
    App,
    AppManifest,
    parse_package_dump,
)
from vkconfig_py.machines.android.drivers import NAME_PROPERTIES, list_built_in_folders
from vkconfig_py.machines.android.files import IN_APK, DeviceFiles, find_app
from vkconfig_py.machines.android.layers import is_layer_file, search_path
from vkconfig_py.machines.android.properties import (
    MAX_FILE_SIZE,
    GlobalSettings,
    Properties,
    UnreadLine,
    parse_properties,
    parse_settings,
    read_image,
)
from vkconfig_py.machines.android.values import AndroidDevice

_ABI_LISTS = (
    "ro.product.cpu.abilist",
    "ro.product.cpu.abi",
    "ro.vendor.product.cpu.abilist",
    "ro.system.product.cpu.abilist",
)


# Names under which a folder of pulled files brings what is no file of the device.
GETPROP_FILE, SETTINGS_FILE, PACKAGE_FILE = "getprop.txt", "settings.txt", "package.txt"
GETPROP, SETTINGS, PACKAGE = "getprop", "settings", "package"
_TEXT_BY_DEVICE_STATE = {
    "unauthorized": tr(
        "{device} has not authorized this computer: unlock it and confirm the prompt"
    ),
    "offline": tr("{device} is not responding: reconnect it"),
    "no permissions": tr("no permission to open {device}: check the USB udev rules"),
}


class InputError(ValueError):
    """Nothing can be told about the device; the text is a sentence."""


class DeviceSources(NamedTuple):
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


def make_sources(options: Namespace) -> DeviceSources:
    """Return the files that the options of the command line name.

    Raises:
        InputError: an ABI that Android does not have.
    """
    if options.abi and options.abi not in ABIS:
        raise InputError(
            tr(
                "argument --abi: invalid ABI {abi!r}; available: {known}",
                abi=options.abi,
                known=", ".join(ABIS),
            )
        )
    return DeviceSources(
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


def read_device(sources: DeviceSources) -> AndroidDevice:
    """Read the device that files describe.

    Raises:
        InputError: a file cannot be read, or there is none.
    """
    if not sources.root and not sources.properties:
        raise InputError(
            tr(
                "specify the device: --root DIR (a mounted image or pulled folders) or "
                "--properties FILE (the output of “adb shell getprop”)"
            )
        )
    sources = _add_default_files(sources)
    files = DeviceFiles(sources.root)
    properties = _read_properties(sources, files)
    settings = GlobalSettings()
    if sources.settings:
        settings = parse_settings(_read_content(sources.settings), sources.settings)
    app = App(sources.package)
    unread_lines: tuple[UnreadLine, ...] = ()
    if sources.package_dump:
        data = _read_content(sources.package_dump)
        app, unread_lines = parse_package_dump(data, sources.package, sources.package_dump)
    return make_device(sources, properties, settings, app, unread_lines)


def describes_device(folder: str) -> bool:
    """Return whether a folder looks like the root of an Android device."""
    names = (GETPROP_FILE, "system/build.prop", "vendor/build.prop", "data/local/debug/vulkan")
    return any(os.path.exists(os.path.join(folder, name)) for name in names)


def _add_default_files(sources: DeviceSources) -> DeviceSources:
    """Add the files in the root folder that describe the device, unless others are named."""

    def find_path(named: str, file: str) -> str:
        """Return a named path, or that of the file in the root folder, "" if it is not there."""
        path = os.path.join(sources.root, file)
        return named or (path if sources.root and os.path.exists(path) else "")

    return sources._replace(
        properties=find_path(sources.properties, GETPROP_FILE),
        settings=find_path(sources.settings, SETTINGS_FILE),
        package_dump=find_path(sources.package_dump, PACKAGE_FILE),
    )


def make_device(
    sources: DeviceSources,
    properties: Properties,
    settings: GlobalSettings,
    app: App,
    unread_lines: tuple[UnreadLine, ...] = (),
) -> AndroidDevice:
    """Put the parts together, with the application's folders and ABI where nothing else says them.

    Args:
        sources: has the root folder and the ABI that was named.
        properties: of the device.
        settings: its global settings.
        app: the application.
        unread_lines: lines that could not be read.
    """
    files = DeviceFiles(sources.root)
    abi = _choose_abi(sources.abi or app.abi, properties)
    if not app.is_known:
        app = find_app(files, app.package, abi) or app
    manifest, notes = _read_manifest(files, app)
    app = app._replace(
        debuggable=app.debuggable or sources.debuggable or manifest.debuggable,
        can_inject_layers=sources.can_inject_layers or manifest.can_inject_layers,
    )
    return AndroidDevice(
        properties, settings, app, files, abi, sources.requested, (*unread_lines, *notes)
    )


def _read_manifest(files: DeviceFiles, app: App) -> tuple[AppManifest, tuple[UnreadLine, ...]]:
    """Read the manifest of an application: its first archive is the base."""
    if not app.apks:
        return AppManifest(), ()
    path = app.apks[0]
    manifest = files.read_manifest(path)
    if isinstance(manifest, str):
        return AppManifest(), (UnreadLine(path, 0, manifest),)
    notes = (
        UnreadLine(
            path,
            0,
            tr("{name} is stored in resources, which are not read; assuming false", name=name),
        )
        for name in manifest.unknown
    )
    return manifest, tuple(notes)


def _read_properties(sources: DeviceSources, files: DeviceFiles) -> Properties:
    """Read the system properties of the device."""
    if sources.properties:
        return parse_properties(_read_content(sources.properties), sources.properties)
    return read_image(files.read_text)


def _read_content(path: str) -> bytes:
    """Return the content of a file.

    Raises:
        InputError: it cannot be read.
    """
    try:
        return read_beginning(path, MAX_FILE_SIZE + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            tr("{path} cannot be read: {reason}", path=path, reason=get_read_error_reason(error))
        ) from None


def _choose_abi(name: str, properties: Properties) -> Abi:
    """Return the ABI of a name, without one the first that the device supports."""
    if name in ABIS:
        return ABIS[name]
    for property_name in _ABI_LISTS:
        first = properties.get_value(property_name).split(",")[0]
        if first in ABIS:
            return ABIS[first]
    return DEFAULT_ABI


class AdbError(InputError):
    """The device tells nothing; the text is a sentence that says what to do."""


class AdbCommand(NamedTuple):
    """One command; `arguments` follow `adb -s SERIAL`."""

    key: str
    arguments: tuple[str, ...]


class CommandOutput(NamedTuple):
    """What a command printed; `status` is its exit code, negative for a signal."""

    status: int = 0
    output: bytes = b""
    errors: str = ""


class FilePull(NamedTuple):
    """A file to be copied by `adb -s SERIAL` and the arguments.

    A file that the device does not have, or does not give away, is no failure.

    Attributes:
        target: path on this machine, below the folder that stands for the device's root.
        is_output: the command prints the file; else it writes the target itself.
    """

    target: str
    arguments: tuple[str, ...]
    is_output: bool = False


class AttachedDevice(NamedTuple):
    """A device that adb knows."""

    serial: str
    state: str


def parse_devices(output: str) -> tuple[AttachedDevice, ...]:
    """Parse the output of `adb devices`."""
    devices = []
    for line in output.splitlines():
        serial, tab, state = line.partition("\t")
        if tab and serial.strip():
            devices.append(AttachedDevice(serial.strip(), state.strip()))
    return tuple(devices)


def choose_device(devices: tuple[AttachedDevice, ...], serial: str = "") -> str:
    """Return the serial number of the device to ask.

    Raises:
        AdbError: there is none, there are several, or it does not answer.
    """
    serials = ", ".join(device.serial for device in devices)
    if serial:
        fitting_devices = [device for device in devices if device.serial == serial]
        if not fitting_devices:
            raise AdbError(
                tr(
                    "device {serial} is not connected; adb lists {known}",
                    serial=serial,
                    known=serials,
                )
                if serials
                else tr("device {serial} is not connected; adb lists no devices", serial=serial)
            )
    elif not devices:
        raise AdbError(
            tr("no device connected: turn on USB debugging on the device and plug it in")
        )
    else:
        # One that answers is meant, whatever else lies on the table.
        fitting_devices = [device for device in devices if device.state == "device"] or list(
            devices
        )
        if len(fitting_devices) > 1:
            raise AdbError(tr("several devices are connected; choose one: {known}", known=serials))
    chosen_device = fitting_devices[0]
    if chosen_device.state == "device":
        return chosen_device.serial
    reason = next(
        (
            text
            for state, text in _TEXT_BY_DEVICE_STATE.items()
            if chosen_device.state.startswith(state)
        ),
        "",
    )
    if reason:
        raise AdbError(reason.format(device=chosen_device.serial))
    raise AdbError(
        tr(
            "{device} is not ready: adb reports the state {state}",
            device=chosen_device.serial,
            state=chosen_device.state,
        )
    )


def list_questions(package: str = "") -> tuple[AdbCommand, ...]:
    """Return the commands that ask a device about itself and about an application.

    Args:
        package: name of the application, "" for none.
    """
    commands = (
        AdbCommand(GETPROP, ("shell", "getprop")),
        AdbCommand(SETTINGS, ("shell", "settings", "list", "global")),
    )
    if not package:
        return commands
    # The shell of the device reads the line once more.
    return (*commands, AdbCommand(PACKAGE, ("shell", "dumpsys", "package", quote_word(package))))


def quote_word(word: str) -> str:
    """Quote a word for the shell of the device."""
    return "'" + word.replace("'", "'\\''") + "'"


def make_described_device(
    answers: Mapping[str, CommandOutput], sources: DeviceSources
) -> AndroidDevice:
    """Return the device that the answers describe. Its files are below `sources.root`.

    Raises:
        AdbError: there are no properties.
    """
    getprop_output = answers.get(GETPROP, CommandOutput(1))
    if getprop_output.status or not getprop_output.output.strip():
        raise AdbError(_explain_refusal(getprop_output))
    properties = parse_properties(getprop_output.output, "getprop")
    if not properties.values_by_name:
        raise AdbError(tr("the device returned no properties: is it an Android device?"))
    settings = GlobalSettings()
    unread_lines: list[UnreadLine] = []
    if SETTINGS in answers:
        answer = answers[SETTINGS]
        settings = parse_settings(answer.output, "settings list global")
        unread_lines += _list_unread_lines(answer, "settings list global")
    app = App(sources.package)
    if PACKAGE in answers:
        answer = answers[PACKAGE]
        file = f"dumpsys package {sources.package}"
        app, notes = parse_package_dump(answer.output, sources.package, file)
        unread_lines += _list_unread_lines(answer, file) or notes
    return make_device(sources, properties, settings, app, tuple(unread_lines))


def list_folder_commands(device: AndroidDevice) -> tuple[AdbCommand, ...]:
    """Return the commands that list the folders that Android searches for layers, by folder."""
    folders = dict.fromkeys(
        searched_folder.path
        for searched_folder in search_path(device)
        if IN_APK not in searched_folder.path
    )
    return tuple(
        AdbCommand(folder, ("shell", _make_list_command(device, folder))) for folder in folders
    )


def _make_list_command(device: AndroidDevice, folder: str) -> str:
    """Return the shell command that lists a folder of the device."""
    plain = f"ls -1 {quote_word(folder)}"
    if not _is_folder_of_device(device, folder):
        return plain
    # Only the application may read its own folder, and for a debuggable one, who acts as it.
    return f"{plain} 2>/dev/null || run-as {quote_word(device.app.package)} {plain}"


def _is_folder_of_device(device: AndroidDevice, folder: str) -> bool:
    """Return whether a folder is that of the application's own files."""
    return bool(device.app.package) and folder == device.app.data_folder


def list_pulls(device: AndroidDevice, answers: Mapping[str, CommandOutput]) -> tuple[FilePull, ...]:
    """Return the files to copy from the device before the report is made.

    `answers` has those to the commands of `list_folder_commands`, by folder.
    """
    copies = [
        _make_pull(device, source)
        for source in (*_list_driver_files(device), *_list_archives(device))
    ]
    for folder, answer in answers.items():
        for name in answer.output.decode("utf-8", "surrogateescape").splitlines():
            if is_layer_file(name):
                copies.append(
                    _make_pull(device, f"{folder}/{name}", _is_folder_of_device(device, folder))
                )
    return tuple(dict.fromkeys(pull for pull in copies if pull is not None))


def _make_pull(device: AndroidDevice, source: str, is_own: bool = False) -> FilePull | None:
    """Return how a file is copied from the device, None for a path that leaves its folder.

    With `is_own` it is one of the application's own files.
    """
    if not source.startswith("/") or ".." in source.split("/"):
        return None
    target = f"{device.files.root}{source}"
    if not is_own:
        return FilePull(target, ("pull", source, target))
    plain = f"cat {quote_word(source)}"
    command = f"{plain} 2>/dev/null || run-as {quote_word(device.app.package)} {plain}"
    return FilePull(target, ("exec-out", command), is_output=True)


def _list_driver_files(device: AndroidDevice) -> Iterator[str]:
    """Yield the paths on the device at which its driver may be."""
    for name in NAME_PROPERTIES:
        value = device.properties.get_value(name)
        for folder in list_built_in_folders(device) if value else ():
            yield f"{folder}/vulkan.{value}.so"


def _list_archives(device: AndroidDevice) -> Iterator[str]:
    """Yield the archives on the device that are searched for layers."""
    for searched_folder in search_path(device):
        archive, separator, _ = searched_folder.path.partition(IN_APK)
        if separator:
            yield archive


def _list_unread_lines(answer: CommandOutput, file: str) -> list[UnreadLine]:
    """Return what a failed command says, nothing if it succeeded.

    `file` is what the command was to read.
    """
    if not answer.status:
        return []
    message = _get_first_line(answer.errors)
    return [
        UnreadLine(
            file,
            0,
            tr("the command failed: {message}", message=message)
            if message
            else tr("the command failed without a message"),
        )
    ]


def _explain_refusal(answer: CommandOutput) -> str:
    """Return why adb failed, as a sentence that says what to do."""
    text = answer.errors.casefold()
    if answer.status < 0 or "interrupted" in text or "closed" in text:
        return tr("the connection to the device was lost; try again")
    if "unauthorized" in text:
        return _TEXT_BY_DEVICE_STATE["unauthorized"].format(device=tr("the device"))
    if "offline" in text:
        return _TEXT_BY_DEVICE_STATE["offline"].format(device=tr("the device"))
    if "more than one" in text:
        return tr("several devices are connected; choose one")
    if "no devices" in text or "not found" in text:
        return tr("no device connected: turn on USB debugging on the device and plug it in")
    first_error = _get_first_line(answer.errors)
    return (
        tr("adb failed: {message}", message=first_error)
        if first_error
        else tr("the device returned no output")
    )


def _get_first_line(text: str) -> str:
    """Return the first line of a text that is not blank, "" if there is none."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
