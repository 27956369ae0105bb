"""Variables, arguments and folder of a shell that is followed without a run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from vkconfig_py.model.programs.shell.syntax import Command, Opaque, Simple
from vkconfig_py.model.programs.shell.values import Unknown, Value

MOST_DEPTH = 30  # functions, substitutions and files that are read in
PATTERN = re.compile(r"[*?\[]")


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
        missing: Unknown | None,
    ) -> None:
        self.variables: dict[str, Value | None] = dict(environment)  # None: not set
        self.missing = missing  # what a variable is that is not in `variables`
        self.arguments: list[Value] = list(arguments)
        self.exported = set(environment)
        self.doubtful: dict[str, Unknown] = {}  # those that may be exported or not
        self.changed: dict[str, tuple[str, int]] = {}
        self.folder: Value = folder
        self.functions: dict[str, Command] = {}
        self.options: frozenset[str] = frozenset()  # of _OPTIONS
        # What a function's own variables were before it; None: outside of functions.
        self.local: dict[str, tuple[Value | None, bool]] | None = None

    def copy(self) -> ShellMemory:
        new = object.__new__(ShellMemory)
        new.__dict__.update(self.__dict__)
        for name in ("variables", "arguments", "exported", "doubtful", "changed", "functions"):
            setattr(new, name, getattr(self, name).copy())
        new.local = None if self.local is None else self.local.copy()
        return new

    def value(self, name: str) -> Value | None:
        return self.variables.get(name, self.missing)

    def merge(self, other: ShellMemory, unknown: Unknown) -> None:
        """Make unknown what differs from another way that the script may have taken."""
        for name in {*self.variables, *other.variables}:
            if self.value(name) != other.value(name):
                self.forget(name, unknown)
        self.doubtful |= other.doubtful | dict.fromkeys(self.exported ^ other.exported, unknown)
        self.exported |= other.exported
        if self.missing != other.missing:
            self.missing = unknown
        if self.options != other.options:
            self.lose(unknown)
        self.changed = {**other.changed, **self.changed}
        if self.arguments != other.arguments:
            self.arguments = [unknown]
        if self.folder != other.folder:
            self.folder = unknown
        self._merge_of_functions(other, unknown)

    def _merge_of_functions(self, other: ShellMemory, unknown: Unknown) -> None:
        if self.local is not None and other.local is not None:
            self.local = {**other.local, **self.local}
        for name in {*self.functions, *other.functions}:
            if self.functions.get(name) != other.functions.get(name):
                self.functions[name] = Simple(unknown.line, (), ((Opaque(quoted=True),),))

    def make_local(self, name: str) -> None:
        """Remember what a variable of a function hides until the function ends."""
        if self.local is not None:
            self.local.setdefault(name, (self.value(name), name in self.exported))

    def end_function(self) -> None:
        for name, (value, exported) in (self.local or {}).items():
            self.variables[name] = value
            (self.exported.add if exported else self.exported.discard)(name)

    def forget(self, name: str, unknown: Unknown) -> None:
        self.variables[name] = unknown
        self.changed.setdefault(name, (unknown.file, unknown.line))

    def lose(self, unknown: Unknown) -> None:
        """Forget everything: text that is not known was run."""
        self.lose_variables(unknown)
        self.folder = unknown
        self.arguments = [unknown]

    def lose_variables(self, unknown: Unknown) -> None:
        self.missing = unknown
        for name in self.variables:
            self.forget(name, unknown)
