"""What a shell script starts and sets, determined without running it.

The script is run as a shell runs it, on values. What is known only in a run (the output of a
command, the result of another program) is a value of its own, `Unknown`, with the line it comes
from. A branch whose condition is unknown is run for itself: what it starts is not certain, and what
it sets is unknown behind it.
"""

from __future__ import annotations

import fnmatch
import posixpath
from collections.abc import Mapping, Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.programs.shell.commands import BUILT_IN, answer, find
from vkconfig_py.model.programs.shell.expansion import expand_fields, expand_pattern, expand_text
from vkconfig_py.model.programs.shell.reader import ShellReader
from vkconfig_py.model.programs.shell.syntax import (
    ANY,
    MOST_DEPTH,
    Case,
    Command,
    CommandList,
    Conditional,
    ForEach,
    Function,
    Grouped,
    Inserted,
    Loop,
    Piped,
    ScriptEnd,
    ScriptVariable,
    ShellMemory,
    ShellSyntaxError,
    Simple,
    Started,
    Text,
    Unknown,
    UnknownCause,
    Value,
    Word,
    joined,
)

_MOST_STEPS = 5_000
_MOST_VALUE = 65_536
# In sh, what is set for them stays (XCU 2.14).
_SPECIAL = frozenset(
    [":", ".", "source", "eval", "export", "readonly", "set", "shift", "trap", "unset", "times"]
)
# Shells change these themselves.
_OF_SHELLS = frozenset({"PWD", "OLDPWD", "SHLVL", "_"})


def started_programs(
    path: str,
    text: str,
    host: Host,
    arguments: Sequence[Value],
    environment: Mapping[str, Value],
    other_variables: Unknown | None = None,
    options: Sequence[Value] = (),
) -> tuple[Started, ...]:
    """Return the programs that a script starts, in order.

    Args:
        path: the script, as $0 and in what is said of its lines.
        text: what is in it.
        host: its machine and working folder.
        arguments: its arguments; an Unknown stands for any number of words.
        environment: its variables.
        other_variables: what variables are that `environment` does not have; None: not set.
        options: the shell's own, as -e of its first line.
    """
    run = ScriptShell(path, host, arguments, environment, other_variables)
    run.set_options(options)
    run.read(text)
    return tuple(run.started)


class ScriptShell:
    """A shell that runs a script on values."""

    def __init__(
        self,
        path: str,
        host: Host,
        arguments: Sequence[Value],
        environment: Mapping[str, Value],
        other_variables: Unknown | None,
    ) -> None:
        self.started: list[Started] = []
        self.path, self.file, self.line, self.host = path, path, 0, host
        self._environment, self._others = environment, other_variables
        self.memory = ShellMemory(environment, arguments, host.working_directory, other_variables)
        self._uncertain = 0  # within how many branches that may not be taken
        self._tested = 0  # within how many conditions, where `set -e` does not count
        self.left: Unknown | None = None  # the function or loop may have been left already
        self._steps = self.depth = 0
        self.output: list[Value] | None = None  # what is printed within $(…)

    # Control flow. A status is None where only a run can tell.

    def read(self, text: str) -> None:
        try:
            self.run_text(text)
        except ScriptEnd:
            pass
        except ShellSyntaxError as error:
            # What is in front of it runs: shells read command by command, as here.
            self.line = error.line
            self.lose(UnknownCause.FORM)

    def run_text(self, text: str) -> int | None:
        reader = ShellReader(text, nested=self.depth)
        status: int | None = 0
        while (command := reader.next_command()) is not None:
            status = self._run_command(command)
        return status

    def _run_command(self, command: Command) -> int | None:
        self._steps += 1
        if self._steps > _MOST_STEPS or self.depth > MOST_DEPTH:
            raise ShellSyntaxError(self.line)
        match command:
            case Simple():
                return self._checked(self._simple(command))
            case CommandList():
                return self._run_list(command)
            case Piped(_commands, negated):
                status = self._run_pipe(command)
                return status if negated else self._checked(status)
            case Grouped(body, subshell):
                return (
                    self._checked(self._run_subshell(body)) if subshell else self._run_command(body)
                )
            case Function(name, body):
                self.memory.functions[name] = body
                return 0
            case _:
                return self._branching(command)

    def _checked(self, status: int | None) -> int | None:
        """Return where a failure ends the shell (set -e).

        What only a run can tell is no failure.
        """
        if status and not self._tested and "e" in self.memory.options:
            raise ScriptEnd("exit", status)
        return status

    def _test(self, command: Command) -> int | None:
        """Run what may fail."""
        self._tested += 1
        try:
            return self._run_command(command)
        finally:
            self._tested -= 1

    def _branching(self, command: Conditional | Loop | ForEach | Case) -> int | None:
        match command:
            case Conditional():
                return self._conditional(command)
            case Loop():
                return self._loop(command)
            case ForEach():
                return self._for_each(command)
            case Case():
                return self._case(command)

    def _run_list(self, command: CommandList) -> int | None:
        status: int | None = 0
        before = ""
        for part, behind in zip(command.commands, command.operators, strict=True):
            is_tested = behind in ("&&", "||")
            self._tested += is_tested
            try:
                if before in ("&&", "||"):
                    status = self._run_next_maybe(part, before, status)
                elif behind == "&":
                    status = 0
                    self._run_subshell(part)
                else:
                    status = self._run_command(part)
            finally:
                self._tested -= is_tested
            before = behind
        return status

    def _run_next_maybe(self, command: Command, joined: str, status: int | None) -> int | None:
        if status is None:
            self._run_maybe(command)
            return None
        return self._run_command(command) if (status == 0) is (joined == "&&") else status

    def _run_maybe(self, command: Command, *, again: bool = False) -> None:
        """Run what may run or not, and, if `again`, more than once."""
        unknown = self.unknown(UnknownCause.CONDITION)
        other_memory, self.memory = self.memory, self.memory.copy()
        self._uncertain += 1
        changed, self.memory.changed = self.memory.changed, {}
        try:
            self._run_command(command)
        except ScriptEnd as end:
            if end.kind == "exit":
                self.memory = other_memory
                return
            self.left = unknown  # what follows in the function or loop may be left out
        finally:
            self._uncertain -= 1
        touched, self.memory.changed = self.memory.changed, {**changed, **self.memory.changed}
        other_memory, self.memory = self.memory, other_memory
        self.memory.merge(other_memory, unknown)
        for name in touched if again else ():
            self.memory.forget(name, unknown)

    def _run_subshell(self, command: Command, *, certain: bool = True) -> int | None:
        """Run in a subshell, which changes nothing here."""
        saved_memory, was_left, before = self.memory, self.left, len(self.started)
        self.memory = saved_memory.copy()
        self._uncertain += not certain
        try:
            return self._run_command(command)
        except ScriptEnd as end:
            return end.levels if end.kind == "exit" and end.levels >= 0 else None
        finally:
            self.memory, self.left = saved_memory, was_left
            self._uncertain -= not certain
            # exec replaces the subshell alone.
            self.started[before:] = [
                program._replace(final=False) for program in self.started[before:]
            ]

    def _run_pipe(self, command: Piped) -> int | None:
        if len(command.commands) == 1:
            status = self._test(command.commands[0])
            return None if status is None else int((status == 0) is command.negated)
        if self.output is not None:
            self.output.append(self.unknown(UnknownCause.OUTPUT))
        for part in command.commands:
            self._run_subshell(part, certain=False)
        return None

    def _conditional(self, command: Conditional) -> int | None:
        for number, (condition, body) in enumerate(command.branches):
            status = self._test(condition)
            if status == 0:
                return self._run_command(body)
            if status is None:
                rest = command.branches[number + 1 :]
                self.line = command.line
                self._run_one_of(body, command._replace(branches=rest))
                return None
        return self._run_command(command.otherwise) if command.otherwise is not None else 0

    def _run_one_of(self, first: Command, second: Conditional | Command) -> None:
        """Run two ways of which one is taken."""
        before = self.memory.copy()
        self._run_maybe(first)
        merged, self.memory = self.memory, before
        unknown = self.unknown(UnknownCause.CONDITION)
        self._run_maybe(second)
        self.memory.merge(merged, unknown)

    def _loop(self, command: Loop) -> int | None:
        def body() -> bool:
            status = self._test(command.condition)
            if status is None:
                self.line = command.line
                self._run_maybe(command.body, again=True)
                return False
            return (status == 0) is not command.until and self._run_body(command.body)

        was_left = self.left
        while body():
            pass
        self.left = was_left
        return None

    def _for_each(self, command: ForEach) -> int | None:
        words = command.words
        values = self.memory.arguments[:] if words is None else expand_fields(self, words)
        was_left = self.left
        self.line = command.line
        for value in values:
            self.assign(command.name, value)
            if isinstance(value, Unknown):
                self._run_maybe(command.body, again=True)
            elif not self._run_body(command.body):
                break
        self.left = was_left
        return None

    def _run_body(self, body: Command) -> bool:
        """Run the body of a loop. Return False if the loop was left."""
        try:
            self._run_command(body)
        except ScriptEnd as end:
            if end.kind not in ("break", "continue"):
                raise
            if end.levels > 1:
                raise ScriptEnd(end.kind, end.levels - 1) from None
            return end.kind == "continue"
        return self.left is None

    def _case(self, command: Case) -> int | None:
        self.line = command.line
        word = expand_text(self, command.word)
        for number, (patterns, body) in enumerate(command.arms):
            fits = [self._fits(word, pattern) for pattern in patterns]
            if True in fits:
                return self._run_command(body)
            if None in fits:
                rest = command._replace(arms=command.arms[number + 1 :])
                self._run_one_of(body, rest)
                return None
        return 0

    def _fits(self, word: Value, pattern: Word) -> bool | None:
        if pattern == (Text("*", quoted=False),):
            return True
        expanded = expand_pattern(self, pattern)
        if isinstance(word, Unknown) or isinstance(expanded, Unknown):
            return None
        return fnmatch.fnmatchcase(word, expanded)

    # Simple commands

    def _simple(self, command: Simple) -> int | None:
        self.line = command.line
        words = expand_fields(self, command.words)
        status: int | None = 0
        if not words:
            for name, appends, word in command.assignments:
                self.assign(name, expand_text(self, word), appends=appends)
                inserts = any(isinstance(part, Inserted) for part in word)
                status = None if inserts else status
            return status
        if not command.assignments:
            return self._run(words, command)
        saved, assigned = self.memory.copy(), {}
        for name, appends, word in command.assignments:
            self.assign(name, expand_text(self, word), appends=appends)
            self.memory.exported.add(name)
            assigned[name] = self.memory.variables[name]
        status = self._run(words, command)
        self._restore(assigned, saved, may_stay=words[0] in _SPECIAL)
        return status

    def _restore(
        self, assigned: Mapping[str, Value | None], saved: ShellMemory, *, may_stay: bool
    ) -> None:
        """Take back the variables of one command, where no shell keeps what became of them."""
        memory = self.memory
        for name, value in assigned.items():
            stays = memory.variables.get(name) != value or (may_stay and saved.value(name) != value)
            memory.variables[name] = saved.value(name)
            if name not in saved.exported:
                memory.exported.discard(name)
            if name in saved.changed:
                memory.changed[name] = saved.changed[name]
            else:
                memory.changed.pop(name, None)
            if stays:
                memory.forget(name, self.unknown(UnknownCause.FORM))
                memory.doubtful[name] = self.unknown(UnknownCause.FORM)

    def _run(self, words: list[Value], command: Simple) -> int | None:
        name = words[0]
        if not isinstance(name, str):
            self.start(tuple(words))
            return None
        if name in self.memory.functions:
            return self._call(self.memory.functions[name], words[1:])
        if name in ("command", "builtin"):
            if words[1:2] == ["-v"]:
                return find(self, words[2:])
            if words[1:2] == ["-V"]:
                return BUILT_IN["type"](self, words[2:])
            return self._run(words[1:], command) if len(words) > 1 else 0
        built_in = BUILT_IN.get(name)
        if built_in is not None:
            redirected, output = command.redirected, self.output
            if redirected:
                self.output = None
            try:
                return built_in(self, words[1:])
            finally:
                self.output = output
        if name == "exec":
            return self._exec(words[1:])
        printed = answer(self, posixpath.basename(name), words[1:])
        if printed is not None:
            self._print(printed, command)
            return 0
        self.start(tuple(words))
        self._print(self.unknown(UnknownCause.OUTPUT), command)
        return None

    def _print(self, value: Value, command: Simple) -> None:
        if self.output is not None and not command.redirected:
            self.output.append(value)

    def _call(self, body: Command, arguments: list[Value]) -> int | None:
        saved_arguments, was_left, local = self.memory.arguments, self.left, self.memory.local
        self.memory.arguments, self.memory.local = list(arguments), {}
        self.depth += 1
        try:
            return self._run_command(body)
        except ScriptEnd as end:
            if end.kind != "return":
                raise
            return None if end.levels < 0 else end.levels
        finally:
            self.depth -= 1
            self.memory.end_function()
            self.memory.arguments, self.memory.local, self.left = saved_arguments, local, was_left

    def _exec(self, words: list[Value]) -> int | None:
        while words and isinstance(words[0], str) and words[0].startswith("-"):
            option = str(words.pop(0))
            if option.endswith("a"):  # exec -a name
                del words[:1]
            if "c" in option:
                for name in self.memory.exported:
                    self.memory.changed.setdefault(name, (self.file, self.line))
                self.memory.exported.clear()
        if not words:
            return 0
        self.start(tuple(words), final=True)
        raise ScriptEnd("exit", -1)

    def set_options(self, words: Sequence[Value]) -> None:
        letters = [word for word in words if isinstance(word, str) and word != "--login"]
        if len(letters) < len(words) or any(
            letter[:1] == "-" and "l" in letter for letter in letters
        ):
            self.memory.lose_variables(self.unknown(UnknownCause.FILE))  # the files of a login
        self._run(["set", *letters], Simple(0))

    def start(self, words: tuple[Value, ...], *, certain: bool = True, final: bool = False) -> None:
        memory = self.memory
        started = self._environment
        changes = []
        for name, (file, line) in memory.changed.items():
            value = memory.variables.get(name) if name in memory.exported else None
            value = memory.doubtful.get(name, value)
            if name not in _OF_SHELLS and value != started.get(name):
                changes.append(ScriptVariable(name, value, file, line))
        if (missing := memory.missing) is not None and missing != self._others:
            changes.append(ScriptVariable(ANY, missing, missing.file, missing.line))
        certain = certain and not self._uncertain and self.left is None
        self.started.append(
            Started(words, self.file, self.line, certain, final, memory.folder, tuple(changes))
        )

    def assign(self, name: str, value: Value, *, appends: bool = False) -> None:
        memory = self.memory
        if appends:
            before = memory.value(name)
            value = joined(["" if before is None else before, value])
        if isinstance(value, str) and len(value) > _MOST_VALUE:
            value = self.unknown(UnknownCause.FORM)
        memory.variables[name] = self.left or value
        memory.changed[name] = (self.file, self.line)
        if "a" in memory.options:
            memory.exported.add(name)

    def lose(self, cause: UnknownCause) -> None:
        """Something runs that is not known: a program may be started, anything may be set."""
        unknown = self.unknown(cause)
        self.memory.lose(unknown)
        self.start((unknown,), certain=False)

    def may_end(self) -> None:
        """Some shells end here: nothing behind it is certain."""
        self._uncertain += 1

    def unknown(self, cause: UnknownCause) -> Unknown:
        return Unknown(cause, self.file, self.line)

    def substituted(self, script: str) -> Value:
        """Return the output of $(…), as far as commands within it are known."""
        output, self.output = self.output, []
        file_line, self.depth = self.line, self.depth + 1
        saved_memory, was_left = self.memory, self.left
        self.memory = saved_memory.copy()
        self._uncertain += 1
        try:
            if self.depth > MOST_DEPTH:
                raise ShellSyntaxError(self.line)
            self._read_inserted(script, file_line)
            return self._output_text()
        finally:
            self.output, self.depth = output, self.depth - 1
            self.memory, self.left, self.line = saved_memory, was_left, file_line
            self._uncertain -= 1

    def _read_inserted(self, script: str, line: int) -> None:
        reader = ShellReader(script, line, self.depth)
        try:
            while (command := reader.next_command()) is not None:
                status = self._run_command(command)
                del status
        except ScriptEnd:
            pass

    def _output_text(self) -> Value:
        text = joined([*(self.output or ())])
        return text.rstrip("\n") if isinstance(text, str) else text
