"""Banner and notices of the window about overrides on this system and vkconfig-py's own files."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import counted, join_words, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    Problem,
    Remedy,
    RemoveFile,
    Severity,
    Together,
)
from vkconfig_py.loader.files.own_files import read_file
from vkconfig_py.loader.files.safe_paths import find_owner_id, find_user_name
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.apply.journal import list_unreadable_entries
from vkconfig_py.model.apply.lease_facts import (
    describe_lease_end,
    describe_lease_until,
    ends_with_this_process,
    format_clock,
    format_time_left,
)
from vkconfig_py.model.apply.record import explain_copy, get_record_file, read_record
from vkconfig_py.model.configuration.own_documents import READ_ERRORS, WINDOW_FILE, make_problem
from vkconfig_py.model.configuration.workspace import (
    DocumentProblem,
    Workspace,
    append_added_sources,
    list_excluded_manifests,
)
from vkconfig_py.model.files.atomic_files import CONTENT_LIMIT
from vkconfig_py.model.files.config_home import PROGRAM
from vkconfig_py.model.files.paths import StatePaths, is_folder, path_exists
from vkconfig_py.model.plan.leases import EXTENSION_SECONDS, Moment, UntilTime, WhileRunning
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    AppliedState,
    has_changed_since_applied,
)
from vkconfig_py.model.text.wording import render_duration, strip_full_stop

if TYPE_CHECKING:
    from vkconfig_py.model.apply.found_overrides import FoundOverride, RunningVkConfig


_DAY_SECONDS = 86_400


class BannerKind(StrEnum):
    """Subject of the banner."""

    OWN = "own"
    FOREIGN = "foreign"
    STALE = "stale"
    DIFFERS = "differs"


class BannerCommand(StrEnum):
    """Command of a banner button."""

    WITHDRAW = "withdraw"
    EXTEND = "extend"
    APPLY_AGAIN = "apply-again"
    SHOW = "show"
    REMOVE = "remove"


class BannerAction(NamedTuple):
    """Button of the banner."""

    command: BannerCommand
    label: str
    tooltip: str = ""


WITHDRAW_ACTION = BannerAction(BannerCommand.WITHDRAW, tr("Withdraw now"))
EXTEND_ACTION = BannerAction(
    BannerCommand.EXTEND,
    tr("Extend"),
    tr("Extend by {duration}", duration=render_duration(EXTENSION_SECONDS)),
)
APPLY_AGAIN_ACTION = BannerAction(BannerCommand.APPLY_AGAIN, tr("Apply again"))
SHOW_ACTION = BannerAction(BannerCommand.SHOW, tr("Show file"))
# As Problems call it. Of a file with entries of others only a part goes.
MOVE_ASIDE_ACTION = BannerAction(BannerCommand.REMOVE, tr("Move aside…"))
REMOVE_ENTRIES_ACTION = BannerAction(BannerCommand.REMOVE, tr("Remove…"))


class Banner(NamedTuple):
    """The banner above the chain: what is applied, and by which program.

    Attributes:
        prefix: emphasized words at the start, or "".
        key: configuration to withdraw or apply again.
        programs: programs it is applied to, () for every program.
        path: file of the override.
        is_one_of_several: only vkconfig-py's part of that file is meant. The rest belongs to
            another program.
        title: the same in few words, for the title of the window.
        timed_configuration: the configuration whose deadline the banner counts down to, or None.
    """

    kind: BannerKind
    text: str
    actions: tuple[BannerAction, ...]
    prefix: str = ""
    key: str = ""
    programs: tuple[str, ...] = ()
    path: str = ""
    is_one_of_several: bool = False
    title: str = ""
    timed_configuration: AppliedConfiguration | None = None

    def __str__(self) -> str:
        return f"{self.prefix} {self.text}".strip()

    def get_seconds_left(self, now: Moment) -> float:
        """Return the seconds left until the deadline. Infinite without one."""
        lease = self.timed_configuration.lease if self.timed_configuration else None
        return lease.seconds_left(now) if isinstance(lease, UntilTime) else math.inf

    def render_countdown(self, now: Moment, *, is_brief: bool = False) -> str:
        """Return the part that changes every second, or ""."""
        lease = self.timed_configuration.lease if self.timed_configuration else None
        return (
            format_time_left(lease, now, is_brief=is_brief) if isinstance(lease, UntilTime) else ""
        )


def _join_names(programs: Sequence[str]) -> str:
    """Return the file names of these programs as a list in words."""
    return join_words([PurePath(program).name for program in programs])


def format_age(past_time: float, now: float) -> str:
    """Return the age in days: today, 1 day ago, 3 days ago."""
    days = int(max(0.0, now - past_time) // _DAY_SECONDS)
    if not days:
        return tr("today")
    return counted("{n:,} days ago", "{n:,} day ago", days)


def find_banner(
    applied_state: AppliedState,
    overrides: Sequence[FoundOverride],
    workspace: Workspace,
    now: Moment,
) -> Banner | None:
    """Return the banner to show, the first that applies.

    `overrides` are those of any owner. The workspace determines whether the applied configuration
    is outdated.
    """
    path = next((override.path for override in overrides if override.is_own), "")
    if expired_configurations := [
        entry
        for entry in applied_state.configurations
        if entry.configuration.key in applied_state.ended_keys
    ]:
        return _make_expired_banner(expired_configurations, path, now.wall_time)
    if applied_state.configurations:
        return _make_own_banner(applied_state, workspace, now)._replace(path=path)
    foreign_overrides = [override for override in overrides if not override.is_own]
    if not foreign_overrides:
        return None
    effective_overrides = (
        override
        for override in foreign_overrides
        if override.is_valid and (override.is_orphan or not override.is_expired)
    )
    shown_override = next(effective_overrides, foreign_overrides[0])
    return (
        _make_stale_banner(shown_override, now.wall_time)
        if shown_override.is_expired
        else _make_foreign_banner(shown_override, now.wall_time)
    )


def _make_own_banner(applied_state: AppliedState, workspace: Workspace, now: Moment) -> Banner:
    """Make the banner about what vkconfig-py applied: the selected configuration first."""
    applied_configurations, current = (
        applied_state.configurations,
        workspace.selected_configuration.key,
    )
    shown_entry = next(
        (entry for entry in applied_configurations if entry.configuration.key == current),
        applied_configurations[-1],
    )
    has_end_time = isinstance(shown_entry.lease, UntilTime)
    text = _render_applied(shown_entry, now.wall_time, len(applied_configurations) - 1)
    older_note = (
        _explain_change(shown_entry, workspace) if shown_entry.configuration.key == current else ""
    )
    if older_note:
        text += f". {older_note}"
    elif not has_end_time:
        is_own = ends_with_this_process(shown_entry.lease)
        text += f". {describe_lease_end(shown_entry.lease, now, is_own=is_own)}."
    actions = (APPLY_AGAIN_ACTION,) if older_note else ()
    return Banner(
        kind=BannerKind.DIFFERS if older_note else BannerKind.OWN,
        prefix=tr("Applied to this system:"),
        text=text,
        actions=(*actions, EXTEND_ACTION, WITHDRAW_ACTION)
        if has_end_time
        else (*actions, WITHDRAW_ACTION),
        timed_configuration=shown_entry if has_end_time else None,
        key="" if len(applied_configurations) > 1 else shown_entry.configuration.key,
        programs=shown_entry.programs,
        title=_render_applied_title(
            shown_entry, is_current=shown_entry.configuration.key == current
        ),
    )


def _render_applied_title(applied_configuration: AppliedConfiguration, *, is_current: bool) -> str:
    """Return "applied", or the name of an applied configuration that is not selected."""
    if is_current:
        return tr("applied", "of a configuration")
    return tr("“{name}” is applied", name=applied_configuration.configuration.title)


def _make_expired_banner(
    applied_configurations: Sequence[AppliedConfiguration], path: str, now: float
) -> Banner:
    """Make the banner about configurations whose lease has ended but that still apply."""
    return Banner(
        kind=BannerKind.STALE,
        text=_render_expired(
            applied_configurations,
            format_age(min(entry.since for entry in applied_configurations), now),
        ),
        actions=(SHOW_ACTION, WITHDRAW_ACTION) if path else (WITHDRAW_ACTION,),
        path=path,
        title=tr("still applied"),
    )


def _render_expired(applied_configurations: Sequence[AppliedConfiguration], age_text: str) -> str:
    """Return the sentence that expired configurations still affect programs."""
    applies_to_all = not all(entry.programs for entry in applied_configurations)
    names = _join_names(
        tuple(dict.fromkeys(file for entry in applied_configurations for file in entry.programs))
    )
    # A lease without a name ends with a window, which withdraws it as it closes.
    if not all(
        isinstance(entry.lease, WhileRunning) and not entry.lease.name
        for entry in applied_configurations
    ):
        if applies_to_all:
            return counted(
                "{n:,} configurations, the first applied {age}, have expired but still affect "
                "every program.",
                "A configuration applied {age} has expired but still affects every program.",
                len(applied_configurations),
                age=age_text,
            )
        return counted(
            "{n:,} configurations, the first applied {age}, have expired but still affect "
            "{programs}.",
            "A configuration applied {age} has expired but still affects {programs}.",
            len(applied_configurations),
            age=age_text,
            programs=names,
        )
    if applies_to_all:
        return counted(
            "vkconfig-py ended unexpectedly; {n:,} configurations that it applied, the first "
            "{age}, still affect every program.",
            "vkconfig-py ended unexpectedly; a configuration it applied {age} still "
            "affects every program.",
            len(applied_configurations),
            age=age_text,
        )
    return counted(
        "vkconfig-py ended unexpectedly; {n:,} configurations that it applied, the first {age}, "
        "still affect {programs}.",
        "vkconfig-py ended unexpectedly; a configuration it applied {age} still affects "
        "{programs}.",
        len(applied_configurations),
        age=age_text,
        programs=names,
    )


def _make_foreign_banner(override: FoundOverride, now: float) -> Banner:
    """Make the banner about an override of another program, or a layer settings file."""
    from vkconfig_py.model.apply.found_overrides import render_origin, render_owner

    time_text = format_clock(override.modified_at, now)
    owner, origin = render_owner(override.owner), render_origin(override.owner)
    headline = tr("{owner} applied an override ({time}).", owner=owner, time=time_text)
    if override.has_layer_settings:
        headline = tr("Layer settings file found, last changed {time}.", time=time_text)
    return Banner(
        kind=BannerKind.FOREIGN,
        text=f"{headline} {override.effect}",
        actions=(SHOW_ACTION, MOVE_ASIDE_ACTION),
        path=override.path,
        title=tr("layer settings from {owner} found", owner=origin)
        if override.has_layer_settings
        else tr("override from {owner} found", owner=origin),
    )


def _make_stale_banner(override: FoundOverride, now: float) -> Banner:
    """Make the banner about an override whose programs or owner are gone."""
    from vkconfig_py.model.apply.found_overrides import render_origin, render_owner

    age_text = format_age(override.modified_at, now)
    owner, origin = render_owner(override.owner), render_origin(override.owner)
    headline = tr("{owner} left an override behind {age}.", owner=owner, age=age_text)
    if override.sections:
        name = PurePath(override.path).name
        headline = tr(
            "{owner} left entries behind in {file} {age}.", file=name, owner=owner, age=age_text
        )
    elif override.has_layer_settings:
        headline = tr("{owner} left a settings file behind {age}.", owner=owner, age=age_text)
    return Banner(
        kind=BannerKind.STALE,
        text=f"{headline} {_explain_stale(override)}",
        actions=(SHOW_ACTION, REMOVE_ENTRIES_ACTION if override.sections else MOVE_ASIDE_ACTION),
        path=override.path,
        is_one_of_several=bool(override.sections),
        title=tr("layer settings from {owner} left behind", owner=origin)
        if override.has_layer_settings
        else tr("override from {owner} left behind", owner=origin),
    )


def _explain_stale(override: FoundOverride) -> str:
    """Return sentences: what an override does, and why it is taken to be left behind."""
    if override.is_orphan:
        return f"{override.effect} {tr('VkConfig is not running.')}"
    if override.owner == PROGRAM:
        return tr("vkconfig-py no longer has a record of it.")
    return tr("The programs it applies to no longer exist.")


def _render_applied(
    applied_configuration: AppliedConfiguration, now: float, other_count: int
) -> str:
    """Return which configuration is applied, for which programs, since when, and how many more."""
    name, applied_time = (
        applied_configuration.configuration.title,
        format_clock(applied_configuration.since, now),
    )
    text = tr("“{name}”, for every program, since {time}", name=name, time=applied_time)
    if applied_configuration.programs:
        text = tr(
            "“{name}”, for {programs} only, since {time}",
            name=name,
            programs=_join_names(applied_configuration.programs),
            time=applied_time,
        )
    if not other_count:
        return text
    return counted("{text}, and {n} more", "{text}, and {n} more", other_count, text=text)


_FOLDERS_CHANGED = message("Your layer folders changed after you applied it.")


def _explain_change(applied_configuration: AppliedConfiguration, workspace: Workspace) -> str:
    """Return what changed since a configuration was applied, as a sentence, "" for nothing."""
    current_configuration = workspace.find_configuration(applied_configuration.configuration.key)
    if current_configuration is None:
        return ""
    collection = workspace.sources
    current_configuration = append_added_sources(current_configuration, collection)
    if has_changed_since_applied(
        applied_configuration, current_configuration, compares_sources=False
    ):
        return tr("You changed it after you applied it.")
    is_named = not list_excluded_manifests(collection)
    return (
        render(_FOLDERS_CHANGED)
        if has_changed_since_applied(
            applied_configuration, current_configuration, compares_sources=is_named
        )
        else ""
    )


FOREIGN_CODE, RUNNING_CODE = "foreign-override", "vkconfig-running"
NO_HOME_CODE, AS_ROOT_CODE = "no-home", "as-root"
NOT_WRITABLE_CODE, UNREADABLE_CODE = "not-writable", "document-unreadable"
_CACHE_FILES = ("loaders.json", "probes.json", "shown_loaders.json")


def find_notices(paths: StatePaths, problems: Sequence[DocumentProblem]) -> tuple[Problem, ...]:
    """Return the notices that the user should see before editing, without writing any file.

    They cover unreadable files, read-only folders, a missing home folder, and running as root.
    """
    notices = [
        _make_unreadable_notice(problem) for problem in (*problems, *_find_state_problems(paths))
    ]
    if paths.note:
        title = tr("No home folder found")
        notices.append(Problem(Severity.WARNING, NO_HOME_CODE, title, paths.note))
    if paths.root_note:
        notices.append(
            Problem(
                Severity.NOTE, AS_ROOT_CODE, tr("vkconfig-py is running as root"), paths.root_note
            )
        )
    for folder in dict.fromkeys((paths.configurations, paths.state)):
        notices += _find_unwritable(folder)
    return tuple(notices)


def _find_state_problems(paths: StatePaths) -> Iterator[DocumentProblem]:
    """Return the notices about unreadable files of the state folder."""
    _record, unread_problem = read_record(paths)
    if reason := unread_problem or explain_copy(paths):
        yield DocumentProblem(str(get_record_file(paths)), strip_full_stop(reason))
    yield from list_unreadable_entries(paths)
    caches = [paths.cache / name for name in _CACHE_FILES] if paths.cache else []
    for file in (paths.state / WINDOW_FILE, *caches):
        try:
            read_file(str(file), CONTENT_LIMIT, first=0)  # what is damaged is simply made again
        except (FileNotFoundError, NotADirectoryError):
            continue
        except READ_ERRORS as error:
            yield make_problem(file, error)


def list_override_notices(overrides: Sequence[FoundOverride]) -> tuple[Problem, ...]:
    """Return the notices about foreign overrides, except broken ones, which the engine reports."""
    return tuple(
        Problem(
            Severity.WARNING,
            FOREIGN_CODE,
            _render_title(override),
            override.effect,
            override.path,
            remedy=_make_remedy(override),
        )
        for override in overrides
        if not override.is_own and (override.is_valid or override.is_expired)
    )


def _make_remedy(override: FoundOverride) -> Remedy:
    """Return the remedy that removes the file, or from a foreign file our sections alone."""
    advice = tr("remove this entry")
    edits = [
        EditKey(override.path, key_path, REMOVED, advice)
        for key_path in reversed(override.sections)
    ]
    return Together(tuple(edits)) if edits else RemoveFile(override.path)


def _render_title(override: FoundOverride) -> str:
    """Return the title of the notice about an override or layer settings file."""
    from vkconfig_py.model.apply.found_overrides import render_owner

    owner = render_owner(override.owner)
    if override.sections:
        return tr(
            "{owner} left entries behind in another program's settings file",
            owner=owner,
        )
    if override.is_expired:
        if override.has_layer_settings:
            return tr("{owner} left a settings file behind", owner=owner)
        return tr("{owner} left an override behind", owner=owner)
    if override.has_layer_settings:
        return tr("A layer settings file applies to every program")
    return tr("{owner} applied an override", owner=owner)


def make_running_notice(running_vkconfig: RunningVkConfig | None) -> tuple[Problem, ...]:
    """Return the notice for the list of problems, () if no VkConfig runs."""
    if running_vkconfig is None:
        return ()
    return (
        Problem(Severity.WARNING, RUNNING_CODE, running_vkconfig.title, running_vkconfig.sentence),
    )


def list_machine_notices(
    overrides: Sequence[FoundOverride], running_vkconfig: RunningVkConfig | None
) -> tuple[Problem, ...]:
    """Return the notices about other programs on the machine: a running VkConfig, and overrides."""
    return (*make_running_notice(running_vkconfig), *list_override_notices(overrides))


def _make_unreadable_notice(problem: DocumentProblem) -> Problem:
    """Return the notice that a file of vkconfig-py cannot be read and stays in place."""
    name = Path(problem.path).name
    return Problem(
        Severity.WARNING,
        UNREADABLE_CODE,
        tr("{file} could not be read", file=name),
        tr(
            "{reason}. The file was left in place. If it is a damaged regular file, "
            "vkconfig-py renames it to {copy} before writing; it never replaces other "
            "kinds of files.",
            reason=problem.sentence,
            copy=f"{name}.bad",
        ),
        problem.path,
        problem.line,
    )


def _find_unwritable(folder: Path) -> list[Problem]:
    """Return the notice that changes cannot be saved in this folder, none if they can."""
    existing_folder = next(
        (path for path in (folder, *folder.parents) if path_exists(path)), folder
    )
    reason = ""
    if not is_folder(existing_folder):
        reason = tr("{path} is not a folder.", path=existing_folder)
    elif not os.access(existing_folder, os.W_OK | os.X_OK):
        reason = tr("{path} is not writable.", path=existing_folder)
    elif existing_folder == folder and existing_folder.stat().st_uid != find_owner_id(str(folder)):
        owner_id, user_id = existing_folder.stat().st_uid, find_owner_id(str(folder))
        reason = tr(
            "{path} belongs to {owner}, not to {user}.",
            path=existing_folder,
            owner=find_user_name(owner_id),
            user=find_user_name(user_id),
        )
    if not reason:
        return []
    consequence = tr(
        "You can still explore layers and launch programs; edits are lost when you close the "
        "window."
    )
    return [
        Problem(
            Severity.WARNING,
            NOT_WRITABLE_CODE,
            tr("Changes cannot be saved"),
            f"{reason} {consequence}",
            str(existing_folder),
        )
    ]


# What is in force on the system, in lines for a menu and in one sentence for a tool tip.

NOTHING_APPLIED_TEXT = tr("Nothing is applied to the system")


class TrayTexts(NamedTuple):
    """Texts of the icon.

    Attributes:
        lines: everything that is in force, one by one, and what changed since then; no full stops.
        tooltip: the same in one sentence.
    """

    lines: tuple[str, ...]
    tooltip: str


def make_tray_texts(
    banner: Banner | None, applied_state: AppliedState, workspace: Workspace, now: Moment
) -> TrayTexts:
    """Return the texts about what this program applied, or else about the banner's subject."""
    if banner is None:
        return TrayTexts((NOTHING_APPLIED_TEXT,), f"{NOTHING_APPLIED_TEXT}.")
    if banner.kind in (BannerKind.STALE, BannerKind.FOREIGN):
        return TrayTexts((strip_full_stop(str(banner)),), str(banner))
    lines = tuple(
        line
        for entry in applied_state.configurations
        for line in (
            _render_tray_line(entry, now),
            strip_full_stop(_explain_change(entry, workspace)),
        )
        if line
    )
    names = lines[0]
    if len(applied_state.configurations) > 1:
        names = join_words(
            [
                tr("“{name}”", name=entry.configuration.title)
                for entry in applied_state.configurations
            ]
        )
    return TrayTexts(lines, tr("Applied to this system: {configurations}.", configurations=names))


def _render_tray_line(applied_configuration: AppliedConfiguration, now: Moment) -> str:
    """Return a line on an applied configuration: its name, its programs, until when."""
    name = applied_configuration.configuration.title
    end = describe_lease_until(
        applied_configuration.lease, now, is_own=ends_with_this_process(applied_configuration.lease)
    )
    if not applied_configuration.programs:
        return tr("“{name}”, for every program, {until}", name=name, until=end)
    programs = join_words([get_base_name(program) for program in applied_configuration.programs])
    return tr("“{name}”, for {programs} only, {until}", name=name, programs=programs, until=end)
