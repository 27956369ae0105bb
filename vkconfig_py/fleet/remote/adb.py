"""Asks an Android device through the user's own adb: its texts, then the few files that decide.

Nothing is put on the device. What is copied from it lies in a private folder until the report is
made. A device is not trusted: outputs have limits, and machines/android/device.py lets no
answer lead a copy out of the folder.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer
from typing import IO, Any

from vkconfig_py.fleet.remote.address import AdbAddress
from vkconfig_py.fleet.remote.ssh import RemoteError
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser
from vkconfig_py.loader.commands import add_report, find_misplaced
from vkconfig_py.machines.android.device import (
    AdbCommand,
    AdbError,
    CommandOutput,
    DeviceSources,
    FilePull,
    InputError,
    choose_device,
    list_folder_commands,
    list_pulls,
    list_questions,
    make_described_device,
    make_sources,
    parse_devices,
)
from vkconfig_py.machines.android.report import inspect_device, make_device_json

_ADB_NOT_FOUND = tr("adb not found; install the Android SDK platform tools or add them to PATH")
_UNSUPPORTED_OPTIONS = tr(
    "for a connected device, only --package NAME, --enable-layer and --debuggable are "
    "allowed; for files, use “show --platform android”"
)
_ERROR_LIMIT = 16 << 10
_CHUNK_SIZE = 1 << 16


@dataclass(frozen=True, slots=True)
class AdbSettings:
    """How adb is started, and what it may take; tests choose less.

    Attributes:
        seconds: for one command.
        copy_seconds: for one file.
        max_file_size: bytes that one command may print.
    """

    command: tuple[str, ...] = ("adb",)
    seconds: float = 60.0
    copy_seconds: float = 600.0
    max_file_size: int = 512 << 20


def ask_by_adb(
    address: AdbAddress, arguments: Sequence[str], settings: AdbSettings | None = None
) -> Mapping[str, Any]:
    """Return the report of a device as a document. `arguments` are those of the report.

    Raises:
        RemoteError: there is no answer.
    """
    settings = settings or AdbSettings()
    parser = Parser(prog=f"vkconfig-py show --host {address}")
    add_report(parser)
    options = parser.parse_args(arguments)
    try:
        sources = make_sources(options)
        if find_misplaced(options, is_device=True) or _names_files(sources):
            raise RemoteError(_UNSUPPORTED_OPTIONS)
        output = _run_adb(settings, ("devices",), settings.seconds).output.decode(errors="replace")
        serial = choose_device(parse_devices(output), address.serial)
        with TemporaryDirectory(prefix="vkconfig-py-") as folder:
            return _make_report(_Device(settings, serial), sources._replace(root=folder))
    except (AdbError, InputError) as error:
        raise RemoteError(f"{address}: {error}") from error


def _names_files(sources: DeviceSources) -> bool:
    """Return whether any file of a device is known by its path."""
    paths = (sources.root, sources.properties, sources.settings, sources.package_dump)
    return any(paths)


class _Device:
    """One device that answers."""

    def __init__(self, settings: AdbSettings, serial: str) -> None:
        self._settings = settings
        self._serial = serial

    def ask(self, commands: Iterable[AdbCommand]) -> dict[str, CommandOutput]:
        """Run adb commands, and return their outputs by key."""
        run, seconds = self._run_for_device, self._settings.seconds
        return {question.key: run(question.arguments, seconds) for question in commands}

    def copy_file(self, pull: FilePull) -> None:
        """Copy one file. What is not there, or not given away, stays away."""
        target = Path(pull.target)
        if target.exists():
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        if not pull.is_output:
            self._run_for_device(pull.arguments, self._settings.copy_seconds)
            return
        with target.open("wb") as file:
            answer = self._run_for_device(pull.arguments, self._settings.copy_seconds, file)
        if answer.status:
            target.unlink()

    def _run_for_device(
        self, arguments: Sequence[str], seconds: float, output_file: IO[bytes] | None = None
    ) -> CommandOutput:
        """Run adb for this device, within a limit in seconds."""
        return _run_adb(self._settings, ("-s", self._serial, *arguments), seconds, output_file)


def _make_report(device: _Device, sources: DeviceSources) -> Mapping[str, Any]:
    """Copy the device's files of interest, and return the report made of them."""
    answers = device.ask(list_questions(sources.package))
    android_device = make_described_device(answers, sources)
    # The manifest in an archive may open further folders: twice at most.
    for _ in range(2):
        for pull in list_pulls(android_device, device.ask(list_folder_commands(android_device))):
            # Two answers may want one place for a file and for a folder: the first has it.
            with suppress(FileExistsError, NotADirectoryError, IsADirectoryError):
                device.copy_file(pull)
        previous_device, android_device = android_device, make_described_device(answers, sources)
        if android_device == previous_device:
            break
    document = make_device_json(inspect_device(android_device))
    return {**document, "process": {**document["process"], "root": ""}}


def _run_adb(
    settings: AdbSettings,
    arguments: Sequence[str],
    seconds: float,
    output_file: IO[bytes] | None = None,
) -> CommandOutput:
    """Run adb on this machine.

    Its output goes into the file `output_file`, or else into the answer.

    Raises:
        RemoteError: it cannot be started, takes too long or prints too much.
    """
    with TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                [*settings.command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        except OSError as error:
            raise RemoteError(_ADB_NOT_FOUND) from error
        # A clock of its own: a command that hangs prints nothing to wake a reader.
        clock = Timer(seconds, process.kill)
        clock.start()
        try:
            output = _read_output(process, settings.max_file_size, output_file)
            status = process.wait()
        finally:
            is_late = not clock.is_alive()
            clock.cancel()
            process.kill()
            process.wait()
            clock.join()
        if is_late:
            raise RemoteError(
                tr(
                    "adb did not respond within {seconds:g} seconds; check that the "
                    "device is awake and connected",
                    seconds=seconds,
                )
            )
        errors.seek(0)
        return CommandOutput(status, output, errors.read(_ERROR_LIMIT).decode(errors="replace"))


def _read_output(
    process: subprocess.Popen[bytes], max_size: int, output_file: IO[bytes] | None
) -> bytes:
    """Read what adb prints, into a file or memory.

    Raises:
        RemoteError: it is larger than `max_size` bytes.
    """
    assert process.stdout is not None
    parts: list[bytes] = []
    remaining_count = max_size
    with process.stdout as pipe:
        while data := os.read(pipe.fileno(), _CHUNK_SIZE):
            remaining_count -= len(data)
            if remaining_count < 0:
                raise RemoteError(
                    tr(
                        "the device sent more than {count} MB in one response",
                        count=max_size >> 20,
                    )
                )
            if output_file is None:
                parts.append(data)
            else:
                output_file.write(data)
    return b"".join(parts)
