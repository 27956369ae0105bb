"""Offer: a remedy as shown by the inspector and `explain`, with its texts."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    AskFor,
    AskNotFor,
    ChangeFile,
    ChangeProfile,
    DropPrivileges,
    EditKey,
    InstallLibrary,
    Kind,
    MoveFile,
    NoRemedy,
    RegisterManifest,
    Remedy,
    RemoveFile,
    RenameKey,
    ReplaceLine,
    SetVariable,
    Together,
    UnsetVariable,
    WriteFile,
)
from vkconfig_py.loader.explain.remedies import Goal, render_command_prefix
from vkconfig_py.loader.rules.activation import (
    DRIVER_FILTERS,
    LAYERS_DISABLE_VARIABLE,
    LAYERS_ENABLE_VARIABLE,
)
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.text.wording import capitalise

MAX_OFFERS = 3
AFTER_THIS = tr("After this: {}")


class QuickFixKind(StrEnum):
    """Action of an offer's button."""

    CONTROL = "control"  # value: the control to set
    COPY = "copy"  # value: the text to copy
    FIX = "fix"  # applies the remedy; can be undone
    COMMAND = "command"  # copies the command for a user with elevated privileges
    USE_COPY = "use-copy"  # value: the manifest to use for the layer in this configuration
    OPEN_PAGE = "open-page"  # value: the address
    ADD_FOLDER = "add-folder"  # of layers, which the user chooses; value: the missing layer
    FORGET = "forget"  # the configuration's entry of the layer
    MOVE_ABOVE = "move-above"  # value: the layer to move it above
    MOVE_BELOW = "move-below"  # value: the layer to move it below
    NONE = "none"  # no button; the text is the answer


class QuickFix(NamedTuple):
    """One remedy with all its steps, as the inspector shows it.

    Attributes:
        remedy: the engine's remedy; None if the offer is not based on one.
        consequence: consequence, as a sentence; "" if obvious.
        step: short label of a fix for undo and redo.
        can_try: it can be tried in a what-if.
    """

    title: str
    effect: str
    kind: QuickFixKind
    value: str = ""
    label: str = ""
    remedy: Remedy | None = None
    consequence: str = ""
    step: str = ""
    can_try: bool = False


GOAL_HEADINGS = {
    Goal.LOAD: tr("To load it"),
    Goal.LEAVE_OUT: tr("To turn it off"),
    Goal.REPAIR: tr("To repair it"),
    Goal.LET_START: tr("To let programs start again"),
}


CHANGE_HEADING = tr("To change it")
MOVES = frozenset({QuickFixKind.MOVE_ABOVE, QuickFixKind.MOVE_BELOW})


def get_heading(row: Row, offers: Sequence[QuickFix]) -> str:
    """Return the heading above the fixes of a row: "To turn it off", "To repair it" and so on."""
    if row.kind is RowKind.LAYER and not any(offer.kind in MOVES for offer in offers):
        return GOAL_HEADINGS[Goal.LEAVE_OUT]
    if row.needs_repair:
        return GOAL_HEADINGS[Goal.REPAIR]
    return GOAL_HEADINGS[Goal.LOAD] if row.kind is RowKind.OFF_LAYER else CHANGE_HEADING


_ONE_RUN_TEXTS = {
    (Kind.LAYER, Goal.LOAD): tr("Turn it on for one run"),
    (Kind.LAYER, Goal.LEAVE_OUT): tr("Turn it off for one run"),
    (Kind.DRIVER, Goal.LOAD): tr("Use this driver for one run"),
    (Kind.DRIVER, Goal.LEAVE_OUT): tr("Leave this driver out for one run"),
}


# One layer may have two such changes, whose effects are the same: their titles name the means.
_ENABLE_BY_NAME = tr("Enable it by name for one run")
_UNSET_FILTER = tr("Unset the filter for one run")
_FILTER_VARIABLES = frozenset({LAYERS_DISABLE_VARIABLE, *DRIVER_FILTERS.values()})


def _describe_one_run(remedy: Remedy, kind: Kind, goal: Goal) -> str:
    """Return the title of a change of variables for one run."""
    match remedy:
        case SetVariable(name) if name == LAYERS_ENABLE_VARIABLE and goal is Goal.LOAD:
            return _ENABLE_BY_NAME
        case UnsetVariable(name) if name in _FILTER_VARIABLES:
            return _UNSET_FILTER
        case _:
            return _ONE_RUN_TEXTS.get((kind, goal)) or _describe_step(remedy)[0]


def describe_remedy(remedy: Remedy, kind: Kind, goal: Goal) -> QuickFix:
    """Return a change that would help as a fix with title, effect and a button to copy text."""
    line = render_command_prefix(remedy)
    if line:
        title = _describe_one_run(remedy, kind, goal)
        return QuickFix(title, line, QuickFixKind.COPY, line, tr("Copy"), remedy=remedy)
    if isinstance(remedy, InstallLibrary):
        library = remedy.library
        title = tr("Install the library")
        return QuickFix(title, library, QuickFixKind.COPY, library, tr("Copy"), remedy=remedy)
    if isinstance(remedy, Together):
        steps = [": ".join(filter(None, _describe_step(step))) for step in remedy.steps]
        title = (
            tr("Both steps")
            if len(steps) == 2
            else counted("All {n:,} steps", "All {n:,} step", len(steps))
        )
        effect = "; ".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
        return QuickFix(title, effect, QuickFixKind.NONE, remedy=remedy)
    title, effect = _describe_step(remedy)
    return QuickFix(title, effect, QuickFixKind.NONE, remedy=remedy)


def _describe_step(remedy: Remedy) -> tuple[str, str]:
    """Return title and effect of one change."""
    match remedy:
        case SetVariable() | UnsetVariable():
            return _describe_variable(remedy)
        case Together(steps):
            return _describe_step(steps[0])
        case _:
            return (
                _describe_file_change(remedy)
                if isinstance(remedy, ChangeFile)
                else _describe_program_change(remedy)
            )


def _describe_variable(remedy: SetVariable | UnsetVariable) -> tuple[str, str]:
    """Return title and effect of setting or unsetting a variable for one run."""
    if isinstance(remedy, SetVariable):
        return tr("Set {name} for one run", name=remedy.name), render_command_prefix(remedy)
    return tr("Run without {name}", name=remedy.name), ""


def _describe_file_change(remedy: ChangeFile) -> tuple[str, str]:
    """Return title and effect of a change of a file."""
    match remedy:
        case EditKey(file, advice=advice):
            return tr("Edit {name}", name=file.rpartition("/")[2]), advice
        case RenameKey(path=path, name=name):
            return tr("Rename the key “{key}” to “{name}”", key=path[-1], name=name), tr(
                "the key is misspelled"
            )
        case ReplaceLine(line=line, before=text_before, after=text_after):
            return tr(
                "Correct line {line}", line=line
            ), f"{text_before.strip()} → {text_after.strip()}"
        case WriteFile(file):
            return tr("Write {name}", name=file.rpartition("/")[2]), file
        case RegisterManifest(file, target):
            return tr("Register {name}", name=target.rpartition("/")[2]), file
        case RemoveFile(file):
            return tr("Move the file aside"), file
        case MoveFile(file, target):
            return tr("Move it to {folder}", folder=target[: target.rfind("/")]), file


def _describe_program_change(remedy: Remedy) -> tuple[str, str]:
    """Return title and effect of a change of a program, a loader or a library."""
    match remedy:
        case InstallLibrary(library):
            return tr("Install the library"), library
        case ChangeProfile(version):
            return tr("Use another loader"), tr(
                "version {version}", version=".".join(map(str, version))
            )
        case DropPrivileges(program):
            return tr("Start it without elevated privileges"), program
        case AskFor(layer, extension):
            return tr("The application must enable it"), layer or extension
        case AskNotFor(layer, extension):
            return tr("The application must not request it"), layer or extension
        case NoRemedy(reason):
            return capitalise(render(reason)), ""
        case _:
            raise AssertionError(remedy)
