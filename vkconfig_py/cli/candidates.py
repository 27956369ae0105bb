"""What can follow on a command line that is being typed, from the parsers themselves."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence

from vkconfig_py.cli.subjects import OTHERS
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple

_PREFIX = "VK_LAYER_"


class Candidate(NamedTuple):
    """A word that can stand where the cursor is; `about` says what it is in a line."""

    word: str
    about: str = ""


Find = Callable[[], Sequence[Candidate]]


class Names(NamedTuple):
    """Where names of the machine come from; each is read only if such a name is typed."""

    configurations: Find
    layers: Find
    preferences: Find


class _Typed(NamedTuple):
    """Where the cursor is: a command's parser, and what was typed for it.

    Attributes:
        argument: the argument that the word at the cursor is of; None for an option's name or
            where none is left.
    """

    parser: argparse.ArgumentParser
    argument: argparse.Action | None


def find_candidates(
    parser: argparse.ArgumentParser, words: Sequence[str], names: Names
) -> list[Candidate]:
    """Candidates for the last of the words; [] where the shell offers files."""
    if words[-1] == "=":
        words = (*words, "")
    # bash breaks --option=value into three words.
    *before, last = (word for word in words if word != "=")
    last = last.replace("\\", "").lstrip("'\"")
    if "--" in before:  # the words of a program
        return []
    typed = _read(parser, before)
    if last.startswith("-"):
        found = list(_options(typed.parser, before))
    else:
        found = list(_values(typed.argument, last, names))
    # Names are taken in any case, as the commands take them.
    return [one for one in found if one.word.casefold().startswith(last.casefold())]


def _read(parser: argparse.ArgumentParser, words: Sequence[str]) -> _Typed:
    """Follow the words through commands and options, as argparse would."""
    places = _places(parser)
    options = _by_name(parser)
    waiting: argparse.Action | None = None
    for number, word in enumerate(words):
        if word.startswith("-"):
            waiting = options.get(word)
            waiting = waiting if waiting is not None and waiting.nargs != 0 else None
        elif waiting is not None:
            waiting = waiting if waiting.nargs in ("+", "*") else None
        elif places:
            below = _command(places[0], word)
            if below is not None:
                return _read(below, words[number + 1 :])
            places = places if places[0].nargs in ("*", "+") else places[1:]
    return _Typed(parser, waiting or next(iter(places), None))


def _places(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    # argparse has no public list of its arguments.
    return [one for one in parser._actions if not one.option_strings]


def _by_name(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    return {name: one for one in parser._actions for name in one.option_strings}


def _command(action: argparse.Action, word: str) -> argparse.ArgumentParser | None:
    if not isinstance(action, argparse._SubParsersAction):
        return None
    found: argparse.ArgumentParser | None = action.choices.get(word)
    return found


def _options(parser: argparse.ArgumentParser, before: Sequence[str]) -> Iterator[Candidate]:
    for action in parser._actions:
        repeats = isinstance(action, argparse._AppendAction)
        if repeats or not {*action.option_strings} & {*before}:
            for name in action.option_strings:
                if name.startswith("--"):
                    yield Candidate(name, (action.help or "").replace(argparse.SUPPRESS, ""))


def _values(action: argparse.Action | None, last: str, names: Names) -> Iterator[Candidate]:
    if action is None:
        return
    if isinstance(action, argparse._SubParsersAction):
        for one in action._choices_actions:
            yield Candidate(one.dest, one.help or "")
    elif action.choices is not None:
        yield from (Candidate(str(one)) for one in action.choices)
    elif action.metavar == "NAME" and action.dest in ("name", "configuration"):
        yield from names.configurations()
    elif action.metavar == "PREFERENCE":
        yield from names.preferences()
    elif action.metavar in ("LAYER", "WHAT", "SUBJECT"):
        if action.metavar == "WHAT":
            yield Candidate(OTHERS, tr("every layer that the configuration does not name"))
        is_long = last.startswith("V")
        for layer in names.layers():
            short = layer.word.removeprefix(_PREFIX)
            yield layer if is_long else layer._replace(word=short)
