"""What the bar above the chain says about overrides on this system. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import PurePath
from typing import Protocol

from vkconfig_py.loader.parsing.json_slow import PathOfKeys
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.collection.collected import collected, left_out
from vkconfig_py.model.documents.workspace import Workspace
from vkconfig_py.model.paths import PROGRAM
from vkconfig_py.model.plan import Applied
from vkconfig_py.model.planning.applied import is_older

_DAY = 86_400


class BannerKind(StrEnum):
    """What the bar is about."""

    OWN = "own"
    FOREIGN = "foreign"
    STALE = "stale"
    DIFFERS = "differs"


class BannerCommand(StrEnum):
    """What a button of the bar does."""

    WITHDRAW = "withdraw"
    APPLY_AGAIN = "apply-again"
    SHOW = "show"
    REMOVE = "remove"


class BannerAction(NamedTuple):
    """A button."""

    command: BannerCommand
    label: str


WITHDRAW = BannerAction(BannerCommand.WITHDRAW, "Withdraw now")
APPLY_AGAIN = BannerAction(BannerCommand.APPLY_AGAIN, "Apply again")
SHOW = BannerAction(BannerCommand.SHOW, "Show")
REMOVE = BannerAction(BannerCommand.REMOVE, "Remove…")


class Banner(NamedTuple):
    """One bar.

    Attributes:
        lead: the strong words at the start, or "".
        text: the rest.
        key: configuration to withdraw or apply again.
        programs: for whom it is applied; () is every program.
        path: file of the override.
        is_part: only a part of that file is meant; the rest is somebody else's.
    """

    kind: BannerKind
    text: str
    actions: tuple[BannerAction, ...]
    lead: str = ""
    key: str = ""
    programs: tuple[str, ...] = ()
    path: str = ""
    is_part: bool = False

    def __str__(self) -> str:
        return f"{self.lead} {self.text}".strip()


def program_names(programs: Sequence[str]) -> str:
    """Return "vkcube only", "vkcube and glmark only" or "every program"."""
    names = [PurePath(program).name for program in programs]
    if not names:
        return "every program"
    head, last = names[:-1], names[-1]
    return (f"{', '.join(head)} and {last}" if head else last) + " only"


def clock_text(then: float, now: float) -> str:
    """Return "15:28" today, "20 Nov, 15:28" on another day."""
    moment = datetime.fromtimestamp(then)
    clock = f"{moment:%H:%M}"
    if moment.date() == datetime.fromtimestamp(now).date():
        return clock
    return f"{moment.day} {moment:%b}, {clock}"


def age_text(then: float, now: float) -> str:
    """Return "today", "1 day ago", "3 days ago"."""
    days = int(max(0.0, now - then) // _DAY)
    if not days:
        return "today"
    return "1 day ago" if days == 1 else f"{days} days ago"


class OverrideFact(Protocol):
    """What the bar needs to know of an override that was found."""

    @property
    def path(self) -> str:
        """The file."""

    @property
    def owner(self) -> str:
        """Who wrote it ("VkConfig 3.5"), as far as the file tells."""

    @property
    def own(self) -> bool:
        """Whether this program applied it, and knows."""

    @property
    def stale(self) -> bool:
        """Whether it was left behind: what it is for, or who wrote it, is gone."""

    @property
    def valid(self) -> bool:
        """Whether the loader at hand takes it."""

    @property
    def since(self) -> float:
        """When it was written, in seconds since the epoch."""

    @property
    def effect(self) -> str:
        """What it still does: "turns on 1 layer, blocks 3"."""

    @property
    def layer_settings(self) -> bool:
        """Whether it holds settings that layers read."""

    @property
    def sections(self) -> tuple[PathOfKeys, ...]:
        """Places of our sections in a file of somebody else."""


def banner(
    applied: Sequence[Applied],
    overrides: Sequence[OverrideFact],
    workspace: Workspace,
    now: float,
    *,
    left_behind: bool = False,
    withdraws_at_close: bool = True,
) -> Banner | None:
    """Return the bar to show; the first that applies wins.

    Args:
        applied: what this program has applied.
        overrides: what was found on the machine, by anybody.
        workspace: configurations as they are now, to tell whether an applied one is older.
        now: seconds since the epoch.
        left_behind: what is applied was applied by a run that was killed.
        withdraws_at_close: closing the window withdraws without being asked.
    """
    path = next((override.path for override in overrides if override.own), "")
    if applied and left_behind:
        return _left_behind(applied, path, now)
    if applied:
        return _own(applied, workspace, now, withdraws_at_close)._replace(path=path)
    foreign = [override for override in overrides if not override.own]
    if not foreign:
        return None
    first = next((override for override in foreign if not override.stale), foreign[0])
    return _stale(first, now) if first.stale else _foreign(first, now)


def _own(
    applied: Sequence[Applied], workspace: Workspace, now: float, withdraws_at_close: bool
) -> Banner:
    current = workspace.current.key
    shown = next((one for one in applied if one.configuration.key == current), applied[-1])
    text = _applied_text(shown, now) + _and_more(len(applied) - 1)
    older = shown.configuration.key == current and _is_older(shown, workspace)
    if older:
        text += ". You changed it after applying it."
    elif withdraws_at_close:
        text += ". Withdrawn when this window closes"
    else:
        text += ". Stays until you withdraw it"
    return Banner(
        kind=BannerKind.DIFFERS if older else BannerKind.OWN,
        lead="Applied to this system:",
        text=text,
        actions=(APPLY_AGAIN, WITHDRAW) if older else (WITHDRAW,),
        key="" if len(applied) > 1 else shown.configuration.key,
        programs=shown.programs,
    )


def _left_behind(applied: Sequence[Applied], path: str, now: float) -> Banner:
    age = age_text(min(one.since for one in applied), now)
    for_all = not all(one.programs for one in applied)
    named = [program for one in applied for program in one.programs]
    whom = program_names(() if for_all else tuple(dict.fromkeys(named))).removesuffix(" only")
    return Banner(
        kind=BannerKind.STALE,
        text=f"vkconfig-py ended unexpectedly; what it applied {age} still affects {whom}.",
        actions=(SHOW, WITHDRAW) if path else (WITHDRAW,),
        path=path,
    )


def _foreign(override: OverrideFact, now: float) -> Banner:
    when = clock_text(override.since, now)
    what = f"{override.owner} applied an override on {when}"
    if override.layer_settings:
        what = f"A settings file stands here since {when}"
    return Banner(
        kind=BannerKind.FOREIGN,
        text=f"{what}. It {override.effect}.",
        actions=(SHOW, REMOVE),
        path=override.path,
    )


def _stale(override: OverrideFact, now: float) -> Banner:
    age = age_text(override.since, now)
    what = f"A settings file of {override.owner} was"
    if override.sections:
        what = f"A part of {PurePath(override.path).name} was"
    elif not override.layer_settings:
        what = f"An override of {override.owner} was"
    by = f" by {override.owner}" if override.sections else ""
    why = (
        "the record of it is lost"
        if override.owner == PROGRAM
        else f"{override.owner} is no longer running"
    )
    return Banner(
        kind=BannerKind.STALE,
        text=f"{what} left behind{by} {age}; {why}.",
        actions=(SHOW, REMOVE),
        path=override.path,
        is_part=bool(override.sections),
    )


def _applied_text(one: Applied, now: float) -> str:
    name, programs = one.configuration.name, program_names(one.programs)
    return f"“{name}”, for {programs}, since {clock_text(one.since, now)}"


def _and_more(number: int) -> str:
    return f", and {number} more" if number else ""


def _is_older(one: Applied, workspace: Workspace) -> bool:
    """Tell whether the configuration says something else now that would be applied."""
    now = workspace.find(one.configuration.key)
    if now is None:
        return False
    collection = workspace.collection
    named = not left_out(collection)
    return is_older(one, collected(now, collection), with_sources=named)
