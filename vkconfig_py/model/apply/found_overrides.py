"""Overrides of any owner on this machine, and their removal with a way to restore them."""

from __future__ import annotations

import os
import posixpath
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from vkconfig_py.language.sentences import counted, join_some, join_words, message, render, tr
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath, Outcome, Reason
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.safe_paths import find_owner_id, read_whole
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.manifests.reader import Dialect
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, Gate
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.loader.settings_file import (
    Control,
    LoaderSettings,
    list_settings_paths,
    load_program_settings,
)
from vkconfig_py.model.apply.apply_plan import (
    NOTHING_PLANNED,
    apply_plan,
    list_applied_files,
    read_applied_state,
)
from vkconfig_py.model.apply.journal import (
    APPLIED_VERB,
    REMOVED_ENTRIES_VERB,
    REMOVED_VERB,
    WITHDRAWAL_KINDS,
    find_state_before_apply,
    is_unchanged_since,
    keep_aside,
    lock_state,
    make_content_name,
    read_journal,
    write_with_journal,
)
from vkconfig_py.model.apply.restore import restore_action
from vkconfig_py.model.files.atomic_files import (
    ABSENT,
    FileKind,
    FileState,
    capture_file,
    render_error,
)
from vkconfig_py.model.files.config_home import PROGRAM
from vkconfig_py.model.files.paths import StatePaths, is_gone, path_exists, read_regular
from vkconfig_py.model.formats.layer_settings_txt import is_ours as is_our_layer_settings
from vkconfig_py.model.formats.loader_settings_json import find_ours, remove_own_sections
from vkconfig_py.model.formats.loader_settings_json import is_ours as is_our_loader_settings
from vkconfig_py.model.plan.inventory import find_settings_path
from vkconfig_py.model.text.wording import escape_invisible, get_display_names

VKCONFIG_SOCKET = "vkconfig_single_instance"
_VKCONFIG_PROCESSES = ("vkconfig-gui", "vkconfig")
# While its window is open VkConfig owns these files: it writes them anew with each change and
# deletes them when it ends, whoever wrote them last.
# Below HOME: VkConfig does not look at the variables of the base directory specification.
_VKCONFIG_FILES = (
    ".local/share/vulkan/loader_settings.d/vk_loader_settings.json",
    ".local/share/vulkan/settings.d/vk_layer_settings.txt",
)


class RunningVkConfig(NamedTuple):
    """A VkConfig process that is running.

    Attributes:
        process_id: process id, 0 if it is not visible.
        files: those of VkConfig's two files that exist and that vkconfig-py did not write.
    """

    process_id: int = 0
    files: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """One line without a full stop."""
        if self.process_id:
            return tr("VkConfig is running (process {process})", process=self.process_id)
        return tr("VkConfig is running")

    @property
    def sentence(self) -> str:
        """One sentence on what VkConfig does to the files of vkconfig-py."""
        writes = tr(
            "It rewrites vk_loader_settings.json and vk_layer_settings.txt on every "
            "change and deletes them on exit, including what vkconfig-py wrote there. "
            "Quit VkConfig before you apply a configuration."
        )
        names = [posixpath.basename(path) for path in self.files]
        if not names:
            return writes
        effective_files = counted(
            "Its {files} now affect every program.",
            "Its {files} now affects every program.",
            len(names),
            files=join_words(names),
        )
        return f"{effective_files} {writes}"


def find_running_vkconfig(host: Host, proc: Path = Path("/proc")) -> RunningVkConfig | None:
    """Find a running VkConfig, None if none runs, or if this cannot be determined."""
    if not _can_see_processes(host):
        return None
    # It is known by its process and by the local socket by which it keeps a second copy from
    # starting. Nothing connects to that socket: VkConfig would take it for the second copy.
    home = host.environment.get("HOME", "")
    user = find_owner_id(home) if home else os.geteuid()  # that of another user writes other files
    process = _find_vkconfig_process(proc, user)
    if not process and not _lists_vkconfig_socket(proc / "net" / "unix", user):
        return None
    files = [posixpath.join(home, name) for name in _VKCONFIG_FILES] if home else []
    return RunningVkConfig(process, tuple(path for path in files if _is_foreign(Path(path))))


def _can_see_processes(host: Host) -> bool:
    """Return whether /proc here is that of the host, which is not so for a saved report."""
    return not (host.root or host.prefix) and host.platform is Platform.LINUX


def _is_foreign(path: Path) -> bool:
    """Return whether the file exists and another program wrote it."""
    try:
        content = read_regular(path)
    except OSError:
        return path_exists(path)
    return not (is_our_loader_settings(content) or is_our_layer_settings(content))


def _lists_vkconfig_socket(table: Path, user: int) -> bool:
    """Return whether a table of sockets (/proc/net/unix) lists one of this user's VkConfig."""
    try:
        lines = table.read_bytes().splitlines()
    except OSError:
        return False
    # The eighth column of /proc/net/unix is the path, which may hold blanks (proc(5)).
    paths = [Path(os.fsdecode(line.split(b" ", 7)[-1])) for line in lines]
    return any(path.name == VKCONFIG_SOCKET and _is_owned_by(path, user) for path in paths)


def _is_owned_by(path: Path, user: int) -> bool:
    try:
        return path.lstat().st_uid == user
    except OSError:  # it ended meanwhile, or is in a place that we do not see
        return False


def _find_vkconfig_process(proc: Path, user: int) -> int:
    """Return the process id of a VkConfig that this user runs, 0 if none is visible."""
    try:
        numbers = sorted(int(entry.name) for entry in proc.iterdir() if entry.name.isdecimal())
    except OSError:
        return 0
    pids = (number for number in numbers if _is_vkconfig_process(proc / str(number)))
    return next((number for number in pids if _is_owned_by(proc / str(number), user)), 0)


def _is_vkconfig_process(process: Path) -> bool:
    """Return whether a folder of /proc is that of VkConfig, by the name in its `comm` file."""
    try:
        # The kernel keeps 15 bytes of a name; these are shorter.
        name = (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:  # it ended meanwhile
        return False
    return name in _VKCONFIG_PROCESSES


# Owners are data: the journal keeps them, and a later look compares them.
UNKNOWN_OWNER = "An unknown program"
OTHER_OWNER = "Somebody else"  # a hand may have written it as well
_RESHADE_INSTALLER = "A ReShade installer"
_OWNER_TEXTS = {
    UNKNOWN_OWNER: message("An unknown program"),
    OTHER_OWNER: message("Somebody else"),
    _RESHADE_INSTALLER: message("A ReShade installer"),
}
_OWNERS_IN_SENTENCES = {
    UNKNOWN_OWNER: message("an unknown program", "after “from”"),
    OTHER_OWNER: message("somebody else", "after “from”"),
    _RESHADE_INSTALLER: message("a ReShade installer", "after “from”"),
}
READ_BEFORE_OTHERS = message("Layers in every program read it instead of any other settings file.")
_VKCONFIG_STATE = "lunarg-vkconfig/vkconfig.json"
_MAX_BYTES = 64 << 20
# What the files of others say about who wrote them: any of these in the manifest's text.
_MAX_NAMED_LAYERS = 2
_OWNER_MARKERS = (
    ("VkConfig 2", b"LunarG Override Layer"),
    (_RESHADE_INSTALLER, b"reshade"),
    (_RESHADE_INSTALLER, b"ReShade"),
)
# VkConfig 3 names itself and its version in a comment (generate_layers_settings_file.cpp);
# VkConfig 2 begins with an empty line and the name of a layer (override.cpp).
_VKCONFIG_3_TEXT_PATTERN = re.compile(
    rb"^# This code was generated by Vulkan Configurator (\d+)", re.M
)
_VKCONFIG_2_TEXT_PATTERN = re.compile(rb"\A\r?\n# VK_LAYER_\w+\r?\n")
_VKCONFIG_PREFIX = "VkConfig "
_OTHERWISE_ON_REASONS = (Reason.META_EXPANDED, Reason.OVERRIDE_NOT_FOR_PROGRAM)


def render_owner(owner: str) -> str:
    """Return the program that wrote an override, as a sentence begins with it."""
    return render(_OWNER_TEXTS.get(owner, owner))


def render_origin(owner: str) -> str:
    """Return the program that wrote an override, as it follows the word “from”."""
    return render(_OWNERS_IN_SENTENCES.get(owner, owner))


def is_named_owner(owner: str) -> bool:
    """Return whether it is known by name which program wrote an override."""
    return owner not in _OWNER_TEXTS


class FoundOverride(NamedTuple):
    """One file that overrides which layers programs load, or their settings.

    Attributes:
        path: as the report names it, without the root of a sample machine.
        owner: program that wrote it, as far as the file or the journal show.
        is_own: vkconfig-py applied it and has it in its record.
        modified_at: modification time of the file, in seconds since the epoch.
        is_valid: the selected loader accepts the file.
        reason: "" or why the loader ignores it, or does not use it for this program.
        effect: what the file still does, in whole sentences: "It turns on 1 layer."
        programs: real paths it is limited to, () for every program.
        is_expired: left behind: its programs no longer exist, its lease has ended, or it is an
            orphan.
        is_orphan: VkConfig wrote it, and does not run any more: it deletes its files when it ends.
        has_layer_settings: it holds settings that layers read.
        sections: keys of vkconfig-py's sections in a file of another program.
    """

    path: str
    owner: str
    is_own: bool = False
    modified_at: float = 0.0
    is_valid: bool = True
    reason: str = ""
    effect: str = ""
    programs: tuple[str, ...] = ()
    is_expired: bool = False
    is_orphan: bool = False
    has_layer_settings: bool = False
    sections: tuple[KeyPath, ...] = ()


def find_overrides(
    report: LoaderReport, paths: StatePaths, proc: Path = Path("/proc")
) -> tuple[FoundOverride, ...]:
    """Find every override in the searched folders, valid or broken, of any owner."""
    root = report.host.root
    applied_state = read_applied_state(paths).without_root(root)
    own_files, has_ended = set(applied_state.files), bool(applied_state.ended_keys)
    # An override changes every program without a trace in it, so a broken one is named too, and one
    # whose program is gone.
    applied_contents = {
        entry.after_content for entry in read_journal(paths) if entry.what == APPLIED_VERB
    }
    overrides = []
    for file, layers in _find_override_files(report).items():
        overrides.append(_describe_override(file, layers, report, applied_contents))
    if report.settings_file:
        overrides.append(_describe_settings(posixpath.normpath(report.settings_file), report))
    else:
        overrides += _find_other_settings(report)
    overrides += _find_layer_settings(report)
    marked_overrides = tuple(
        _mark_ownership(override, own_files, has_ended=has_ended) for override in overrides
    )
    return _mark_orphans(marked_overrides, report.host, proc)


def _mark_orphans(
    overrides: tuple[FoundOverride, ...], host: Host, proc: Path
) -> tuple[FoundOverride, ...]:
    """Mark what VkConfig wrote and did not delete, if it is certain that none runs."""
    vkconfig_overrides = [
        override for override in overrides if override.owner.startswith(_VKCONFIG_PREFIX)
    ]
    if not vkconfig_overrides or not _can_see_processes(host) or find_running_vkconfig(host, proc):
        return overrides
    return tuple(
        override._replace(is_expired=True, is_orphan=not override.is_expired)
        if override in vkconfig_overrides
        else override
        for override in overrides
    )


def _mark_ownership(
    override: FoundOverride, own_files: set[str], *, has_ended: bool
) -> FoundOverride:
    """Mark an override that vkconfig-py applied, or that it wrote but has no record of."""
    if override.path in own_files:
        return override._replace(owner=PROGRAM, is_own=True, is_expired=has_ended)
    return override._replace(is_expired=True) if override.owner == PROGRAM else override


def remove_override(path: str, paths: StatePaths, fix: str = "") -> str:
    """Remove an override and return "" or why nothing changed.

    `fix`: key by which undo finds the removal of another program's override, "" for a new one.

    The file is kept aside, and its bytes, mode and symbolic link go into the journal first, from
    where restore_override() restores them. An override applied by vkconfig-py is withdrawn, which
    restores the previous file. This also works if only the journal knows of it. From a file of
    another program, only vkconfig-py's sections are removed.
    """
    if path in list_applied_files(paths):
        result = apply_plan(NOTHING_PLANNED, (), paths)
        return result.error or result.note
    key = fix or str(time.time_ns())
    try:
        with lock_state(paths):
            state = capture_file(path)
            if state.kind is FileKind.ABSENT:
                return tr("Nothing was removed: {path} does not exist.", path=path)
            file, new_state = _remove_own_part(path, state, paths)
            verb, owner = REMOVED_VERB, _find_owner(state.content)
            if find_ours(capture_file(os.path.realpath(path)).content).is_part:
                verb, owner = REMOVED_ENTRIES_VERB, ""
            else:
                keep_aside(paths, key, file, state)
            write_with_journal(paths, verb, file, owner, new_state, key)
    except OSError as error:
        return render_error(tr("Nothing was removed"), path, error)
    return ""


def _remove_own_part(path: str, state: FileState, paths: StatePaths) -> tuple[str, FileState]:
    """Return the file to change and its state without vkconfig-py's content.

    A link to a shared file stays a link.
    """
    previous_state = find_state_before_apply(paths, path, state)
    if previous_state is not None and not find_ours(previous_state.content).positions:
        return path, previous_state
    real_path = os.path.realpath(path)
    linked_state = capture_file(real_path) if state.kind is FileKind.LINK else state
    if not find_ours(linked_state.content).is_part:
        return path, ABSENT
    return real_path, linked_state._replace(
        content=remove_own_sections(linked_state.content), mtime_ns=0
    )


def restore_override(path: str, paths: StatePaths) -> str:
    """Restore the override that was removed last and return "" or why nothing changed.

    If it was a withdrawal by vkconfig-py, every file of the applied configuration is restored.
    """
    for entry in read_journal(paths):
        verbs = (REMOVED_VERB, REMOVED_ENTRIES_VERB, *WITHDRAWAL_KINDS)
        is_removal = (entry.action.what or entry.what) in verbs
        if entry.file in (path, os.path.realpath(path)) and is_removal:
            if not is_unchanged_since(entry):
                return tr("Nothing was restored: {path} is now a different file.", path=path)
            return restore_action(entry, paths)
    return tr("Nothing was restored: the history does not list {path} as removed.", path=path)


def _find_override_files(report: LoaderReport) -> dict[str, list[FoundLayer]]:
    """Return the override layers found in each file, also in files that cannot be parsed."""
    files: dict[str, list[FoundLayer]] = {}
    for layer in report.found_layers:
        if layer.name == OVERRIDE_NAME or (
            layer.manifest is None and _contains_override_name(layer.file, report)
        ):
            files.setdefault(layer.file, []).append(layer)
    return {file: layers for file, layers in files.items() if _stat_file(file, report) is not None}


def _contains_override_name(file: str, report: LoaderReport) -> bool:
    """Return whether a file contains the name of the override layer."""
    return OVERRIDE_NAME.encode() in _read_content(file, report)


def _read_content(file: str, report: LoaderReport) -> bytes:
    """Read a manifest that the engine could not use. Return b"" if it cannot be read either."""
    status = _stat_file(file, report)
    if status is None or status.st_size > _MAX_BYTES:
        return b""
    try:
        return read_whole(report.host.root + file)[1]
    except OSError:
        return b""


def _stat_file(file: str, report: LoaderReport) -> os.stat_result | None:
    """Stat a regular file. Return None also for pipes and devices: opening one may block."""
    path = Path(report.host.root + file)
    try:
        status = path.stat()
    except OSError:
        return None
    return status if path.is_file() else None


def _describe_override(
    file: str, layers: Sequence[FoundLayer], report: LoaderReport, applied_contents: set[str]
) -> FoundOverride:
    """Describe an override manifest: owner, effect, programs, whether it has expired."""
    content = _read_content(file, report)
    status = _stat_file(file, report)
    manifests = [layer.manifest for layer in layers if layer.manifest is not None]
    programs = dict.fromkeys(key for manifest in manifests for key in manifest.app_keys)
    is_limited = bool(manifests) and all(manifest.app_keys for manifest in manifests)
    effective_layers = [layer for layer in layers if _has_effect(layer)]
    refused_layer = next((layer for layer in layers if not _has_effect(layer)), None)
    return FoundOverride(
        path=file,
        owner=_find_owner(content, applied_contents),
        modified_at=status.st_mtime if status else 0.0,
        is_valid=bool(effective_layers),
        reason=""
        if refused_layer is None or effective_layers
        else render_verdict(refused_layer.verdict, report),
        effect=_describe_effect(layers, report),
        programs=tuple(programs) if is_limited else (),
        is_expired=is_limited and _are_gone(programs, report),
    )


def _are_gone(programs: Iterable[str], report: LoaderReport) -> bool:
    """Return whether none of these programs exist any more."""
    return all(is_gone(Path(report.host.root + program)) for program in programs)


def _has_effect(layer: FoundLayer) -> bool:
    """Return whether an override layer acts, or would if nothing else turned it off."""
    return layer.manifest is not None and (
        layer.verdict.reason in _OTHERWISE_ON_REASONS or layer.verdict.outcome is Outcome.ACTS
    )


def _describe_effect(layers: Sequence[FoundLayer], report: LoaderReport) -> str:
    """Return sentences about the effect of a file, that of its strongest override first."""
    manifests = [layer.manifest for layer in layers if layer.manifest and _has_effect(layer)]
    if manifests:
        return _render_effect(manifests)
    layer = layers[0]
    reason = render_verdict(layer.verdict, report)
    # A refused override still changes where explicit layers are searched (loader.c,
    # loader_scan_for_layers reads its paths before it is verified).
    if any(
        layer_of_file.manifest and layer_of_file.manifest.override_paths for layer_of_file in layers
    ):
        return tr(
            "It hides the system's explicit layers, although it is not used: {reason}.",
            reason=reason,
        )
    return _render_unused_reason(reason)


def _render_unused_reason(reason: str) -> str:
    return tr("It is not used: {reason}.", reason=reason)


def _render_effect(manifests: Sequence[LayerManifest]) -> str:
    """Return sentences on layers turned on or blocked, replaced folders and programs."""
    turned_on = {name for manifest in manifests for name in manifest.component_layers}
    blocked_names = {name for manifest in manifests for name in manifest.blacklisted_layers}
    parts = list(_name_layers(turned_on, blocked_names))
    if any(manifest.override_paths for manifest in manifests):
        parts.append(tr("It replaces the folders searched for explicit layers."))
    effect = " ".join(parts) or tr("It changes nothing.")
    if not all(manifest.app_keys for manifest in manifests):
        return effect
    return _render_limited(effect, [key for manifest in manifests for key in manifest.app_keys])


def _render_limited(effect: str, programs: Iterable[str]) -> str:
    """Return sentences on an effect, and on the programs (paths) to which it is limited."""
    names = dict.fromkeys(Path(program).name for program in programs)
    return tr(
        "{effect} It applies only to {programs}.", effect=effect, programs=join_words([*names])
    )


def _name_layers(turned_on: Iterable[str], blocked_names: Iterable[str]) -> Iterator[str]:
    """Yield the sentence "It blocks vkBasalt and turns on a, b and 2 more.", nothing for none."""
    turned_on_text, blocked_text = (
        escape_invisible(join_some(get_display_names(sorted({*names})), _MAX_NAMED_LAYERS))
        for names in (turned_on, blocked_names)
    )
    if turned_on_text and blocked_text:
        # First what a user misses.
        yield tr(
            "It blocks {blocked} and turns on {names}.", blocked=blocked_text, names=turned_on_text
        )
    elif turned_on_text:
        yield tr("It turns on {names}.", names=turned_on_text)
    elif blocked_text:
        yield tr("It blocks {names}.", names=blocked_text)


def _describe_settings(file: str, report: LoaderReport) -> FoundOverride:
    """Describe the loader settings file that is in effect."""
    names: dict[Reason, list[str]] = {}
    for layer in report.found_layers:
        names.setdefault(layer.verdict.reason, []).append(layer.name)
    effect = _render_settings_effect(
        names.get(Reason.SETTINGS_FILE_ON, ()),
        names.get(Reason.SETTINGS_FILE_OFF, ()),
        hides_unlisted_layers=Reason.SETTINGS_FILE_HIDES in names,
    )
    return _make_settings_override(file, report)._replace(effect=effect)


def _render_settings_effect(
    turned_on: Iterable[str], turned_off: Iterable[str], *, hides_unlisted_layers: bool
) -> str:
    """Return sentences on what a loader settings file does to layers."""
    parts = list(_name_layers(turned_on, turned_off))
    if hides_unlisted_layers:
        parts.append(tr("It hides every layer that it does not list."))
    return " ".join(parts) or tr("It changes no layers.")


def _make_settings_override(file: str, report: LoaderReport) -> FoundOverride:
    """Make the record of a loader settings file, without its effect."""
    status, own_sections = _stat_file(file, report), find_ours(_read_content(file, report))
    return FoundOverride(
        path=file,
        owner=PROGRAM if own_sections.positions else _guess_settings_owner(file, report),
        modified_at=status.st_mtime if status else 0.0,
        sections=own_sections.positions if own_sections.is_part else (),
    )


def _find_other_settings(report: LoaderReport) -> Iterator[FoundOverride]:
    """Yield a loader settings file that is not in effect for the program of the report.

    Other programs may use it, if it lists them, and other loaders may read it.
    """
    newest_release = report.profile.at_release(
        NEWEST_PROFILE.version
    )  # compiled with the same folders
    for path in list_settings_paths(report.host, newest_release):
        if _stat_file(path, report) is None:
            continue
        override = _make_settings_override(posixpath.normpath(path), report)
        settings_by_program = _load_program_settings(report)
        if settings_by_program:
            yield override._replace(
                effect=_describe_program_settings(settings_by_program),
                programs=tuple(settings_by_program),
                is_expired=_are_gone(settings_by_program, report),
            )
            return
        version = report.profile.version_text
        reason = tr("it does not contain anything that loader {version} can use", version=version)
        if not report.profile.has(Gate.SETTINGS_FILE):
            reason = tr(
                "loader {version} does not read it; a newer loader is required", version=version
            )
        yield override._replace(is_valid=False, reason=reason, effect=_render_unused_reason(reason))
        return


def _load_program_settings(report: LoaderReport) -> dict[str, LoaderSettings]:
    """Return what the loader settings file does in each program that it lists, by its path."""
    host, profile = report.host, report.profile
    bits = min(host.pointer_bits, profile.pointer_bits)
    dialect = Dialect.of(profile, bits, get_platform_rules(host.platform).paths)
    return load_program_settings(Scanner(host, DocumentCache()), host, profile, dialect)


def _describe_program_settings(settings_by_program: Mapping[str, LoaderSettings]) -> str:
    """Return sentences on a loader settings file that is limited to programs."""
    names: dict[Control, set[str]] = {Control.ON: set(), Control.OFF: set()}
    for settings in settings_by_program.values():
        for layer in settings.layers or ():
            names.get(layer.control, set()).add(layer.name)
    effect = _render_settings_effect(
        names[Control.ON],
        names[Control.OFF],
        hides_unlisted_layers=any(
            settings.hides_unlisted for settings in settings_by_program.values()
        ),
    )
    return _render_limited(effect, settings_by_program)


def _guess_settings_owner(file: str, report: LoaderReport) -> str:
    """Guess which program wrote a loader settings file, as its format does not name it.

    It is VkConfig 3 if VkConfig's state is stored beside the file's folder.
    """
    prefix = posixpath.dirname(posixpath.dirname(file))
    has_vkconfig_state = _stat_file(posixpath.join(prefix, _VKCONFIG_STATE), report) is not None
    return "VkConfig 3" if has_vkconfig_state else UNKNOWN_OWNER


def _find_layer_settings(report: LoaderReport) -> Iterator[FoundOverride]:
    """Yield the vk_layer_settings.txt that layers of every program read, if it exists."""
    file = find_settings_path(report.host)
    status = _stat_file(file, report) if file else None
    if status is None:
        return
    yield FoundOverride(
        path=file,
        owner=_find_layer_settings_owner(_read_content(file, report)),
        modified_at=status.st_mtime,
        effect=render(READ_BEFORE_OTHERS),
        has_layer_settings=True,
    )


def _find_layer_settings_owner(content: bytes) -> str:
    """Return which program wrote a vk_layer_settings.txt, by its first comment."""
    if is_our_layer_settings(content):
        return PROGRAM
    if match := _VKCONFIG_3_TEXT_PATTERN.search(content):
        return _VKCONFIG_PREFIX + match.group(1).decode()
    return f"{_VKCONFIG_PREFIX}2" if _VKCONFIG_2_TEXT_PATTERN.match(content) else OTHER_OWNER


def _find_owner(content: bytes, applied_contents: set[str] | frozenset[str] = frozenset()) -> str:
    """Return which program wrote an override manifest.

    `applied_contents`: names of the contents that the journal says we applied.
    """
    name = make_content_name(FileState(kind=FileKind.FILE, content=content))
    if name in applied_contents or f'"{PROGRAM}: '.encode() in content:
        return PROGRAM
    return next((owner for owner, marker in _OWNER_MARKERS if marker in content), UNKNOWN_OWNER)
