"""Commands of a shell script as values: the grammar of POSIX (XCU 2.10), some of bash beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum

from vkconfig_py.loader.base.records import NamedTuple


class ShellSyntaxError(ValueError):
    """A shell refuses the text, or it is not understood here; `line` says where."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


TRIMMING_OPERATORS = ("#", "##", "%", "%%")  # operators of ${name%pattern}


class TextPart(NamedTuple):
    """Text as it stands."""

    text: str
    quoted: bool


class Parameter(NamedTuple):
    """$name and ${name}: `operator` and `word` as in ${name:-word}, "length" for ${#name}."""

    name: str
    quoted: bool
    operator: str = ""
    word: Word = ()


class CommandSubstitution(NamedTuple):
    """The output of a script, as $(script)."""

    script: str
    quoted: bool


class OpaquePart(NamedTuple):
    """Arithmetic, arrays and other forms whose value is not computed here."""

    quoted: bool


Part = TextPart | Parameter | CommandSubstitution | OpaquePart
Word = tuple[Part, ...]


class SimpleCommand(NamedTuple):
    """A simple command.

    Attributes:
        redirected: its standard output goes elsewhere.
    """

    line: int
    assignments: tuple[tuple[str, bool, Word], ...] = ()
    words: tuple[Word, ...] = ()
    redirected: bool = False


class CommandList(NamedTuple):
    """Commands one after the other; `operators` has what stands behind each."""

    commands: tuple[Command, ...]
    operators: tuple[str, ...]


class Pipeline(NamedTuple):
    """Commands joined by |."""

    commands: tuple[Command, ...]
    negated: bool


class GroupingCommand(NamedTuple):
    """{ … } or ( … )."""

    body: CommandList
    subshell: bool


class Conditional(NamedTuple):
    """if, with each condition and what it leads to."""

    line: int
    branches: tuple[tuple[CommandList, CommandList], ...]
    else_commands: CommandList | None


class Loop(NamedTuple):
    """`while`; with `is_until` it goes on as long as the condition is false."""

    line: int
    condition: CommandList
    body: CommandList
    is_until: bool


class ForEach(NamedTuple):
    """for; words None: the arguments."""

    line: int
    name: str
    words: tuple[Word, ...] | None
    body: CommandList


class CaseCommand(NamedTuple):
    """case, with the patterns of each arm."""

    line: int
    word: Word
    arms: tuple[tuple[tuple[Word, ...], CommandList], ...]


class FunctionDefinition(NamedTuple):
    """The definition of a function."""

    name: str
    body: Command


Command = (
    SimpleCommand
    | CommandList
    | Pipeline
    | GroupingCommand
    | Conditional
    | Loop
    | ForEach
    | CaseCommand
    | FunctionDefinition
)


# What is known of a shell script without a run: values, and programs with what is set for them.

ASSIGNMENT_PATTERN = re.compile(r"([A-Za-z_]\w*)(\+?)=", re.ASCII)
MAX_SCRIPT_SIZE = 65_536  # of a script


class UnknownCause(Enum):
    """Why a value or a start is known only in a run."""

    OUTPUT = "output of a command"
    FILE = "another file that is read in"
    CONDITION = "condition"
    ARGUMENTS = "how the script is started"
    FORM = "a form of the shell that is not followed"


class Unknown(NamedTuple):
    """A value that is known only in a run.

    Attributes:
        prefix: the text that it begins with.
    """

    cause: UnknownCause
    file: str
    line: int
    prefix: str = ""


Value = str | Unknown


ANY_VARIABLE = "*"  # in the place of a name: any variable may be set


class ScriptVariable(NamedTuple):
    """An environment variable that a script sets for what it starts; value None: it unsets it."""

    name: str
    value: Value | None
    file: str
    line: int


class StartedProgram(NamedTuple):
    """A program that a script starts.

    Attributes:
        words: the program and its arguments; an Unknown stands for any number of words.
        is_certain: it is started whenever the script runs to its end.
        is_final: the script replaces itself with it (exec).
        folder: its working folder.
        changes: variables that differ from those that the script was started with.
    """

    words: tuple[Value, ...]
    file: str
    line: int
    is_certain: bool
    is_final: bool
    folder: Value
    changes: tuple[ScriptVariable, ...]


def list_known_texts(values: Sequence[Value]) -> list[str] | None:
    """Return the values as texts, None if one of them is only known in a run."""
    texts = [value for value in values if isinstance(value, str)]
    return texts if len(texts) == len(values) else None


def join_values(values: Sequence[Value]) -> Value:
    """Return texts joined. The result is unknown if one of them is."""
    text = ""
    for value in values:
        if isinstance(value, Unknown):
            return value._replace(prefix=text + value.prefix)
        text += value
    return text


# Variables, arguments and folder of a shell that is followed without a run.

MAX_DEPTH = 30  # functions, substitutions and files that are read in
GLOB_PATTERN = re.compile(r"[*?\[]")


class ScriptEnd(Exception):  # noqa: N818 - no error: the script has ended
    """The script ends, or a function or loop within it (`levels` of them)."""

    def __init__(self, kind: str, levels: int = 1) -> None:
        super().__init__(kind)
        self.kind, self.levels = kind, levels


class ShellMemory:
    """Variables, arguments and folder of a shell; a subshell works on a copy."""

    def __init__(
        self,
        environment: Mapping[str, Value],
        arguments: Sequence[Value],
        folder: str,
        unknown_rest: Unknown | None,
    ) -> None:
        self.variables: dict[str, Value | None] = dict(environment)  # None: not set
        self.unknown_rest = unknown_rest  # what a variable is that is not in `variables`
        self.arguments: list[Value] = list(arguments)
        self.exported_names = set(environment)
        self.doubtful_variables: dict[str, Unknown] = {}  # those that may be exported or not
        self.changed_variables: dict[str, tuple[str, int]] = {}
        self.folder: Value = folder
        self.functions: dict[str, Command] = {}
        self.options: frozenset[str] = frozenset()  # of _FOLLOWED_OPTIONS
        # What a function's own variables were before it; None: outside of functions.
        self.local: dict[str, tuple[Value | None, bool]] | None = None

    def copy(self) -> ShellMemory:
        """Return a copy for a subshell, which changes nothing here."""
        new_memory = object.__new__(ShellMemory)
        new_memory.__dict__.update(self.__dict__)
        for name in (
            "variables",
            "arguments",
            "exported_names",
            "doubtful_variables",
            "changed_variables",
            "functions",
        ):
            setattr(new_memory, name, getattr(self, name).copy())
        new_memory.local = None if self.local is None else self.local.copy()
        return new_memory

    def value(self, name: str) -> Value | None:
        """Return the value of a variable, None if it is unset."""
        return self.variables.get(name, self.unknown_rest)

    def merge(self, other_memory: ShellMemory, unknown_value: Unknown) -> None:
        """Mark as unknown what differs from another memory, as only a run can tell which counts."""
        for name in {*self.variables, *other_memory.variables}:
            if self.value(name) != other_memory.value(name):
                self.mark_unknown(name, unknown_value)
        self.doubtful_variables |= other_memory.doubtful_variables | dict.fromkeys(
            self.exported_names ^ other_memory.exported_names, unknown_value
        )
        self.exported_names |= other_memory.exported_names
        if self.unknown_rest != other_memory.unknown_rest:
            self.unknown_rest = unknown_value
        if self.options != other_memory.options:
            self.mark_all_unknown(unknown_value)
        self.changed_variables = {**other_memory.changed_variables, **self.changed_variables}
        if self.arguments != other_memory.arguments:
            self.arguments = [unknown_value]
        if self.folder != other_memory.folder:
            self.folder = unknown_value
        self._merge_functions(other_memory, unknown_value)

    def _merge_functions(self, other_memory: ShellMemory, unknown_value: Unknown) -> None:
        """Mark functions that differ from another memory's as unknown."""
        if self.local is not None and other_memory.local is not None:
            self.local = {**other_memory.local, **self.local}
        for name in {*self.functions, *other_memory.functions}:
            if self.functions.get(name) != other_memory.functions.get(name):
                self.functions[name] = SimpleCommand(
                    unknown_value.line, (), ((OpaquePart(quoted=True),),)
                )

    def make_local(self, name: str) -> None:
        """Remember the variable that a function hides until the function ends."""
        if self.local is not None:
            self.local.setdefault(name, (self.value(name), name in self.exported_names))

    def end_function(self) -> None:
        """Restore the variables that the function's local ones hid."""
        for name, (value, exported) in (self.local or {}).items():
            self.variables[name] = value
            (self.exported_names.add if exported else self.exported_names.discard)(name)

    def mark_unknown(self, name: str, unknown_value: Unknown) -> None:
        """Set a variable to an unknown value."""
        self.variables[name] = unknown_value
        self.changed_variables.setdefault(name, (unknown_value.file, unknown_value.line))

    def mark_all_unknown(self, unknown_value: Unknown) -> None:
        """Set all variables, arguments and the folder to unknown values."""
        self.mark_variables_unknown(unknown_value)
        self.folder = unknown_value
        self.arguments = [unknown_value]

    def mark_variables_unknown(self, unknown_value: Unknown) -> None:
        """Set every variable, set or not, to an unknown value."""
        self.unknown_rest = unknown_value
        for name in self.variables:
            self.mark_unknown(name, unknown_value)
