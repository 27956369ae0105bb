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
from vkconfig_py.model.programs.shell.commands import BUILT_IN, find_known_output, run_command_v
from vkconfig_py.model.programs.shell.expansion import expand_fields, expand_pattern, expand_text
from vkconfig_py.model.programs.shell.reader import ShellReader
from vkconfig_py.model.programs.shell.syntax import (
    ANY_VARIABLE,
    MAX_DEPTH,
    CaseCommand,
    Command,
    CommandList,
    CommandSubstitution,
    Conditional,
    ForEach,
    FunctionDefinition,
    GroupingCommand,
    Loop,
    Pipeline,
    ScriptEnd,
    ScriptVariable,
    ShellMemory,
    ShellSyntaxError,
    SimpleCommand,
    StartedProgram,
    TextPart,
    Unknown,
    UnknownCause,
    Value,
    Word,
    join_values,
)

_MAX_STEPS = 5_000
_MAX_VALUE_LENGTH = 65_536
# In sh, what is set for them stays (XCU 2.14).
_SPECIAL_BUILT_INS = frozenset(
    [":", ".", "source", "eval", "export", "readonly", "set", "shift", "trap", "unset", "times"]
)
# Shells change these themselves.
_SHELL_VARIABLES = frozenset({"PWD", "OLDPWD", "SHLVL", "_"})


def list_started_programs(
    path: str,
    text: str,
    host: Host,
    arguments: Sequence[Value],
    environment: Mapping[str, Value],
    other_variables: Unknown | None = None,
    options: Sequence[Value] = (),
) -> tuple[StartedProgram, ...]:
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
    run.run_whole_text(text)
    return tuple(run.started)


class ScriptShell:
    """A shell that runs a script on values, without starting programs."""

    def __init__(
        self,
        path: str,
        host: Host,
        arguments: Sequence[Value],
        environment: Mapping[str, Value],
        other_variables: Unknown | None,
    ) -> None:
        self.started: list[StartedProgram] = []
        self.script_path, self.file, self.line, self.host = path, path, 0, host
        self._environment, self._other_variables = environment, other_variables
        self.memory = ShellMemory(environment, arguments, host.working_directory, other_variables)
        self._uncertain_depth = 0  # within how many branches that may not be taken
        self._tested_depth = 0  # within how many conditions, where `set -e` does not count
        self.left: Unknown | None = None  # the function or loop may have been left already
        self._steps = self.depth = 0
        self.output: list[Value] | None = None  # what is printed within $(…)

    # Control flow. A status is None where only a run can tell.

    def run_whole_text(self, text: str) -> None:
        """Run a text to its end. What cannot be read makes all unknown."""
        try:
            self.run_text(text)
        except ScriptEnd:
            pass
        except ShellSyntaxError as error:
            # What is in front of it runs: shells read command by command, as here.
            self.line = error.line
            self.mark_all_unknown(UnknownCause.FORM)

    def run_text(self, text: str) -> int | None:
        """Run the text of a script. Return its exit status, None if only a run can tell."""
        reader = ShellReader(text, nesting_depth=self.depth)
        status: int | None = 0
        while (command := reader.next_command()) is not None:
            status = self._run_command(command)
        return status

    def _run_command(self, command: Command) -> int | None:
        """Run a command. Return its exit status, None if only a run can tell."""
        self._steps += 1
        if self._steps > _MAX_STEPS or self.depth > MAX_DEPTH:
            raise ShellSyntaxError(self.line)
        match command:
            case SimpleCommand():
                return self._check_status(self._run_simple(command))
            case CommandList():
                return self._run_list(command)
            case Pipeline(_commands, negated):
                status = self._run_pipe(command)
                return status if negated else self._check_status(status)
            case GroupingCommand(body, subshell):
                return (
                    self._check_status(self._run_subshell(body))
                    if subshell
                    else self._run_command(body)
                )
            case FunctionDefinition(name, body):
                self.memory.functions[name] = body
                return 0
            case _:
                return self._run_branching(command)

    def _check_status(self, status: int | None) -> int | None:
        """Return an exit status, or end the script if it is a failure under `set -e`.

        A status that only a run can tell is no failure.
        """
        if status and not self._tested_depth and "e" in self.memory.options:
            raise ScriptEnd("exit", status)
        return status

    def _run_tested(self, command: Command) -> int | None:
        """Run a command whose failure does not end the script, as a condition's."""
        self._tested_depth += 1
        try:
            return self._run_command(command)
        finally:
            self._tested_depth -= 1

    def _run_branching(self, command: Conditional | Loop | ForEach | CaseCommand) -> int | None:
        """Run a conditional, loop or case. Return its exit status, None if only a run can tell."""
        match command:
            case Conditional():
                return self._run_conditional(command)
            case Loop():
                return self._run_loop(command)
            case ForEach():
                return self._run_for_each(command)
            case CaseCommand():
                return self._run_case(command)

    def _run_list(self, command: CommandList) -> int | None:
        """Run commands one after the other. Return the exit status, None if only a run can tell."""
        status: int | None = 0
        operator_before = ""
        for part, operator_after in zip(command.commands, command.operators, strict=True):
            decides_next = operator_after in ("&&", "||")
            self._tested_depth += decides_next
            try:
                if operator_before in ("&&", "||"):
                    status = self._run_next_maybe(part, operator_before, status)
                elif operator_after == "&":
                    status = 0
                    self._run_subshell(part)
                else:
                    status = self._run_command(part)
            finally:
                self._tested_depth -= decides_next
            operator_before = operator_after
        return status

    def _run_next_maybe(
        self, command: Command, joining_operator: str, status: int | None
    ) -> int | None:
        """Run a command behind && or || if it is to run after the status before it."""
        if status is None:
            self._run_maybe(command)
            return None
        return self._run_command(command) if (status == 0) is (joining_operator == "&&") else status

    def _run_maybe(self, command: Command, *, is_repeated: bool = False) -> None:
        """Run a command of which only a run can tell if it runs or, if `is_repeated`, how often."""
        unknown_value = self.make_unknown(UnknownCause.CONDITION)
        other_memory, self.memory = self.memory, self.memory.copy()
        self._uncertain_depth += 1
        changed_variables, self.memory.changed_variables = self.memory.changed_variables, {}
        try:
            self._run_command(command)
        except ScriptEnd as end:
            if end.kind == "exit":
                self.memory = other_memory
                return
            self.left = unknown_value  # what follows in the function or loop may be left out
        finally:
            self._uncertain_depth -= 1
        touched_variables, self.memory.changed_variables = (
            self.memory.changed_variables,
            {**changed_variables, **self.memory.changed_variables},
        )
        other_memory, self.memory = self.memory, other_memory
        self.memory.merge(other_memory, unknown_value)
        for name in touched_variables if is_repeated else ():
            self.memory.mark_unknown(name, unknown_value)

    def _run_subshell(self, command: Command, *, is_certain: bool = True) -> int | None:
        """Run a command in a subshell, which changes nothing here.

        Return its exit status. `is_certain`: it runs whenever the script does.
        """
        saved_memory, had_left, started_count = self.memory, self.left, len(self.started)
        self.memory = saved_memory.copy()
        self._uncertain_depth += not is_certain
        try:
            return self._run_command(command)
        except ScriptEnd as end:
            return end.levels if end.kind == "exit" and end.levels >= 0 else None
        finally:
            self.memory, self.left = saved_memory, had_left
            self._uncertain_depth -= not is_certain
            # exec replaces the subshell alone.
            self.started[started_count:] = [
                program._replace(is_final=False) for program in self.started[started_count:]
            ]

    def _run_pipe(self, command: Pipeline) -> int | None:
        """Run the commands of a pipeline. Return the exit status, None if only a run can tell."""
        if len(command.commands) == 1:
            status = self._run_tested(command.commands[0])
            return None if status is None else int((status == 0) is command.negated)
        if self.output is not None:
            self.output.append(self.make_unknown(UnknownCause.OUTPUT))
        for part in command.commands:
            self._run_subshell(part, is_certain=False)
        return None

    def _run_conditional(self, command: Conditional) -> int | None:
        """Run an `if`. Return the exit status, None if only a run can tell."""
        for number, (condition, body) in enumerate(command.branches):
            status = self._run_tested(condition)
            if status == 0:
                return self._run_command(body)
            if status is None:
                other_branches = command.branches[number + 1 :]
                self.line = command.line
                self._run_one_of(body, command._replace(branches=other_branches))
                return None
        return self._run_command(command.else_commands) if command.else_commands is not None else 0

    def _run_one_of(self, first_branch: Command, second_branch: Conditional | Command) -> None:
        """Run two commands of which only a run can tell which one is taken."""
        memory_before = self.memory.copy()
        self._run_maybe(first_branch)
        merged_memory, self.memory = self.memory, memory_before
        unknown_value = self.make_unknown(UnknownCause.CONDITION)
        self._run_maybe(second_branch)
        self.memory.merge(merged_memory, unknown_value)

    def _run_loop(self, command: Loop) -> int | None:
        """Run a `while` or `until`. Return the exit status, None if only a run can tell."""

        def body() -> bool:
            """Run the body if the condition holds. Return True if the loop goes on."""
            status = self._run_tested(command.condition)
            if status is None:
                self.line = command.line
                self._run_maybe(command.body, is_repeated=True)
                return False
            return (status == 0) is not command.is_until and self._run_body(command.body)

        had_left = self.left
        while body():
            pass
        self.left = had_left
        return None

    def _run_for_each(self, command: ForEach) -> int | None:
        """Run a `for`. Return the exit status, None if only a run can tell."""
        words = command.words
        values = self.memory.arguments[:] if words is None else expand_fields(self, words)
        had_left = self.left
        self.line = command.line
        for value in values:
            self.assign(command.name, value)
            if isinstance(value, Unknown):
                self._run_maybe(command.body, is_repeated=True)
            elif not self._run_body(command.body):
                break
        self.left = had_left
        return None

    def _run_body(self, body: Command) -> bool:
        """Run the body of a loop once. Return False if the loop was left."""
        try:
            self._run_command(body)
        except ScriptEnd as end:
            if end.kind not in ("break", "continue"):
                raise
            if end.levels > 1:
                raise ScriptEnd(end.kind, end.levels - 1) from None
            return end.kind == "continue"
        return self.left is None

    def _run_case(self, command: CaseCommand) -> int | None:
        """Run a `case`. Return the exit status, None if only a run can tell."""
        self.line = command.line
        word = expand_text(self, command.word)
        for number, (patterns, body) in enumerate(command.arms):
            fits = [self._matches_pattern(word, pattern) for pattern in patterns]
            if True in fits:
                return self._run_command(body)
            if None in fits:
                remaining_case = command._replace(arms=command.arms[number + 1 :])
                self._run_one_of(body, remaining_case)
                return None
        return 0

    def _matches_pattern(self, word: Value, pattern: Word) -> bool | None:
        """Return whether a value matches a pattern of `case`, None if only a run can tell."""
        if pattern == (TextPart("*", quoted=False),):
            return True
        expanded = expand_pattern(self, pattern)
        if isinstance(word, Unknown) or isinstance(expanded, Unknown):
            return None
        return fnmatch.fnmatchcase(word, expanded)

    # Simple commands

    def _run_simple(self, command: SimpleCommand) -> int | None:
        """Run a simple command. Return its exit status, None if only a run can tell."""
        self.line = command.line
        words = expand_fields(self, command.words)
        status: int | None = 0
        if not words:
            for name, appends, word in command.assignments:
                self.assign(name, expand_text(self, word), appends=appends)
                has_substitution = any(isinstance(part, CommandSubstitution) for part in word)
                status = None if has_substitution else status
            return status
        if not command.assignments:
            return self._run_words(words, command)
        saved_memory, saved_values = self.memory.copy(), {}
        for name, appends, word in command.assignments:
            self.assign(name, expand_text(self, word), appends=appends)
            self.memory.exported_names.add(name)
            saved_values[name] = self.memory.variables[name]
        status = self._run_words(words, command)
        self._restore_variables(
            saved_values, saved_memory, keeps_changes=words[0] in _SPECIAL_BUILT_INS
        )
        return status

    def _restore_variables(
        self,
        saved_values: Mapping[str, Value | None],
        saved_memory: ShellMemory,
        *,
        keeps_changes: bool,
    ) -> None:
        """Undo the assignments before a command that are for that command alone.

        Where shells differ in whether they stay (`keeps_changes`), the variables become unknown.
        """
        memory = self.memory
        for name, value in saved_values.items():
            is_kept = memory.variables.get(name) != value or (
                keeps_changes and saved_memory.value(name) != value
            )
            memory.variables[name] = saved_memory.value(name)
            if name not in saved_memory.exported_names:
                memory.exported_names.discard(name)
            if name in saved_memory.changed_variables:
                memory.changed_variables[name] = saved_memory.changed_variables[name]
            else:
                memory.changed_variables.pop(name, None)
            if is_kept:
                memory.mark_unknown(name, self.make_unknown(UnknownCause.FORM))
                memory.doubtful_variables[name] = self.make_unknown(UnknownCause.FORM)

    def _run_words(self, words: list[Value], command: SimpleCommand) -> int | None:
        """Run a function, built-in command or program.

        Return its exit status. It is None if only a run can tell.
        """
        name = words[0]
        if not isinstance(name, str):
            self.start_program(tuple(words))
            return None
        if name in self.memory.functions:
            return self._call_function(self.memory.functions[name], words[1:])
        if name in ("command", "builtin"):
            if words[1:2] == ["-v"]:
                return run_command_v(self, words[2:])
            if words[1:2] == ["-V"]:
                return BUILT_IN["type"](self, words[2:])
            return self._run_words(words[1:], command) if len(words) > 1 else 0
        built_in = BUILT_IN.get(name)
        if built_in is not None:
            is_redirected, output = command.redirected, self.output
            if is_redirected:
                self.output = None
            try:
                return built_in(self, words[1:])
            finally:
                self.output = output
        if name == "exec":
            return self._run_exec(words[1:])
        known_output = find_known_output(self, posixpath.basename(name), words[1:])
        if known_output is not None:
            self._print_value(known_output, command)
            return 0
        self.start_program(tuple(words))
        self._print_value(self.make_unknown(UnknownCause.OUTPUT), command)
        return None

    def _print_value(self, value: Value, command: SimpleCommand) -> None:
        """Append a value to what the script prints within $(…)."""
        if self.output is not None and not command.redirected:
            self.output.append(value)

    def _call_function(self, body: Command, arguments: list[Value]) -> int | None:
        """Run a function with arguments. Return its exit status, None if only a run can tell."""
        saved_arguments, had_left, local = self.memory.arguments, self.left, self.memory.local
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
            self.memory.arguments, self.memory.local, self.left = saved_arguments, local, had_left

    def _run_exec(self, words: list[Value]) -> int | None:
        """Run `exec`, which replaces the script by a program."""
        while words and isinstance(words[0], str) and words[0].startswith("-"):
            option = str(words.pop(0))
            if option.endswith("a"):  # exec -a name
                del words[:1]
            if "c" in option:
                for name in self.memory.exported_names:
                    self.memory.changed_variables.setdefault(name, (self.file, self.line))
                self.memory.exported_names.clear()
        if not words:
            return 0
        self.start_program(tuple(words), is_final=True)
        raise ScriptEnd("exit", -1)

    def set_options(self, words: Sequence[Value]) -> None:
        """Set the options that a shell is started with, such as -e."""
        letters = [word for word in words if isinstance(word, str) and word != "--login"]
        if len(letters) < len(words) or any(
            letter[:1] == "-" and "l" in letter for letter in letters
        ):
            self.memory.mark_variables_unknown(
                self.make_unknown(UnknownCause.FILE)
            )  # the files of a login
        self._run_words(["set", *letters], SimpleCommand(0))

    def start_program(
        self, words: tuple[Value, ...], *, is_certain: bool = True, is_final: bool = False
    ) -> None:
        """Note that the script starts a program, with its present variables and folder.

        `is_certain`: it starts whenever the script runs to its end. `is_final`: the script replaces
        itself.
        """
        memory = self.memory
        environment = self._environment
        changes = []
        for name, (file, line) in memory.changed_variables.items():
            value = memory.variables.get(name) if name in memory.exported_names else None
            value = memory.doubtful_variables.get(name, value)
            if name not in _SHELL_VARIABLES and value != environment.get(name):
                changes.append(ScriptVariable(name, value, file, line))
        if (
            missing_rest := memory.unknown_rest
        ) is not None and missing_rest != self._other_variables:
            changes.append(
                ScriptVariable(ANY_VARIABLE, missing_rest, missing_rest.file, missing_rest.line)
            )
        is_certain = is_certain and not self._uncertain_depth and self.left is None
        self.started.append(
            StartedProgram(
                words, self.file, self.line, is_certain, is_final, memory.folder, tuple(changes)
            )
        )

    def assign(self, name: str, value: Value, *, appends: bool = False) -> None:
        """Set a variable, or append to it. A value that grows too long becomes unknown."""
        memory = self.memory
        if appends:
            old_value = memory.value(name)
            value = join_values(["" if old_value is None else old_value, value])
        if isinstance(value, str) and len(value) > _MAX_VALUE_LENGTH:
            value = self.make_unknown(UnknownCause.FORM)
        memory.variables[name] = self.left or value
        memory.changed_variables[name] = (self.file, self.line)
        if "a" in memory.options:
            memory.exported_names.add(name)

    def mark_all_unknown(self, cause: UnknownCause) -> None:
        """Note that unknown text is run, which may start any program and set anything."""
        unknown_value = self.make_unknown(cause)
        self.memory.mark_all_unknown(unknown_value)
        self.start_program((unknown_value,), is_certain=False)

    def note_possible_end(self) -> None:
        """Note that some shells end here, so that what follows is not certain."""
        self._uncertain_depth += 1

    def make_unknown(self, cause: UnknownCause) -> Unknown:
        """Return a value that only a run can tell, with the present file and line."""
        return Unknown(cause, self.file, self.line)

    def substitute_command(self, script: str) -> Value:
        """Return what a script within $(…) prints, as far as its commands are known."""
        output, self.output = self.output, []
        file_line, self.depth = self.line, self.depth + 1
        saved_memory, had_left = self.memory, self.left
        self.memory = saved_memory.copy()
        self._uncertain_depth += 1
        try:
            if self.depth > MAX_DEPTH:
                raise ShellSyntaxError(self.line)
            self._read_inserted(script, file_line)
            return self._output_text()
        finally:
            self.output, self.depth = output, self.depth - 1
            self.memory, self.left, self.line = saved_memory, had_left, file_line
            self._uncertain_depth -= 1

    def _read_inserted(self, script: str, line: int) -> None:
        """Run a script within $(…), where an error makes its output unknown."""
        reader = ShellReader(script, line, self.depth)
        try:
            while (command := reader.next_command()) is not None:
                status = self._run_command(command)
                del status
        except ScriptEnd:
            pass

    def _output_text(self) -> Value:
        """Return what was printed within $(…), without line breaks at the end."""
        text = join_values([*(self.output or ())])
        return text.rstrip("\n") if isinstance(text, str) else text
