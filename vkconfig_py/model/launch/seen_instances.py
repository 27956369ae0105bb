"""The instances that a program made, read line by line from the log of its loader.

Every loader tells the chain. Since 1.3.302 it tells who turned on each layer ("Enabled By"), since
1.4.354 what the program passed to vkCreateInstance. Of older ones a layer is the program's own
choice if nothing else accounts for it: neither the prediction nor a variable, which they name.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.probe.reference_client import StackLayer, parse_callstack
from vkconfig_py.loader.rules.ordering import BY_APPLICATION
from vkconfig_py.model.launch.observed_loader import OutputLine, compare_chains
from vkconfig_py.model.programs.seen_requests import SeenRequests, identity_of
from vkconfig_py.model.programs.shell.values import ANY, ScriptVariable, Unknown
from vkconfig_py.model.text.wording import short_name

if TYPE_CHECKING:
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.programs.program_paths import ProgramMatch

_TITLE = "vkCreateInstance layer callstack setup to:"
_END = "   <Drivers>"
_INFO = re.compile(r"vkCreateInstance: applicationName: .*apiVersion: (\d+\.\d+\.\d+)$", re.DOTALL)
_ASKED = re.compile(r"vkCreateInstance: Requested \d+ instance (layer|extension)\(s\):$")
_LISTED = re.compile(r"   (\w+)$")
# Both name the variable, and the layers in quotes.
_BY_LIST = re.compile(r"env var '(\w+)' defined and adding layers \"(.*)\"$")
_BY_FILTER = re.compile(r"Layer \"(\w+)\" forced enabled due to env var '(\w+)'$")
_BY_VARIABLE = "Environment Variable "  # how "Enabled By" begins
MOST_INSTANCES = 64  # of one launch: a program may make instances without end


class SeenInstance(NamedTuple):
    """One vkCreateInstance.

    Attributes:
        stack: application side first.
        layers, extensions: what the program asked for; None if the loader does not tell it.
        api_version: such as "1.2.0", "" if the loader does not tell it or the program named none.
        variables: layers that a variable turned on, and its name.
    """

    stack: tuple[StackLayer, ...]
    layers: tuple[str, ...] | None = None
    extensions: tuple[str, ...] | None = None
    api_version: str = ""
    variables: tuple[tuple[str, str], ...] = ()

    @property
    def chain(self) -> tuple[str, ...]:
        return tuple(layer.name for layer in self.stack)

    @property
    def is_told(self) -> bool:
        """Whether the loader told what the program asked for."""
        return self.layers is not None or any(layer.enabled_by for layer in self.stack)

    def own_layers(self, by_others: Collection[str]) -> tuple[str, ...]:
        """Layers that the program asked for; `by_others`: turned on without that, as predicted."""
        if self.layers is not None:
            return self.layers
        if self.is_told:
            return tuple(one.name for one in self.stack if one.enabled_by == BY_APPLICATION)
        known = {*by_others, *dict(self.variables)}
        return tuple(
            one.name for one in self.stack if one.type == "Explicit" and one.name not in known
        )


class InstanceReader:
    """Parser for the instances in a loader's log, line by line."""

    def __init__(self) -> None:
        self._lines: list[str] | None = None
        self._list: list[str] | None = None
        self._begin()

    def _begin(self) -> None:
        self._asked: dict[str, list[str]] = {}
        self._variables: dict[str, str] = {}
        self._version = ""

    def read(self, line: OutputLine) -> SeenInstance | None:
        """Read the next line; return the instance that it completes, if it does."""
        if line.source != "loader":  # lines of the program come in between
            return None
        if line.text == _TITLE:
            self._lines = [line.raw]
        elif self._lines is None:
            self._read_before(line.text)
        else:
            self._lines.append(line.raw)
            if line.text == _END:
                return self._complete(self._lines)
            if not line.text.startswith("   "):  # another message: this stack was cut off
                self._lines = None
        return None

    def _read_before(self, text: str) -> None:
        listed = _LISTED.match(text)
        if self._list is not None and listed:
            self._list.append(listed[1])
            return
        self._list = None
        if match := _ASKED.match(text):
            self._list = self._asked.setdefault(match[1], [])
        elif match := _INFO.match(text):
            self._begin()  # it comes first
            self._version = match[1]
        elif match := _BY_LIST.match(text):
            self._variables |= dict.fromkeys(re.split("[:;]", match[2]), match[1])
        elif match := _BY_FILTER.match(text):
            self._variables[match[1]] = match[2]

    def _complete(self, lines: list[str]) -> SeenInstance:
        stack = parse_callstack("\n".join(lines)) or ()
        by_label = {
            layer.name: layer.enabled_by.removeprefix(_BY_VARIABLE)
            for layer in stack
            if layer.enabled_by.startswith(_BY_VARIABLE)
        }
        seen = SeenInstance(
            stack,
            _names(self._asked.get("layer")),
            _names(self._asked.get("extension")),
            self._version if self._version != "0.0.0" else "",
            tuple({**self._variables, **by_label}.items()),
        )
        self._lines = None
        self._begin()
        return seen


def _names(found: list[str] | None) -> tuple[str, ...] | None:
    return None if found is None else tuple(found)


class Expected(NamedTuple):
    """What is predicted of a launch, as far as its instances are compared with it.

    Attributes:
        asked: layers of the chain that only the program turns on.
        program: its real path, "" if it is not known before it runs.
        unknown: variables that its script sets to what is known only in a run.
        script: the script whose program is known only in a run, "" if it is known.
    """

    chain: tuple[str, ...]
    asked: frozenset[str] = frozenset()
    program: str = ""
    unknown: tuple[ScriptVariable, ...] = ()
    script: str = ""

    @property
    def by_others(self) -> frozenset[str]:
        return frozenset(self.chain) - self.asked


def expected_of(report: LoaderReport, path: str, program: ProgramMatch) -> Expected:
    """The expectation of a prediction for a program, whose launches are remembered by a path."""
    chain = tuple(layer.manifest.name for layer in report.callstack)
    asked = [one.manifest.name for one in report.callstack if one.enabled_by == BY_APPLICATION]
    unknown = tuple(change for change in program.changes if isinstance(change.value, Unknown))
    script = program.path if program.runs and not program.real else ""
    return Expected(chain, frozenset(asked), path, unknown, script)


class Compared(NamedTuple):
    """A chain beside the prediction.

    Attributes:
        sentence: for the log.
        why: what explains a difference, as a sentence; "" if nothing is known to.
    """

    is_equal: bool
    sentence: str
    why: str = ""


def compare_instance(expected: Expected, seen: SeenInstance) -> Compared:
    """Compare an instance with the prediction."""
    is_equal, sentence = compare_chains(expected.chain, seen.chain)
    why = "" if is_equal else _why_it_differs(expected, seen)
    return Compared(is_equal, sentence, why)


def _why_it_differs(expected: Expected, seen: SeenInstance) -> str:
    own = set(seen.own_layers(expected.by_others))
    further = [name for name in seen.chain if name not in expected.chain]
    missing = [name for name in expected.chain if name not in seen.chain]
    variables = dict(seen.variables)
    program = base_name(expected.program)
    is_explained = all(name in own or name in variables for name in further)
    if not is_explained or not expected.asked.issuperset(missing):
        return " ".join(_by_script(expected))
    said = list(_further(program, [name for name in further if name in own]))
    said += [_turned_on(program, variables[name], name) for name in further if name not in own]
    said += _not_asked(program, missing)
    return " ".join(said)


def _by_script(expected: Expected) -> Iterator[str]:
    """What a script does that was not known before."""
    if expected.script:
        yield tr("Which program {script} starts was not known before.", script=expected.script)
    for file, line in dict.fromkeys((one.file, one.line) for one in expected.unknown):
        names = [one.name for one in expected.unknown if (one.file, one.line) == (file, line)]
        if ANY in names:
            yield tr(
                "{file}, line {line}, sets variables that were not known before.",
                file=file,
                line=line,
            )
            continue
        yield tr(
            "{file}, line {line}, sets {names} to a value that was not known before.",
            file=file,
            line=line,
            names=join_words(names),
        )


def _further(program: str, names: Sequence[str]) -> Iterator[str]:
    layers = join_words([*map(short_name, names)])
    if layers and program:
        yield tr("{program} requested {layers} itself.", program=program, layers=layers)
    elif layers:
        yield tr("The program requested {layers} itself.", layers=layers)


def _turned_on(program: str, variable: str, name: str) -> str:
    layer = short_name(name)
    if not program:
        return tr(
            "{variable}, set on the way to the program, turned on {layer}.",
            variable=variable,
            layer=layer,
        )
    return tr(
        "{variable}, set on the way to {program}, turned on {layer}.",
        variable=variable,
        program=program,
        layer=layer,
    )


def _not_asked(program: str, names: Sequence[str]) -> Iterator[str]:
    layers = join_words([*map(short_name, names)])
    if layers and program:
        yield tr("{program} did not request {layers} this time.", program=program, layers=layers)
    elif layers:
        yield tr("The program did not request {layers} this time.", layers=layers)


def requests_of(expected: Expected, seen: Iterable[SeenInstance]) -> SeenRequests | None:
    """What all instances of a launch asked for; None if it made none, or its file is unknown.

    A program often makes a small instance first, to find out what there is.
    """
    instances = tuple(seen)
    if not instances or not expected.program:
        return None
    layers = [name for one in instances for name in one.own_layers(expected.by_others)]
    extensions = [name for one in instances for name in one.extensions or ()]
    return SeenRequests(
        program=expected.program,
        identity=identity_of(expected.program),
        when=time.time(),
        layers=tuple(dict.fromkeys(layers)),
        extensions=tuple(dict.fromkeys(extensions)),
        api_version=max([seen_instance.api_version for seen_instance in instances], key=_parts),
        is_told=all(instance.is_told for instance in instances),
    )


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part]
