"""The headline as the window shows it: the sentence, its nouns, and what helps. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.verdicts import Severity
from vkconfig_py.model.picture.values import Picture, RowKind

if TYPE_CHECKING:
    from vkconfig_py.model.problems.told import Action, Told

PROGRAM, VIEW, DEVICE, FILE, FIX = "program", "view", "device", "file", "fix"


class ShownHeadline(NamedTuple):
    """What stands above the chain.

    Attributes:
        sentences: longest first; the view takes the longest that fits.
        nouns: the words that can be pressed, by what they open.
        is_alarm: programs do not live.
        file: the guilty manifest, or "".
        told: the problem that the alarm is about, where it is known.
        fix: what helps against it.
    """

    sentences: tuple[str, ...]
    nouns: Mapping[str, str] = MappingProxyType({})
    is_alarm: bool = False
    file: str = ""
    told: Told | None = None
    fix: Action | None = None


def show_headline(picture: Picture, problems: Sequence[Told]) -> ShownHeadline:
    """Return the headline of a picture; what helps is the first action of its problem."""
    headline = picture.headline
    if headline.is_alarm:
        return _alarm(picture, problems)
    said = headline.sentences[0]
    nouns = {}
    program = next((row for row in picture.rows if row.kind is RowKind.PROGRAM), None)
    if program is not None:
        nouns[PROGRAM] = program.name if program.name in said else "A program"
        nouns[VIEW] = "every program"
    if headline.device:
        nouns[DEVICE] = headline.device
    return ShownHeadline(headline.sentences, nouns)


def _alarm(picture: Picture, problems: Sequence[Told]) -> ShownHeadline:
    headline = picture.headline
    nouns = {FILE: headline.file.rpartition("/")[2]} if headline.file else {}
    told = next((one for one in problems if _is_about(one, headline.file)), None)
    fix = told.actions[0] if told is not None and told.actions else None
    sentences = headline.sentences
    if fix is not None:
        nouns[FIX] = fix.label
        sentences = tuple(f"{sentence} {fix.label}" for sentence in sentences)
    return ShownHeadline(sentences, nouns, True, headline.file, told, fix)


def _is_about(told: Told, file: str) -> bool:
    return bool(file) and told.problem.file == file and told.problem.severity is Severity.ERROR
