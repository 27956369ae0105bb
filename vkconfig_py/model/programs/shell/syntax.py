"""Commands of a shell script as values: the grammar of POSIX (XCU 2.10), some of bash beside it."""

from __future__ import annotations

from vkconfig_py.loader.base.records import NamedTuple


class ShellSyntaxError(ValueError):
    """A shell refuses the text, or it is not understood here; `line` says where."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


TRIMMING = ("#", "##", "%", "%%")  # operators of ${name%pattern}


class Text(NamedTuple):
    """Text as it stands."""

    text: str
    quoted: bool


class Parameter(NamedTuple):
    """$name and ${name}: `operator` and `word` as in ${name:-word}, "length" for ${#name}."""

    name: str
    quoted: bool
    operator: str = ""
    word: Word = ()


class Inserted(NamedTuple):
    """The output of a script, as $(script)."""

    script: str
    quoted: bool


class Opaque(NamedTuple):
    """Arithmetic, arrays and other forms whose value is not computed here."""

    quoted: bool


Part = Text | Parameter | Inserted | Opaque
Word = tuple[Part, ...]


class Simple(NamedTuple):
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


class Piped(NamedTuple):
    """Commands joined by |."""

    commands: tuple[Command, ...]
    negated: bool


class Grouped(NamedTuple):
    """{ … } or ( … )."""

    body: CommandList
    subshell: bool


class Conditional(NamedTuple):
    """if, with each condition and what it leads to."""

    line: int
    branches: tuple[tuple[CommandList, CommandList], ...]
    otherwise: CommandList | None


class Loop(NamedTuple):
    """`while`; with `until` it goes on as long as the condition is false."""

    line: int
    condition: CommandList
    body: CommandList
    until: bool


class ForEach(NamedTuple):
    """for; words None: the arguments."""

    line: int
    name: str
    words: tuple[Word, ...] | None
    body: CommandList


class Case(NamedTuple):
    """case, with the patterns of each arm."""

    line: int
    word: Word
    arms: tuple[tuple[tuple[Word, ...], CommandList], ...]


class Function(NamedTuple):
    """The definition of a function."""

    name: str
    body: Command


Command = Simple | CommandList | Piped | Grouped | Conditional | Loop | ForEach | Case | Function
