"""Inputs of a plan, plan and applied set as values, the resulting changes and their rows."""

from __future__ import annotations

import difflib
from codecs import BOM_UTF16_LE
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import PurePath
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import Message, counted, message, tr
from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED, WhatIf
from vkconfig_py.loader.base.host import Application, OverlayFile, Position
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.configuration.configuration import Configuration, Variable
from vkconfig_py.model.configuration.workspace import (
    get_effective_configuration,
    list_excluded_manifests,
)
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN, Lease
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import (
    abbreviate_home,
    capitalise,
    escape_invisible,
    strip_layer_prefix,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.files.opened_loader import OpenedLoader
    from vkconfig_py.loader.platforms.reg_file import RegistryChange
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.loader.rules.loader_report import FoundLayer
    from vkconfig_py.model.configuration.workspace import Workspace
    from vkconfig_py.model.plan.planned_devices import DevicePlan
    from vkconfig_py.model.programs.seen_requests import KnownRequests
    from vkconfig_py.model.programs.shell.syntax import ScriptVariable


class Mechanism(StrEnum):
    """Mechanism by which a configuration reaches a program."""

    LAUNCH = "launch"  # one launch: a private folder and variables; nothing else changes
    OVERRIDE = "override"  # VK_LAYER_LUNARG_override, for every program or for chosen ones
    SETTINGS = "settings"  # vk_loader_settings.json, for every program or for chosen ones
    AUTOMATIC = "automatic"  # applied: whichever of the two above expresses more of it
    ENVIRONMENT = "environment"  # variables only, to be copied


class SafeModeLayers(StrEnum):
    """Layers that a launch in safe mode leaves out."""

    NOTHING = ""
    IMPLICIT = "implicit"
    LAYERS = "layers"


_SAFE_MODE_TEXTS = {
    SafeModeLayers.IMPLICIT: message("without implicit layers"),
    SafeModeLayers.LAYERS: message("without any layers"),
}


class SafeMode(NamedTuple):
    """What one launch leaves out.

    Attributes:
        driver: base name of the manifest of the only driver that is used, "" for no such choice.
    """

    left_out_layers: SafeModeLayers = SafeModeLayers.NOTHING
    driver: str = ""

    @property
    def is_on(self) -> bool:
        return bool(self.left_out_layers or self.driver)

    @property
    def description(self) -> Message | str:
        """What is left out, such as "without any layer and with lvp_icd.x86_64 only"."""
        driver = self.driver.removesuffix(".json")
        if not driver:
            return _SAFE_MODE_TEXTS.get(self.left_out_layers, "")
        match self.left_out_layers:
            case SafeModeLayers.IMPLICIT:
                return message("without implicit layers and with only {driver}", driver=driver)
            case SafeModeLayers.LAYERS:
                return message("without any layers and with only {driver}", driver=driver)
            case _:
                return message("with only {driver}", driver=driver)

    def leaves_out(self, layer: FoundLayer) -> bool:
        """True if a launch in this mode leaves out a layer."""
        return self.left_out_layers is SafeModeLayers.LAYERS or (
            bool(self.left_out_layers) and layer.implicit
        )


NO_SAFE_MODE = SafeMode()


class PlanView(NamedTuple):
    """Selection of the plan to show: by mechanism and programs.

    Attributes:
        programs: real paths of the programs that applying is limited to. Empty: every program.
        follows_program_list: the programs are the configuration's list, and follow its changes.
        safe_mode: what a launch leaves out of the configuration.
    """

    mechanism: Mechanism = Mechanism.LAUNCH
    programs: tuple[str, ...] = ()
    follows_program_list: bool = False
    safe_mode: SafeMode = NO_SAFE_MODE

    @property
    def is_applied(self) -> bool:
        """True if the plan is applied to the system, not made for one launch or as variables."""
        return self.mechanism not in (Mechanism.LAUNCH, Mechanism.ENVIRONMENT)


class AppliedConfiguration(NamedTuple):
    """One configuration applied to the system, in one file with the others.

    Attributes:
        since: seconds since the epoch.
        mechanism: OVERRIDE or SETTINGS. The same for all applied configurations.
        lease: until when.
    """

    configuration: Configuration
    programs: tuple[str, ...]
    since: float
    mechanism: Mechanism = Mechanism.OVERRIDE
    lease: Lease = UNTIL_WITHDRAWN


class AppliedState(NamedTuple):
    """Everything that vkconfig-py has applied.

    Attributes:
        files: paths of our own files on disk.
        original_contents: previous content of these paths, if any.
        ended_keys: keys of configurations whose lease has ended. They wait to be withdrawn.
    """

    configurations: tuple[AppliedConfiguration, ...] = ()
    files: tuple[str, ...] = ()
    original_contents: tuple[tuple[str, bytes], ...] = ()
    ended_keys: tuple[str, ...] = ()

    def without_root(self, root: str) -> AppliedState:
        """Return a copy whose paths do not begin with the root folder of the machine."""
        return self._replace(
            files=tuple(path.removeprefix(root) for path in self.files),
            original_contents=tuple(
                (path.removeprefix(root), old_content)
                for path, old_content in self.original_contents
            ),
        )


NOTHING_APPLIED = AppliedState()


class PlannedFile(NamedTuple):
    """A file to write. Content None: delete it.

    Attributes:
        position: required position of a manifest in its folder's directory order.
        has_fixed_name: it is found by its name, which is fixed. The position is irrelevant then.
        values_at_start: what of it is read only once, by name. None: all of it; otherwise its
            layer reads the file again when it changes.
    """

    path: str
    content: bytes | None
    position: Position = Position.FIRST
    has_fixed_name: bool = False
    values_at_start: tuple[tuple[str, str], ...] | None = None


class Limitation(NamedTuple):
    """A choice that this mechanism cannot express on this loader.

    Attributes:
        subject: layer or driver name, "" for the whole plan.
        text: one sentence with rule and loader version, shown in the row.
        alternative: what would make it possible ("Launch", "the loader 1.3.247 or newer"), or "".
        is_blocking: Apply must be refused (a foreign settings file would hide the override, ...).
        is_absence: no program can have the layer, by any mechanism.
        is_launched: the alternative is a launch from here, which can express it.
    """

    subject: str
    text: str
    alternative: str = ""
    is_blocking: bool = False
    is_absence: bool = False
    is_launched: bool = False

    @property
    def is_note(self) -> bool:
        """True for a remark on the whole plan without a remedy, which does not block Apply."""
        return not (self.subject or self.alternative or self.is_blocking)


def render_limits(
    limits: Iterable[Limitation],
    render_name: Callable[[str], str] = strip_layer_prefix,
    *,
    as_sentences: bool = False,
) -> list[str]:
    """Return a line for each limitation, with all layers that it concerns and its remedy.

    `as_sentences`: a line that does not begin with a layer begins with a capital.
    """
    subjects: dict[tuple[str, str], list[str]] = {}
    for limit in limits:
        concerned_names = subjects.setdefault((limit.text, limit.alternative), [])
        if limit.subject:
            concerned_names.append(render_name(limit.subject))
    lines = []
    for (text, alternative), concerned_names in subjects.items():
        sentence = _render_limit(text, alternative)
        if concerned_names:
            lines.append(f"{', '.join(concerned_names)}: {sentence}")
        else:
            lines.append(capitalise(sentence) if as_sentences else sentence)
    return [escape_invisible(line) for line in lines]


def name_launch_remedy(limits: Iterable[Limitation], remedy: str) -> tuple[Limitation, ...]:
    """Return limitations that a launch would lift with what a game's launcher has instead.

    `remedy`: names the line of the launcher, "" for a text that no launcher reads.
    """
    return tuple(
        limit._replace(alternative=remedy) if remedy and limit.is_launched else limit
        for limit in limits
    )


def _render_limit(text: str, alternative: str) -> str:
    """Return what a limitation says, with its remedy unless that is ""."""
    return tr("{limit} (remedy: {remedy})", limit=text, remedy=alternative) if alternative else text


class Plan(NamedTuple):
    """Files to write and variables to set.

    Attributes:
        command: command for an administrator that installs it for programs that do not read the
            user's files, or "".
        registry: on Windows, the values that name the files to loader and layers.
        devices: how programs get the chosen devices, None if none are chosen.
    """

    mechanism: Mechanism
    files: tuple[PlannedFile, ...] = ()
    variables: tuple[Variable, ...] = ()
    limits: tuple[Limitation, ...] = ()
    summary: str = ""
    notes: tuple[str, ...] = ()
    command: str = ""
    registry: tuple[RegistryChange, ...] = ()
    devices: DevicePlan | None = None

    @property
    def summary_sentences(self) -> tuple[str, ...]:
        """Notes on the plan, and the command by which an administrator installs an override."""
        alternative = tr(
            "To reach this program, install an override in a system folder: {command}",
            command=self.command,
        )
        return (*self.notes, alternative) if self.command else self.notes

    def make_overlay(self) -> dict[str, OverlayFile | None]:
        """Return the planned files by path as if they were written, None for a deleted file."""
        return {
            file.path: None if file.content is None else OverlayFile(file.content, file.position)
            for file in self.files
        }


def add_applied_configuration(
    applied_configurations: Sequence[AppliedConfiguration],
    configuration: Configuration,
    programs: Sequence[str],
    since: float,
    mechanism: Mechanism = Mechanism.OVERRIDE,
    lease: Lease = UNTIL_WITHDRAWN,
) -> tuple[AppliedConfiguration, ...]:
    """Return the applied configurations after one more is applied, which becomes the last.

    A program has one configuration, and so have all programs together: a configuration applied
    before loses these programs, and is removed if none is left. The remaining ones change to the
    new mechanism, as two mechanisms at once would hide parts of each other.

    Args:
        applied_configurations: those applied before.
        configuration: the one to apply.
        programs: real paths of its programs, () for every program.
        since: seconds since the epoch.
        mechanism: override or settings file.
        lease: until when it is applied.
    """
    new_programs = set(programs)
    remaining_configurations = []
    for entry in remove_applied_configuration(applied_configurations, configuration.key):
        programs_left = tuple(program for program in entry.programs if program not in new_programs)
        if entry.programs and programs_left:
            remaining_configurations.append(entry._replace(programs=programs_left))
        elif not entry.programs and programs:
            remaining_configurations.append(entry)
    entry = AppliedConfiguration(configuration, tuple(dict.fromkeys(programs)), since, lease=lease)
    remaining_configurations.append(entry)
    return replace_mechanism(remaining_configurations, mechanism)


def replace_mechanism(
    applied_configurations: Sequence[AppliedConfiguration], mechanism: Mechanism
) -> tuple[AppliedConfiguration, ...]:
    """Return the applied configurations with another mechanism."""
    return tuple(entry._replace(mechanism=mechanism) for entry in applied_configurations)


def has_changed_since_applied(
    applied_configuration: AppliedConfiguration,
    current_configuration: Configuration,
    *,
    compares_sources: bool = True,
) -> bool:
    """True if a configuration differs from its applied state.

    Only what the mechanism can express is compared, so not which layers were moved. Sources are
    not compared if manifests of a folder are excluded: the applied state then lists the others one
    by one.
    """
    settings_members = (
        _SETTINGS_MEMBERS if applied_configuration.mechanism is Mechanism.SETTINGS else frozenset()
    )
    members = (
        _COMPARED_MEMBERS
        | settings_members
        | (_SOURCE_MEMBERS if compares_sources else frozenset())
    )
    configuration_before, now = (
        configuration._replace(
            layers=tuple(entry._replace(moved_past=None) for entry in configuration.layers)
        )
        for configuration in (applied_configuration.configuration, current_configuration)
    )
    return any(getattr(configuration_before, name) != getattr(now, name) for name in members)


_COMPARED_MEMBERS = frozenset({"name", "layers", "settings_file"})
_SOURCE_MEMBERS = frozenset({"sources", "implicit_sources"})
_SETTINGS_MEMBERS = frozenset({"drivers", "added_drivers", "devices", "loader_log"})


def remove_applied_configuration(
    applied_configurations: Sequence[AppliedConfiguration], key: str
) -> tuple[AppliedConfiguration, ...]:
    """Return the applied configurations without the one with this key."""
    return tuple(entry for entry in applied_configurations if entry.configuration.key != key)


def find_replaced(
    applied_before: Sequence[AppliedConfiguration], applied_after: Sequence[AppliedConfiguration]
) -> tuple[AppliedConfiguration, ...]:
    """Return the configurations that lose programs when another is applied, with these programs.

    The last one in `applied_after` is the newly applied one. If nothing is new, one was withdrawn.
    """
    if not applied_after or applied_after[-1] in applied_before:
        return ()
    by_key = {
        applied_configuration.configuration.key: applied_configuration
        for applied_configuration in applied_after
    }
    replaced_configurations = []
    for earlier_configuration in applied_before:
        later_configuration = by_key.get(earlier_configuration.configuration.key)
        if later_configuration is None:
            replaced_configurations.append(earlier_configuration)
        elif later_configuration is not applied_after[-1]:
            lost_programs = tuple(
                program
                for program in earlier_configuration.programs
                if program not in later_configuration.programs
            )
            if lost_programs:
                replaced_configurations.append(
                    earlier_configuration._replace(programs=lost_programs)
                )
    return tuple(replaced_configurations)


def render_replaced(replaced_configurations: Iterable[AppliedConfiguration]) -> tuple[str, ...]:
    """Return a sentence for each configuration that is replaced at some programs."""
    return tuple(
        tr(
            "This replaces “{name}”, which is currently applied to {programs}.",
            name=applied_configuration.configuration.title,
            programs=_name_programs(applied_configuration.programs),
        )
        for applied_configuration in replaced_configurations
    )


def describe_applied(
    applied_configurations: Iterable[AppliedConfiguration],
    replaced_configurations: Iterable[AppliedConfiguration] = (),
) -> Message | str:
    """Return the message for the history about what is now applied and what it replaced."""
    names = tuple(
        message("“{name}”", name=entry.configuration.title) for entry in applied_configurations
    )
    replaced_names = tuple(
        message(
            "“{name}” for {programs}",
            name=entry.configuration.title,
            programs=_name_programs(entry.programs),
        )
        for entry in replaced_configurations
    )
    if not replaced_names:
        return message("{names}", names=names)
    return message("{who} in place of {gone}", who=names, gone=replaced_names)


def _name_programs(programs: Sequence[str]) -> Message | str:
    """Return the file names of programs, or “every program” for none."""
    return ", ".join(PurePath(program).name for program in programs) or message("every program")


ReadFile = Callable[[str], bytes | None]


class ChangeKind(StrEnum):
    """Kind of change to a file or variable."""

    NEW = "New"
    CHANGE = "Change"
    REMOVE = "Remove"
    SET = "Set"
    UNSET = "Unset"


CHANGE_KIND_WORDS = {
    ChangeKind.NEW: tr("New", "a file"),
    ChangeKind.CHANGE: tr("Change", "a file"),
    ChangeKind.REMOVE: tr("Remove", "a file"),
    ChangeKind.SET: tr("Set", "a variable"),
    ChangeKind.UNSET: tr("Unset", "a variable"),
}


class PlannedChange(NamedTuple):
    """One entry of the preview.

    Attributes:
        text: the diff (lines begin with "+", "-" or " "), or the variable's value.
    """

    kind: ChangeKind
    subject: str
    text: str

    @property
    def is_file(self) -> bool:
        return self.kind in (ChangeKind.NEW, ChangeKind.CHANGE, ChangeKind.REMOVE)


def find_changes(
    plan: Plan, environment: Mapping[str, str], read_file: ReadFile
) -> tuple[PlannedChange, ...]:
    """Return the changes that applying a plan would make. Files that stay equal are left out."""
    files = (_compare_file(file, read_file(file.path)) for file in plan.files)
    variables = (_compare_variable(variable, environment) for variable in plan.variables)
    return tuple(change for change in (*files, *variables) if change)


def render_difference(old_content: bytes | None, new_content: bytes | None) -> str:
    """Return the diff of two contents, each line with its sign. None means no file."""
    lines = difflib.ndiff(_split_lines(old_content), _split_lines(new_content))
    # Lines of ndiff that begin with "?" only mark characters of the line above.
    return "\n".join(line[0] + line[2:] for line in lines if not line.startswith("?"))


def _compare_file(file: PlannedFile, existing_content: bytes | None) -> PlannedChange | None:
    """Return how a planned file differs from the existing one, None if it does not."""
    if file.content == existing_content:
        return None
    if file.content is None:
        kind = ChangeKind.REMOVE
    else:
        kind = ChangeKind.NEW if existing_content is None else ChangeKind.CHANGE
    return PlannedChange(kind, file.path, render_difference(existing_content, file.content))


def _compare_variable(variable: Variable, environment: Mapping[str, str]) -> PlannedChange | None:
    """Return how a variable would change from an environment, None if it would not."""
    present = environment.get(variable.name)
    if variable.value is not None:
        return PlannedChange(ChangeKind.SET, variable.name, variable.value)
    return None if present is None else PlannedChange(ChangeKind.UNSET, variable.name, present)


def _split_lines(content: bytes | None) -> list[str]:
    """Return the lines of a file as text, none for a missing file."""
    return [] if content is None else decode_text(content, "replace").splitlines()


def decode_text(content: bytes, errors: str) -> str:
    """Return the content of a file as text, from UTF-16 if it says so, as files for regedit do."""
    if content.startswith(BOM_UTF16_LE):
        return content[2:].decode("utf-16-le", errors)
    return content.decode("utf-8", errors)


NO_APPLICATION = Application()
DEFAULT_VIEW = PlanView()  # one launch


class PredictionRequest(NamedTuple):
    """All inputs of a snapshot. Equal requests have equal snapshots.

    Attributes:
        host: the session. The target's path is determined from the configuration or the view.
        profile: the loader that programs use. Without a library path, it is not installed.
        applied_configurations: all that vkconfig-py has applied to the system.
        own_files: our override files on disk.
        launch_folder: private folder of the launch, "" until created.
        assumptions: the what-if. Empty for applying, launching and editing.
        excluded_manifests: those left out of the configuration's folders.
        original_contents: previous content of the paths of our files, if any.
        opened_loader: how the program opens the loader of `profile`, None until its file was read.
        known_requests: what launches showed of the program, if `application` is from there.
        script_variables: variables that scripts set on the way to the program.
    """

    host: Host
    profile: LoaderProfile
    configuration: Configuration
    view: PlanView
    applied_configurations: tuple[AppliedConfiguration, ...] = ()
    application: Application = NO_APPLICATION
    own_files: tuple[str, ...] = ()
    launch_folder: str = ""
    assumptions: WhatIf = NOTHING_ASSUMED
    excluded_manifests: tuple[str, ...] = ()
    original_contents: tuple[tuple[str, bytes], ...] = ()
    loaders: tuple[LoaderProfile, ...] = ()
    opened_loader: OpenedLoader | None = None
    known_requests: KnownRequests | None = None
    script_variables: tuple[ScriptVariable, ...] = ()


def make_request(
    host: Host,
    loaders: Sequence[LoaderProfile],
    workspace: Workspace,
    applied_state: AppliedState = NOTHING_APPLIED,
    view: PlanView = DEFAULT_VIEW,
) -> PredictionRequest:
    """Return what a window's snapshot is computed from.

    Without a loader, the newest version is assumed.

    Args:
        host: the session.
        loaders: the installed ones.
        workspace: with the selected configuration.
        applied_state: what is applied.
        view: the mechanism and programs to show.
    """
    profile = loaders[0] if loaders else NEWEST_PROFILE
    return PredictionRequest(
        host=host,
        profile=profile,
        configuration=get_effective_configuration(workspace),
        view=view,
        applied_configurations=applied_state.configurations,
        own_files=applied_state.files,
        excluded_manifests=list_excluded_manifests(workspace.sources),
        original_contents=applied_state.original_contents,
        loaders=tuple(loaders),
    )


def hide_own_files(request: PredictionRequest, host: Host) -> Host:
    """Return the host as it is without the files that this program applied."""
    files: dict[str, OverlayFile | None] = dict.fromkeys(request.own_files)
    for path, content in request.original_contents:
        files[path] = OverlayFile(content)
    return host.with_overlay(files)


_TONE_BY_CHANGE_KIND = {
    ChangeKind.NEW: "ok",
    ChangeKind.SET: "ok",
    ChangeKind.CHANGE: "warn",
    ChangeKind.REMOVE: "error",
    ChangeKind.UNSET: "error",
}


def get_change_key(change: PlannedChange) -> str:
    """Return the key of a change's row: "file:" or "variable:" and the path or name."""
    return ("file:" if change.is_file else "variable:") + change.subject


def present_change(change: PlannedChange, home: str = "") -> ListLine:
    """Return a change as a row: its kind, its name, and a file's folder or a variable's value.

    `home`: the home folder, which is shown as ~.
    """
    path = abbreviate_home(change.subject, home) if change.is_file else ""
    return ListLine(
        PurePath(change.subject).name if path else change.subject,
        path.rpartition("/")[0] or ("" if path else change.text),
        badge=CHANGE_KIND_WORDS[change.kind],
        tone=_TONE_BY_CHANGE_KIND[change.kind],
        tooltip=change.subject,
        accessible_text=f"{CHANGE_KIND_WORDS[change.kind]}: {change.subject}",
    )


def count_losses(limits: Iterable[Limitation]) -> int:
    """Return how many choices a plan cannot express."""
    return sum(not limit.is_note for limit in limits)


def summarize_limits(limits: tuple[Limitation, ...], mechanism: Mechanism) -> str:
    """Return words that count what the plan of a mechanism cannot express, before what this is."""
    loss_count = count_losses(limits)
    if mechanism is not Mechanism.LAUNCH:
        if not loss_count:
            return tr("All choices can be applied")
        return counted(
            "{n:,} choices cannot be applied this way:",
            "{n} choice cannot be applied this way:",
            loss_count,
        )
    if not loss_count:
        return tr("Everything you chose takes effect in this launch")
    return counted(
        "{n:,} choices do not take effect in this launch:",
        "{n} choice does not take effect in this launch:",
        loss_count,
    )
