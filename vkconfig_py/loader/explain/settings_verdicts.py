"""Gives verdicts on the loader settings file and its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    Json,
    KeyPath,
    Kind,
    Outcome,
    Reason,
    Remedy,
    Removed,
    RemoveFile,
    Together,
    Verdict,
)
from vkconfig_py.loader.files.search_paths import is_json
from vkconfig_py.loader.platforms.rules import get_base_name, get_folder_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.settings_layers import SettingsNote
from vkconfig_py.loader.settings_file import Control, LoaderSettings, UnusedReason


def find_settings_verdicts(settings: LoaderSettings, program: str) -> Iterator[Verdict]:
    """Yield the verdict on the settings file, then those on its drivers and devices.

    `program`: path of the program, "" if there is none.
    """
    yield _make_file_verdict(settings, program)
    for key_path, detail in settings.dropped_parts:
        edit = _make_section_edit(settings, key_path, REMOVED, tr("remove the element"))
        yield _make_part_verdict(
            settings, key_path, Outcome.IGNORED, Reason.SETTINGS_LIST_DROPPED, detail, edit
        )
    if settings.is_active:
        yield from _yield_driver_verdicts(settings)
        if settings.device_configurations is not None:
            key_path = ("device_configurations",)
            edit = _make_section_edit(
                settings, key_path, REMOVED, tr("remove the device configurations")
            )
            yield _make_part_verdict(
                settings, key_path, Outcome.ACTS, Reason.SETTINGS_ENTRY, "", edit
            )


def find_settings_entry(report: LoaderReport, file: str) -> EditKey | None:
    """Return the edit that removes a manifest's entry from the settings file, or None."""
    for verdict in report.verdicts:
        is_entry = verdict.kind is Kind.SETTINGS and verdict.reason is Reason.SETTINGS_ENTRY
        if is_entry and verdict.detail == file and isinstance(verdict.remedy, EditKey):
            return verdict.remedy
    return None


def is_in_folder_of_other_kind(file: str, is_implicit: bool, report: LoaderReport) -> bool:
    """Return whether an explicit manifest is in a folder of implicit layers, or reversed."""
    other_search = report.explicit_search if is_implicit else report.implicit_search
    # Where the settings file hides other layers, no folder was searched.
    name = "explicit_layer.d" if is_implicit else "implicit_layer.d"
    return file in other_search.files or get_base_name(get_folder_name(file)) == name


def _make_file_verdict(settings: LoaderSettings, program: str) -> Verdict:
    """Return the verdict on the settings file as a whole."""
    outcome, reason = Outcome.ACTS, Reason.SETTINGS_FILE_IN_FORCE
    remedy: Remedy = RemoveFile(settings.file)
    if settings.failure is not None:
        outcome, reason = Outcome.FAILS, settings.failure
    elif settings.hangs:
        outcome, reason = Outcome.FAILS, Reason.UNREADABLE
    elif not settings.is_active:
        outcome, reason = Outcome.IGNORED, Reason.BAD_VALUE
        remedy = _find_activation_remedy(settings, program)
    elif settings.hides_unlisted:
        reason = Reason.SETTINGS_FILE_HIDES
        unordered: Json = {"control": Control.UNORDERED.value}
        key_path = ("layers", len(settings.layers or ()))
        remedy = _make_section_edit(settings, key_path, unordered, tr("add the unordered entry"))
    return Verdict(
        settings.file,
        Kind.SETTINGS,
        outcome,
        reason,
        settings.reason,
        settings.file,
        settings.line,
        remedy,
    )


def _find_activation_remedy(settings: LoaderSettings, program: str) -> Remedy:
    """Return the remedy after which the settings file has an effect, else its removal."""
    match settings.unused_reason:
        case UnusedReason.NO_VERSION:
            advice = tr("add “file_format_version”")
            return EditKey(settings.file, ("file_format_version",), "1.0.0", advice)
        case UnusedReason.NOT_FOR_PROGRAM if program:
            key_path = ("app_keys", settings.program_count)
            return _make_section_edit(
                settings, key_path, program, tr("add {program}", program=program)
            )
        case UnusedReason.NOT_FOR_PROGRAM:
            return _make_section_edit(
                settings, ("app_keys",), REMOVED, tr("make it apply to every program")
            )
    return RemoveFile(settings.file)


def _yield_driver_verdicts(settings: LoaderSettings) -> Iterator[Verdict]:
    """Yield the verdicts on the drivers in the settings file."""
    paths = settings.additional_drivers
    for index, path in enumerate(paths):
        key_path: KeyPath = ("additional_drivers", index)
        edit = _make_section_edit(settings, key_path, REMOVED, tr("remove the entry"))
        if is_json(path):
            yield _make_part_verdict(
                settings, key_path, Outcome.ACTS, Reason.SETTINGS_ENTRY, path, edit
            )
        else:
            # The result of the scan is that of the last path.
            outcome = Outcome.FAILS if index == len(paths) - 1 else Outcome.IGNORED
            yield _make_part_verdict(
                settings, key_path, outcome, Reason.SETTINGS_NOT_JSON, path, edit
            )
    if settings.is_exclusive:
        key_path = ("additional_drivers_use_exclusively",)
        edit = _make_section_edit(settings, key_path, REMOVED, tr("use the installed drivers, too"))
        yield _make_part_verdict(
            settings, key_path, Outcome.ACTS, Reason.SETTINGS_EXCLUSIVE, "", edit
        )


def find_consequences(
    settings: LoaderSettings, notes: Sequence[SettingsNote], hidden_drivers: Sequence[str]
) -> Iterator[Verdict]:
    """Yield the verdicts on the file's list of layers, and on drivers that it hides."""
    if settings.crashes_on_pair:
        yield _make_crash_verdict(settings)
    for note in notes:
        yield _make_entry_verdict(settings, *note)
    if hidden_drivers:
        yield from _yield_hidden_drivers(settings, hidden_drivers)


def _make_crash_verdict(settings: LoaderSettings) -> Verdict:
    """Return the verdict on a settings file that crashes older loaders."""
    key_paths = [
        ("layers", index)
        for index, layer in enumerate(settings.layers or ())
        if layer.control is Control.OFF
    ]
    edits = [
        _make_section_edit(settings, key_path, REMOVED, tr("remove the off entry"))
        for key_path in key_paths
    ]
    remedy = Together(tuple(reversed(edits)))
    detail = message("an off entry together with the unordered entry")
    return _make_part_verdict(
        settings, key_paths[0], Outcome.FAILS, Reason.CRASHES_ALL, detail, remedy
    )


def _make_entry_verdict(
    settings: LoaderSettings, index: int, outcome: Outcome, reason: Reason, detail: str
) -> Verdict:
    """Return the verdict on one element of `layers`.

    Args:
        settings: the settings file.
        index: of the element.
        outcome: what the element does.
        reason: why.
        detail: the name or path that the element stands for.
    """
    key_path = ("layers", index)
    edit = _make_section_edit(settings, key_path, REMOVED, tr("remove the entry"))
    return _make_part_verdict(settings, key_path, outcome, reason, detail, edit)


def _make_section_edit(
    settings: LoaderSettings, key_path: KeyPath, value: Json | Removed, advice: str
) -> EditKey:
    """Return an edit of the section that applies.

    `key_path`: place below the section.
    """
    return EditKey(settings.file, (*settings.key_path, *key_path), value, advice)


def _make_part_verdict(
    settings: LoaderSettings,
    key_path: KeyPath,
    outcome: Outcome,
    reason: Reason,
    detail: Message | str,
    remedy: Remedy,
) -> Verdict:
    """Return a verdict on a part of the settings file.

    Args:
        settings: the settings file.
        key_path: place of the part below the section.
        outcome: what the part does.
        reason: why.
        detail: the path or name that the part holds.
        remedy: what would reverse it.
    """
    subject = "/".join(map(str, (*settings.key_path, *key_path)))
    return Verdict(subject, Kind.SETTINGS, outcome, reason, detail, settings.file, remedy=remedy)


def _yield_hidden_drivers(settings: LoaderSettings, files: Sequence[str]) -> Iterator[Verdict]:
    """Yield verdicts on installed drivers that the loader ignores because of the file."""
    last = len(settings.additional_drivers) - 1
    if settings.is_exclusive:
        reason, detail = Reason.SETTINGS_EXCLUSIVE, ""
        key_path: KeyPath = ("additional_drivers_use_exclusively",)
        edit = _make_section_edit(settings, key_path, REMOVED, tr("use the installed drivers, too"))
    else:
        reason, detail = Reason.SETTINGS_NOT_JSON, settings.additional_drivers[last]
        edit = _make_section_edit(
            settings, ("additional_drivers", last), REMOVED, tr("remove the entry")
        )
    for file in files:
        yield Verdict(file, Kind.DRIVER, Outcome.OFF, reason, detail, settings.file, remedy=edit)
