"""Ask the real loader in a child process for its chain, drivers and devices.

The chain, the drivers and the devices are compared with the prediction, and the devices with the
choice of a plan.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from vkconfig_py.language.sentences import join_words, message, render, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host, OverlayFile
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.child_runs import choose_report_folder
from vkconfig_py.loader.probe.protocol import OPENING_NOTE_PREFIX, LoaderQuestion, Reply
from vkconfig_py.loader.probe.reference_client import (
    OWN_POINTER_BITS,
    CallstackLayer,
    ReferenceAnswer,
    explain_what_to_install,
    find_helper,
    query_reference_loader,
    query_through_helper,
)
from vkconfig_py.loader.profiles.profile import IDENTITY_EXTENSIONS, Gate
from vkconfig_py.loader.rules.loader_report import ActiveLayer, LoaderReport
from vkconfig_py.loader.settings_file import list_settings_paths
from vkconfig_py.loader.wire.results import Failure, Overran, TimedOut
from vkconfig_py.model.configuration.configuration import DeviceChoice, DeviceEntry, DeviceMode
from vkconfig_py.model.files.paths import path_exists
from vkconfig_py.model.formats.loader_settings_json import FILE_NAME
from vkconfig_py.model.plan.launch_plan import DEFAULT_CONFIG_DIRS
from vkconfig_py.model.plan.loader_family import format_loader_name
from vkconfig_py.model.plan.planned_devices import DevicePlan
from vkconfig_py.model.processes.mapped_parts import MappedKind, find_parts
from vkconfig_py.model.text.wording import render_when

DRIVERS_NOT_OPENED = message(
    "Whether a driver is compatible is known only after it is opened. If it is "
    "incompatible, a probe reports why."
)
DEVICES_FROM_EARLIER_PROBE = message(
    "The device list comes from an earlier probe; probe again to update it."
)
SUCCESS_RESULT = "VK_SUCCESS"
ELEVATION_UNSUPPORTED = message(
    "vkconfig-py cannot imitate an elevated program on this platform; nothing was checked."
)
ASKED_THROUGH_PROGRAM = message(
    "Checked with {program}, which opens this loader and does not request layers."
)
FILES_CHANGED = message("Files have changed since the prediction. Rescan, then check again.")
WITHOUT_PROGRAM_PATH = message(
    "Checked without the program's path, which vkconfig-py cannot imitate on this platform."
)


class Disagreement(NamedTuple):
    """One difference between prediction and real loader, as a sentence.

    Attributes:
        why: what explains it, as a sentence, "" if nothing is known to.
    """

    text: str
    why: str = ""


class LoadedParts(NamedTuple):
    """What the loader kept.

    Attributes:
        drivers: base names of manifests, in the order of the search, None if it is not known.
        devices: names in the program's order, or the name of the error, None if it was not asked.
    """

    drivers: tuple[str, ...] | None = None
    devices: tuple[str, ...] | str | None = None
    differences: tuple[Disagreement, ...] = ()


class PrivateCopy(NamedTuple):
    """The environment to use, and the private folder that replaces each folder of the plan."""

    environment: Mapping[str, str]
    folders: tuple[tuple[str, str], ...] = ()

    def restore_paths(self, path: str) -> str:
        """Return the planned path of a file in the private copy, other paths unchanged."""
        for folder, private_folder in self.folders:
            if path == private_folder or path.startswith(private_folder + "/"):
                return folder + path[len(private_folder) :]
        return path


class Verification(NamedTuple):
    """Behaviour of the real loader, compared with the prediction.

    Attributes:
        agreed: the loader ran, and result and chain are as predicted.
        predicted: names of the predicted chain, application side first.
        actual: names of the chain in the loader's log.
        result: what vkCreateInstance returned, "" if it did not return.
        difference: one sentence that names the first difference, or why the check could not run.
        checked: the loader ran and returned, crashed or hung.
        note: what the check had to leave out, as a sentence.
        is_from_launch: the chain comes from the log of a launched program, not from a check.
        output: everything the loader, layers and drivers printed.
        why: what explains the difference, as a sentence, "" if nothing is known to.
        more: further differences: of drivers, of devices.
        drivers: manifests of the drivers that the loader kept, None if it is not known.
        devices: names in order, or the name of the error, None if they were not asked for.
    """

    agreed: bool
    predicted: tuple[str, ...]
    actual: tuple[str, ...] = ()
    result: str = ""
    difference: str = ""
    when: float = 0.0
    checked: bool = True
    note: str = ""
    is_from_launch: bool = False
    output: str = ""
    why: str = ""
    more: tuple[Disagreement, ...] = ()
    drivers: tuple[str, ...] | None = None
    devices: tuple[str, ...] | str | None = None

    @property
    def differences(self) -> tuple[Disagreement, ...]:
        """Every difference to the prediction, () if it agreed or was not checked."""
        if self.agreed or not self.checked:
            return ()
        return (Disagreement(self.difference, self.why), *self.more)

    @property
    def is_defect(self) -> bool:
        """Whether the loader did something that nothing explains but a wrong prediction."""
        return bool(self.result) and any(not difference.why for difference in self.differences)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Each difference with what explains it, and whose defect it is."""
        texts = [" ".join(filter(None, difference)) for difference in self.differences]
        return (*texts, tr("This is a bug in vkconfig-py.")) if self.is_defect else tuple(texts)


class DeviceProof(NamedTuple):
    """What programs really got, compared with the choice.

    Attributes:
        is_proved: they got exactly the chosen devices.
        sentence: the result.
        device_names: names of the devices, in order.
        was_checked: the loader was asked and answered.
    """

    is_proved: bool
    sentence: str
    device_names: tuple[str, ...] = ()
    was_checked: bool = True
    checked_at: float = 0.0

    @property
    def text(self) -> str:
        """The sentence, with the time."""
        if not self.was_checked:
            return self.sentence
        time_text = tr("Checked {when}.", when=render_when(self.checked_at))
        return f"{self.sentence} {time_text}"


def verify_report(report: LoaderReport, timeout: float = 15.0) -> Verification:
    """Run the real loader of a report and compare its chain, drivers and devices.

    It blocks the thread.
    `timeout`: in seconds.
    """
    predicted_names = tuple(layer.manifest.name for layer in report.callstack)
    if reason := find_obstacle(report):
        return Verification(
            agreed=False,
            predicted=predicted_names,
            difference=reason,
            when=time.time(),
            checked=False,
        )
    with tempfile.TemporaryDirectory(prefix="vkconfig-py-check-") as temporary:
        copy = write_private_copy(report.host, Path(temporary))
        if isinstance(copy, str):
            return Verification(
                agreed=False,
                predicted=predicted_names,
                difference=copy,
                when=time.time(),
                checked=False,
            )
        answer = ask_loader(report, copy.environment, timeout, devices=True)
    if isinstance(answer, ReferenceAnswer) and _hides_variables(report) and not answer.reply.hidden:
        return Verification(
            agreed=False,
            predicted=predicted_names,
            difference=render(ELEVATION_UNSUPPORTED),
            when=time.time(),
            checked=False,
        )
    if not isinstance(answer, ReferenceAnswer):
        return Verification(
            agreed=False,
            predicted=predicted_names,
            difference=describe_failure(report, answer),
            when=time.time(),
            output=answer.output,
        )
    return _compare_chain(report, predicted_names, answer, copy)


def find_obstacle(report: LoaderReport) -> str:
    """Return why no real loader can be run here, "" if one can."""
    if not report.profile.library:
        return tr("No Vulkan loader found; nothing to compare with.")
    if report.host.root:
        return tr(
            "{path} contains a different system, so its loader cannot be run on this machine.",
            path=report.host.root,
        )
    return _find_word_size_obstacle(report) if _has_other_word_size(report) else ""


def _has_other_word_size(report: LoaderReport) -> bool:
    """Return whether the loader has another word size (32 or 64 bits) than we."""
    return report.profile.pointer_bits != OWN_POINTER_BITS


def _find_word_size_obstacle(report: LoaderReport) -> str:
    """Return why a loader of the other word size cannot be run, or "" if a helper for it exists."""
    bits, host = report.profile.pointer_bits, report.host
    helper = find_helper(host)
    by_path = any(verdict.reason is Reason.PROGRAM_PATH for verdict in report.verdicts)
    if not helper:
        missing_text = tr(
            "vkconfig-py runs as a {own_bits}-bit program and cannot open the {bits}-bit "
            "loader, and no {bits}-bit vulkaninfo is available to run it.",
            bits=bits,
            own_bits=OWN_POINTER_BITS,
        )
        return f"{missing_text} {explain_what_to_install(host)}"
    if _hides_variables(report):
        return tr(
            "vkconfig-py runs as a {own_bits}-bit program and cannot open the {bits}-bit "
            "loader. The prediction was not checked: it is for an elevated program, and "
            "{helper} does not run elevated.",
            bits=bits,
            own_bits=OWN_POINTER_BITS,
            helper=helper,
        )
    if by_path and helper != host.executable:
        return tr(
            "vkconfig-py runs as a {own_bits}-bit program and cannot open the {bits}-bit "
            "loader. The prediction was not checked: it depends on the program's path, "
            "and {helper} has a different path.",
            bits=bits,
            own_bits=OWN_POINTER_BITS,
            helper=helper,
        )
    return ""


def _hides_variables(report: LoaderReport) -> bool:
    """Return whether this loader ignores variables because the program is elevated."""
    return report.host.elevated and report.profile.is_secure


def ask_loader(
    report: LoaderReport,
    environment: Mapping[str, str],
    timeout: float,
    *,
    devices: bool = False,
    optional: tuple[str, ...] = (),
) -> ReferenceAnswer | Failure:
    """Run the report's loader in this environment and return what it does.

    Args:
        report: names the loader, the machine and the program to imitate.
        environment: variables of the child process.
        timeout: in seconds.
        devices: also ask for the names of devices.
        optional: extensions to enable where they are offered.
    """
    if _has_other_word_size(report):
        helper = find_helper(report.host)
        return query_through_helper(
            helper,
            report.host,
            report.profile,
            environment,
            working_directory=choose_report_folder(report, environment),
            timeout=timeout,
        )
    if report.host.elevated:  # the linker does not look there for such a program
        environment = {**environment}
        environment.pop("LD_LIBRARY_PATH", None)
    return query_reference_loader(
        _make_question(report, devices=devices)._replace(optional=optional),
        environment,
        working_directory=choose_report_folder(report, environment),
        timeout=timeout,
    )


def _make_question(report: LoaderReport, *, devices: bool) -> LoaderQuestion:
    """Return what to do in the child process: the library, and the program to imitate."""
    application = report.application
    return LoaderQuestion(
        library=report.profile.library,
        devices=devices,
        executable=report.host.executable,
        application=application.name,
        api_version=application.packed_parts,
        layers=application.layers,
        extensions=application.extensions,
        flags=application.flags,
        elevated=_hides_variables(report),
    )


def describe_failure(report: LoaderReport, failure: Failure) -> str:
    """Return a sentence on how the real loader failed: timed out, crashed, not opened."""
    loader = report.profile.title
    describe = _describe_failure_during if failure.during else _describe_plain_failure
    return describe(loader, failure)


def _describe_plain_failure(loader: str, failure: Failure) -> str:
    """Describe a failure of which nobody knows in which function it happened."""
    if isinstance(failure, TimedOut):
        return tr(
            "{loader} timed out after {seconds:g} s.",
            loader=loader,
            seconds=failure.seconds,
        )
    if isinstance(failure, Overran):
        return tr(
            "{loader}, or a library it opened, used {amount} and was stopped.",
            loader=loader,
            amount=failure.how,
        )
    if str(failure.how).startswith("SIG"):
        return tr(
            "{loader}, or a library it opened, crashed ({signal}).",
            loader=loader,
            signal=failure.how,
        )
    return tr("{loader} could not be run: {reason}.", loader=loader, reason=failure.how)


def _describe_failure_during(loader: str, failure: Failure) -> str:
    """Describe a failure in a known function, or at the opening of a library."""
    library = failure.during.removeprefix(OPENING_NOTE_PREFIX)
    opens = library != failure.during
    function = tr("an attempt to open {path}", path=library) if opens else failure.during
    if isinstance(failure, TimedOut):
        return tr(
            "{loader} timed out after {seconds:g} s during {function}.",
            loader=loader,
            seconds=failure.seconds,
            function=function,
        )
    if isinstance(failure, Overran):
        return tr(
            "{loader}, or a library it opened, used {amount} during {function} and was stopped.",
            loader=loader,
            amount=failure.how,
            function=function,
        )
    if str(failure.how).startswith("SIG"):
        return tr(
            "{loader}, or a library it opened, crashed ({signal}) during {function}.",
            loader=loader,
            signal=failure.how,
            function=function,
        )
    if opens:
        return tr("{loader} could not be opened: {reason}.", loader=loader, reason=failure.how)
    return tr(
        "{loader} failed during {function}: {reason}.",
        loader=loader,
        function=function,
        reason=failure.how,
    )


def _compare_chain(
    report: LoaderReport,
    predicted_names: tuple[str, ...],
    answer: ReferenceAnswer,
    copy: PrivateCopy,
) -> Verification:
    """Compare the answer of the real loader with a report.

    `predicted_names`: names of the layers in the report's chain. `copy`: private folders to
    translate back in paths of the answer.
    """
    result = answer.reply.create
    has_no_chain = result == SUCCESS_RESULT and answer.callstack is None
    stack = answer.callstack or () if result == SUCCESS_RESULT else ()
    differences: list[Disagreement] = []
    if has_no_chain:
        differences.append(Disagreement(_explain_silence(report)))
    elif text := _find_first_difference(report, result, stack, copy):
        differences.append(Disagreement(text, _explain_difference(report, result, stack, copy)))
    parts = LoadedParts()
    if result == SUCCESS_RESULT and not _has_other_word_size(report):
        parts = compare_parts(report, answer.reply, asked_devices=True)
    differences.extend(parts.differences)
    first_difference = differences[0] if differences else Disagreement("")
    return Verification(
        agreed=not differences,
        predicted=predicted_names,
        actual=tuple(layer.name for layer in stack),
        result=result,
        difference=first_difference.text,
        when=time.time(),
        checked=not has_no_chain,
        note=_describe_omissions(report, answer),
        output=answer.output,
        why=first_difference.why,
        more=tuple(differences[1:]),
        drivers=parts.drivers,
        devices=parts.devices,
    )


def _explain_silence(report: LoaderReport) -> str:
    """Return the sentence that no call stack was logged, and what can turn the log off."""
    loader = report.profile.title
    if report.profile.has(Gate.SETTINGS_FILE):
        return tr(
            "{loader} did not log a call stack (a loader settings file can turn its log "
            "off), so only the result was compared.",
            loader=loader,
        )
    return tr("{loader} did not log a call stack, so only the result was compared.", loader=loader)


def _explain_difference(
    report: LoaderReport, result: str, stack: tuple[CallstackLayer, ...], copy: PrivateCopy
) -> str:
    """Return why a difference arose: files changed meanwhile, "" if a new run has it too."""
    new_report = discover(report.host, report.application, report.profile, with_remedies=False)
    return "" if _find_first_difference(new_report, result, stack, copy) else render(FILES_CHANGED)


def _describe_omissions(report: LoaderReport, answer: ReferenceAnswer) -> str:
    """Return what the check had to leave out, as a sentence, or ""."""
    if _has_other_word_size(report):
        return render(ASKED_THROUGH_PROGRAM, program=find_helper(report.host))
    return (
        render(WITHOUT_PROGRAM_PATH)
        if report.host.executable and not answer.reply.is_imitated
        else ""
    )


def _find_first_difference(
    report: LoaderReport, result: str, stack: tuple[CallstackLayer, ...], copy: PrivateCopy
) -> str:
    """Return a sentence on the first difference of result or call chain, "" for none."""
    loader = report.profile.title
    if result != report.create_result:
        return tr(
            "{loader} returned {result} instead of {predicted}.",
            loader=loader,
            result=result,
            predicted=report.create_result,
        )
    for position, (predicted_layer, real_layer) in enumerate(
        zip_longest(report.callstack, stack), 1
    ):
        text = _describe_difference_at(position, loader, predicted_layer, real_layer, copy)
        if text:
            return text
    return ""


def _describe_difference_at(
    position: int,
    loader: str,
    predicted_layer: ActiveLayer | None,
    real_layer: CallstackLayer | None,
    copy: PrivateCopy,
) -> str:
    """Return a sentence on the difference of a layer at a position, "" for none.

    Args:
        position: position in the call chain, from 1.
        loader: name of the loader.
        predicted_layer: None if the report's chain is shorter.
        real_layer: None if the loader's chain is shorter.
        copy: private folders to translate back.
    """
    if predicted_layer is None and real_layer is not None:
        return tr(
            "{loader} also loads {layer}, at position {place}; this was not predicted.",
            loader=loader,
            layer=real_layer.name,
            place=position,
        )
    if predicted_layer is None:
        return ""
    if real_layer is None:
        return tr(
            "{loader} does not load {layer}, which was predicted at position {place}.",
            loader=loader,
            layer=predicted_layer.manifest.name,
            place=position,
        )
    if predicted_layer.manifest.name != real_layer.name:
        return tr(
            "{loader} loads {layer} at position {place} instead of {predicted}.",
            place=position,
            loader=loader,
            layer=real_layer.name,
            predicted=predicted_layer.manifest.name,
        )
    manifest = copy.restore_paths(real_layer.manifest)
    if manifest != predicted_layer.manifest.file:
        return tr(
            "{loader} loads {layer} from {path} instead of {predicted}.",
            loader=loader,
            layer=real_layer.name,
            path=manifest,
            predicted=predicted_layer.manifest.file,
        )
    return ""


def compare_parts(report: LoaderReport, reply: Reply, *, asked_devices: bool) -> LoadedParts:
    """Compare the drivers and devices of a real loader with those that a report predicts."""
    drivers, differences = None, []
    if reply.mapped:
        unclear_parts = {
            driver.file for driver in report.drivers if driver.verdict.outcome is Outcome.UNKNOWN
        }
        parts = [
            mapped_part
            for mapped_part in find_parts(report, reply.mapped, DocumentCache())
            if mapped_part.kind is MappedKind.DRIVER and mapped_part.file not in unclear_parts
        ]
        drivers = tuple(mapped_part.name for mapped_part in parts if mapped_part.is_loaded)
        for mapped_part in parts:
            if mapped_part.is_predicted and not mapped_part.is_loaded:
                text = tr(
                    "{loader} does not use the driver {driver}, which was predicted.",
                    loader=report.profile.title,
                    driver=mapped_part.name,
                )
                differences.append(
                    Disagreement(text, "" if report.probe_results else render(DRIVERS_NOT_OPENED))
                )
            elif not mapped_part.is_predicted:
                text = tr(
                    "{loader} also opens the driver {driver}, which was not predicted.",
                    loader=report.profile.title,
                    driver=mapped_part.name,
                )
                differences.append(Disagreement(text))
    if asked_devices:
        differences.extend(_compare_device_names(report, reply))
    return LoadedParts(drivers, reply.devices if asked_devices else None, tuple(differences))


def _compare_device_names(report: LoaderReport, reply: Reply) -> Iterator[Disagreement]:
    """Yield the difference between predicted and reported devices, if any."""
    predicted_devices, devices = report.devices, reply.devices
    if not isinstance(predicted_devices, tuple):
        return
    names = tuple(device.name for device in predicted_devices)
    if isinstance(devices, str):
        loader = report.profile.title
        yield Disagreement(
            tr("{loader} reports no devices: {result}.", loader=loader, result=devices)
        )
    elif names != devices:
        devices_text = join_words(devices) or tr("no device")
        text = tr(
            "{loader} reports {devices}; predicted: {predicted}.",
            loader=report.profile.title,
            devices=devices_text,
            predicted=join_words(names) or tr("none", "of several devices"),
        )
        yield Disagreement(text, render(DEVICES_FROM_EARLIER_PROBE))


def write_private_copy(host: Host, temporary: Path) -> PrivateCopy | str:
    """Write the planned files that are not on disk yet below the folder `temporary`.

    Return the environment that finds them there, or a sentence if that is not possible.
    """
    folders: dict[str, str] = {}
    files: list[tuple[str, bytes]] = []
    for path, file in list_unwritten_files(host).items():
        folder = _find_missing_folder(path)
        # Only a folder that does not exist and that a variable names can stand elsewhere without
        # changing what the loader does. A file among others would be scanned differently there, so
        # such a plan is refused.
        if file is None or folder is None or not _is_in_environment(host, folder):
            return tr(
                "{path} has not been written yet: apply the configuration, then check again.",
                path=path,
            )
        folders.setdefault(folder, str(temporary / str(len(folders))))
        files.append((path, file.content))
    copy = PrivateCopy(
        {name: _replace_folders(value, folders) for name, value in host.environment.items()},
        tuple(folders.items()),
    )
    for path, content in files:
        for folder, private_folder in folders.items():
            content = content.replace(os.fsencode(folder), os.fsencode(private_folder))
        target = Path(_replace_folder(path, folders))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return copy


def list_unwritten_files(host: Host) -> dict[str, OverlayFile | None]:
    """Return the planned files that differ from the disk. None is a file to be removed."""
    return {path: file for path, file in host.overlay.items() if not _is_written(path, file)}


def _is_written(path: str, file: OverlayFile | None) -> bool:
    """Return whether a planned file is on disk already. None is a file to be removed."""
    try:
        return file is not None and Path(path).read_bytes() == file.content
    except FileNotFoundError:
        return file is None
    except OSError:
        return False


def _find_missing_folder(path: str) -> str | None:
    """Return the topmost missing folder above a file, None if all exist."""
    missing_folder = None
    for parent in Path(path).parents:
        if path_exists(parent):
            break
        missing_folder = str(parent)
    return missing_folder


def _is_in_environment(host: Host, folder: str) -> bool:
    """Return whether a variable of the host names this folder or something in it."""
    return any(
        entry == folder or entry.startswith(folder + "/")
        for value in host.environment.values()
        for entry in value.split(":")
    )


def _replace_folders(value: str, folders: Mapping[str, str]) -> str:
    """Replace folders in each entry of a variable's value, separated by colons."""
    return ":".join(_replace_folder(entry, folders) for entry in value.split(":"))


def _replace_folder(entry: str, folders: Mapping[str, str]) -> str:
    """Replace a folder at the start of a path."""
    for folder, private_folder in folders.items():
        if entry == folder or entry.startswith(folder + "/"):
            return private_folder + entry[len(folder) :]
    return entry


def prove_devices(
    report: LoaderReport, plan: DevicePlan, choice: DeviceChoice, timeout: float = 30.0
) -> DeviceProof:
    """Run the loader of a report and check that programs get the chosen devices.

    It blocks the thread.
    `plan`: names the devices that are expected. `timeout`: in seconds.
    """
    # The most common application version: the loader sorts devices, and these tell their UUID.
    # Loaders of 1.0 do not know it, and some refuse it.
    has_version_function = report.profile.has(Gate.VERSION_FUNCTION)
    version = (1, 1, 0) if has_version_function else (1, 0, 0)
    question = report._replace(application=report.application._replace(api_version=version))
    optional = () if has_version_function else IDENTITY_EXTENSIONS
    reason = find_obstacle(report)
    if reason:
        return _make_unchecked_proof(reason)
    with tempfile.TemporaryDirectory(prefix="vkconfig-py-check-") as temporary:
        environment = _make_environment(report, Path(temporary))
        if isinstance(environment, str):
            return _make_unchecked_proof(environment)
        answer = ask_loader(question, environment, timeout, devices=True, optional=optional)
    if not isinstance(answer, ReferenceAnswer):
        return DeviceProof(False, describe_failure(report, answer), checked_at=time.time())
    devices = answer.reply.devices
    if answer.reply.create != SUCCESS_RESULT or isinstance(devices, str):
        result = devices if isinstance(devices, str) else answer.reply.create
        text = tr(
            "Programs get no devices: {loader} returns {result}.",
            loader=format_loader_name(report.profile),
            result=result,
        )
        return DeviceProof(False, text, checked_at=time.time())
    return _compare_devices(report, plan.wanted_devices, devices, answer.reply.identities, choice)


def _make_unchecked_proof(reason: str) -> DeviceProof:
    """Return the result of a check of devices that could not be made, with the reason."""
    return DeviceProof(False, reason, was_checked=False, checked_at=time.time())


def _compare_devices(
    report: LoaderReport,
    expected_devices: Sequence[DeviceEntry],
    device_names: Sequence[str],
    identities: Sequence[str],
    choice: DeviceChoice,
) -> DeviceProof:
    """Compare the devices that the loader returned with those expected.

    Args:
        report: names the loader.
        expected_devices: in the chosen order.
        device_names: what the loader returned.
        identities: UUIDs of the returned devices, in the same order.
        choice: whether the expected devices come first, or are the only ones.
    """
    uuids = [device.device_uuid for device in expected_devices]
    is_right = uuids == list(identities)
    if choice.mode is DeviceMode.FIRST:  # behind these any order is right
        count = len(choice.devices)
        is_right = uuids[:count] == list(identities[:count]) and sorted(uuids) == sorted(identities)
    names = join_words(device_names) or tr("no device")
    if is_right:
        if len(device_names) > 1:
            text = tr("Verified: programs get {devices}, in this order.", devices=names)
        elif choice.mode is DeviceMode.LISTED:
            text = tr("Verified: programs get {device} only.", device=names)
        else:
            text = tr("Verified: programs get {device} first.", device=names)
        return DeviceProof(True, text, tuple(device_names), checked_at=time.time())
    expected_text = join_words([device_entry.name for device_entry in expected_devices]) or tr(
        "no device"
    )
    text = tr(
        "Not as chosen: with {loader}, programs get {devices} instead of {chosen}.",
        loader=format_loader_name(report.profile),
        devices=names,
        chosen=expected_text,
    )
    return DeviceProof(False, text, tuple(device_names), checked_at=time.time())


def _make_environment(report: LoaderReport, temporary: Path) -> Mapping[str, str] | str:
    """Return the plan's environment with its files in a private folder, or a sentence why not."""
    copy = write_private_copy(report.host, temporary / "copy")
    if not isinstance(copy, str):
        return copy.environment
    files = [path for path in list_unwritten_files(report.host) if path.endswith(f"/{FILE_NAME}")]
    return _write_in_other_folder(report, files[0], temporary) if files else copy


def _write_in_other_folder(
    report: LoaderReport, path: str, temporary: Path
) -> Mapping[str, str] | str:
    """Write an unwritten settings file to a private folder that the loader also searches.

    Return the environment for it, or a sentence if that is not possible.
    """
    host, file = report.host, report.host.overlay[path]
    unwritten_text = tr(
        "{path} has not been written yet: apply the configuration, then check again.", path=path
    )
    # A file below XDG_CONFIG_DIRS is found since 1.4.324, if none stands before it.
    standing_files = (
        path_exists(Path(settings_path))
        for settings_path in list_settings_paths(host, report.profile)
    )
    if file is None or not report.profile.has(Gate.SETTINGS_XDG_DIRS) or any(standing_files):
        return unwritten_text
    if any(other_path != path for other_path in list_unwritten_files(host)):
        return unwritten_text
    target = temporary / "vulkan/loader_settings.d" / FILE_NAME
    target.parent.mkdir(parents=True)
    target.write_bytes(file.content)
    search_folders = host.environment.get("XDG_CONFIG_DIRS") or DEFAULT_CONFIG_DIRS
    return {**host.environment, "XDG_CONFIG_DIRS": f"{temporary}:{search_folders}"}
