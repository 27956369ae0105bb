"""Layers registered for good: a manifest in the user's own folder, where every program finds it.

The folder has a link to the manifest. A path in library_path is relative to the folder in which the
loader finds the manifest, so one with such a path is copied, with that path made absolute. The
engine tries the file in memory before it is planned: what it would refuse is not registered.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.api.advice import (
    RemedySubject,
    describe_effect,
    find_verdict,
    report_with_remedy,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason, RegisterManifest
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.files.search_paths import (
    OVERRIDE_SOURCE,
    VARIABLES_BY_MANIFEST_TYPE,
    find_replacing_variable,
    read_place_folders,
)
from vkconfig_py.loader.json.text_edits import EditError, edit_document
from vkconfig_py.loader.platforms.local_paths import shorten_path
from vkconfig_py.loader.platforms.rules import DATA_HOME, ManifestType, get_platform_rules
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.model.apply.journal import JournalEntry, is_unchanged_since
from vkconfig_py.model.problems.fixes import REGISTERED_CHANGE

_REFUSED_OUTCOMES = (Outcome.SKIPPED, Outcome.FAILS)


class RegistrationPlan(NamedTuple):
    """What registering a manifest would write and lead to, or why it is refused.

    Attributes:
        layers: names of the layers in the manifest.
        effects: sentences on what the loader makes of them then.
        refusal: why it cannot be registered, or "".
    """

    remedy: RegisterManifest | None = None
    layers: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    refusal: str = ""


def find_user_folder(host: Host, profile: LoaderProfile, *, is_implicit: bool) -> str:
    """Return the folder of this user for layers of all programs, "" if the loader has none."""
    rules = get_platform_rules(host.platform)
    value, _source = read_place_folders(host, DATA_HOME)
    base_folder = next(filter(None, rules.split_list(value)), "")
    if DATA_HOME not in rules.list_base_folders(profile) or not base_folder.startswith("/"):
        return ""
    kind = ManifestType.IMPLICIT if is_implicit else ManifestType.EXPLICIT
    return f"{base_folder.rstrip('/')}/{VARIABLES_BY_MANIFEST_TYPE[kind].folder_suffix}"


def plan_registration(
    file: str,
    host: Host,
    profile: LoaderProfile,
    cache: DocumentCache,
    *,
    is_implicit: bool,
    registers_copy: bool = False,
) -> RegistrationPlan:
    """Return what registers a manifest for this user, tried by the engine. Nothing is written.

    Args:
        file: absolute path of the manifest.
        host: the machine as programs of this session see it.
        profile: the loader.
        cache: documents that were read before.
        is_implicit: every program loads its layers, instead of those that request them.
        registers_copy: copy the manifest where a link would do.
    """
    folder = find_user_folder(host, profile, is_implicit=is_implicit)
    if not folder:
        refusal = tr("The loader searches no folder of yours for layers on this system.")
        return RegistrationPlan(refusal=refusal)
    data = Scanner(host, cache).read(file)
    if data is None:
        return RegistrationPlan(refusal=tr("{path} cannot be read.", path=file))
    target = f"{folder}/{posixpath.basename(file)}"
    if not target.endswith(".json"):
        refusal = tr("The loader reads only manifests whose names end in .json.")
        return RegistrationPlan(refusal=refusal)
    before = discover(host, Application(), profile, cache, with_remedies=False)
    if other := _find_installed(before, file, is_implicit=is_implicit):
        return RegistrationPlan(
            refusal=tr("The loader already finds this manifest: {path}.", path=other)
        )
    remedy = RegisterManifest(file, target, None)
    after = report_with_remedy(remedy, before, cache, with_remedies=False)
    layers = _list_layers(after, target)
    if not layers:
        return RegistrationPlan(
            refusal=_explain_unsearched(host, profile, after, folder, is_implicit)
        )
    try:
        content = _make_absolute(data, file, layers, host.root)
        if registers_copy or content != data:
            remedy = remedy._replace(content=content.decode())
    except (EditError, UnicodeDecodeError):
        return RegistrationPlan(refusal=tr("{path} is not valid JSON in UTF-8.", path=file))
    after = report_with_remedy(remedy, before, cache, with_remedies=False)
    assert after is not None  # the file was read
    layers = _list_layers(after, target)
    names = tuple(layer.name for layer in layers)
    for layer in layers:
        verdict = layer.verdict
        if verdict.outcome in _REFUSED_OUTCOMES and verdict.reason is not Reason.DUPLICATE:
            reason = render_verdict(verdict, after)
            refusal = tr("{layer} would not load: {reason}.", layer=layer.name, reason=reason)
            return RegistrationPlan(remedy, names, refusal=refusal)
    return RegistrationPlan(remedy, names, tuple(_describe_effects(before, after, layers)))


def _list_layers(report: LoaderReport | None, file: str) -> list[FoundLayer]:
    """Return the layers that a report has of a file."""
    return [layer for layer in report.found_layers if layer.file == file] if report else []


def _find_installed(report: LoaderReport, file: str, *, is_implicit: bool) -> str:
    """Return the path at which the loader finds this file in folders of the system, or ""."""
    root = report.host.root
    search = report.implicit_search if is_implicit else report.explicit_search
    folders = {
        path.rstrip("/")
        for path, source in zip(search.paths, search.sources, strict=False)
        if not source.startswith("VK_") and source != OVERRIDE_SOURCE
    }
    real_path = os.path.realpath(root + file)
    return next(
        (
            found
            for found in search.files
            if posixpath.dirname(found) in folders and os.path.realpath(root + found) == real_path
        ),
        "",
    )


def _explain_unsearched(
    host: Host,
    profile: LoaderProfile,
    report: LoaderReport | None,
    folder: str,
    is_implicit: bool,
) -> str:
    """Return why the loader would not read a manifest in the folder of the user."""
    kind = ManifestType.IMPLICIT if is_implicit else ManifestType.EXPLICIT
    variable = find_replacing_variable(host, profile, kind)
    search = (report.implicit_search if is_implicit else report.explicit_search) if report else None
    if search is not None and OVERRIDE_SOURCE in search.sources:
        return tr(
            "The loader does not search {folder} now, because an override names other folders. "
            "Withdraw it first.",
            folder=folder,
        )
    if variable is not None:
        return tr(
            "The loader does not search {folder} now, because {variable} is set.",
            folder=folder,
            variable=variable,
        )
    return tr("The loader would find no layer in {folder}.", folder=folder)


def _make_absolute(data: bytes, file: str, layers: Sequence[FoundLayer], root: str) -> bytes:
    """Return a manifest in which no library_path depends on the folder of the manifest.

    Raises:
        EditError: the text cannot be edited.
    """
    for layer in layers:
        path = (layer.manifest.library_path if layer.manifest else None) or ""
        # A bare name is searched by the dynamic linker wherever the manifest is.
        if layer.manifest is not None and "/" in path and not path.startswith("/"):
            absolute_path = posixpath.join(posixpath.dirname(file), path)
            key_path = (*layer.manifest.key_path, "library_path")
            data = edit_document(data, key_path, shorten_path(root, absolute_path))
    return data


def _describe_effects(
    before: LoaderReport, after: LoaderReport, layers: Sequence[FoundLayer]
) -> Iterator[str]:
    """Yield sentences on what the loader makes of registered layers, and which copies they hide."""
    for layer in layers:
        subject = RemedySubject(Kind.LAYER, layer.file, layer.name)
        state = describe_effect(before, after, subject, for_every_program=True)
        yield tr("{layer}: {state}.", layer=layer.name, state=state)
        hidden_files = [
            other.file
            for other in after.found_layers
            if other.name == layer.name
            and other.file != layer.file
            and other.verdict.reason is Reason.DUPLICATE
            and _was_used(before, other)
        ]
        if hidden_files:
            yield counted(
                "It replaces other copies: {files}",
                "It replaces another copy: {files}",
                len(hidden_files),
                files=join_words(hidden_files),
            )


def _was_used(report: LoaderReport, layer: FoundLayer) -> bool:
    """Return whether a copy of a layer was the one that the loader chose."""
    verdict = find_verdict(report, RemedySubject(Kind.LAYER, layer.file, layer.name))
    return verdict is not None and verdict.reason is not Reason.DUPLICATE


def list_registered(journal: Sequence[JournalEntry]) -> tuple[str, ...]:
    """Return the manifests that were registered and are as they were written, by the journal.

    `journal`: newest entries first.
    """
    newest_entries: dict[str, JournalEntry] = {}
    for entry in journal:
        newest_entries.setdefault(entry.file, entry)
    files = dict.fromkeys(entry.file for entry in journal if entry.what == REGISTERED_CHANGE)
    return tuple(
        file
        for file in files
        if newest_entries[file].exists_after and is_unchanged_since(newest_entries[file])
    )
