"""Scripts that express a configuration as shell variables: rendered and parsed.

Rendered scripts are to be sourced, or called from cmd. Layers and lists are joined with the path
separator, at which the loader and both families of layers split. Only newer layers split at commas
(docs/layer_settings.md).

When a script is parsed, variables that turn layers on become layer entries, those that a layer
reads become its settings, and all others become variables of the program. In our own scripts,
chosen values in comments (without effect) are read too (setting_lines.py).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Variable,
    make_key,
)
from vkconfig_py.model.formats.foreign_files import (
    ForeignError,
    ForeignKind,
    ImportNote,
    OpenedFile,
    ReadDeclaredLayers,
)
from vkconfig_py.model.formats.layer_settings_txt import SettingsReader, TextValue
from vkconfig_py.model.formats.setting_lines import (
    LINE_WIDTH,
    InactiveComment,
    LayerSettings,
    Scope,
    SettingLine,
    decide_lines,
    find_unwritten,
    has_reason,
    make_one_line,
    make_unwritten_comment,
    render_layer_heading,
    render_setting_comment,
    wrap_paragraphs,
)
from vkconfig_py.model.formats.shells import (
    SYNTAX_BY_SHELL_KIND,
    Assignment,
    RefusedVariable,
    RenderedText,
    ShellKind,
    find_assignments,
    render_environment,
)
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.encoding import TextTarget, get_path_separator
from vkconfig_py.model.layer_settings.setting_names import (
    list_settable_variables,
    list_variable_names,
    make_file_key,
    render_variable_doubt,
)

_MAX_LINES = 20  # maximum number of lines of a value
_COMMENT_PATTERN = re.compile(r"(#+|(?:@?rem\b|::))(.*)", re.ASCII | re.IGNORECASE)


class Script(NamedTuple):
    """Content of a script.

    Attributes:
        inactive_assignments: settings written as comments, since they have no effect.
        unwritten_comments: settings that could not be written.
    """

    assignments: tuple[Assignment, ...]
    inactive_assignments: tuple[Assignment, ...]
    unwritten_comments: tuple[InactiveComment, ...]


def read_script(content: bytes) -> Script:
    """Read the assignments of a shell script, those commented out, and reasons in comments."""
    # PowerShell scripts begin with a byte order mark.
    lines = content.decode("utf-8-sig", "surrogateescape").split("\n")
    texts = [line.strip() for line in lines]
    comments = {
        number: comment
        for number, text in enumerate(texts, start=1)
        if (comment := _read_comment(text)) is not None
    }
    examples = (
        (line_number, find_assignments(text, line_number)) for line_number, text in comments.items()
    )
    assignment_by_line = {
        number: assignments[0] for number, assignments in examples if len(assignments) == 1
    }
    inactive_assignment = (
        assignment
        for number, assignment in assignment_by_line.items()
        if has_reason(comments, assignment_by_line, number)
    )
    return Script(
        tuple(_find_all_assignments(lines, comments)),
        tuple(
            _mark_inexact(assignment, texts[assignment.line - 1])
            for assignment in inactive_assignment
        ),
        tuple(find_unwritten(comments)),
    )


def _find_all_assignments(lines: Sequence[str], comments: Container[int]) -> Iterator[Assignment]:
    """Yield the variables set in a script's lines. A quoted value may span several lines."""
    number = 0
    while number < len(lines):
        number += 1
        if number in comments:
            continue
        assignments = find_assignments(lines[number - 1].strip(), number)
        if assignments and not assignments[-1].is_complete:
            assignments, number = _complete_assignment(assignments, lines)
        yield from assignments


def _complete_assignment(
    incomplete_assignments: tuple[Assignment, ...], lines: Sequence[str]
) -> tuple[tuple[Assignment, ...], int]:
    """Join further lines until a quoted value ends.

    Return the assignments and their last line.
    """
    first_line = incomplete_assignments[0].line
    for last_line in range(first_line + 1, min(first_line + _MAX_LINES, len(lines) + 1)):
        assignments = find_assignments(
            "\n".join(lines[first_line - 1 : last_line]).strip(), first_line
        )
        if assignments and assignments[-1].is_complete:
            return assignments, last_line
    return incomplete_assignments, first_line


def _read_comment(text: str) -> str | None:
    """Return the text of a comment, None for other lines."""
    match = _COMMENT_PATTERN.fullmatch(text)
    return match[2].strip() if match else None


def _mark_inexact(assignment: Assignment, text: str) -> Assignment:
    """Mark an assignment as incomplete where a comment of cmd may have changed it."""
    # Inside a comment of cmd, spaces may replace characters that it cannot contain
    is_exact = text.lstrip().startswith("#") or " " not in (assignment.value or "")
    return assignment._replace(is_complete=assignment.is_complete and is_exact)


_NAME = tr("Variables")
_INSTANCE_LAYERS_VARIABLE = "VK_INSTANCE_LAYERS"
# VkConfig joins layers with commas, at which no loader splits.
_SEPARATOR_PATTERN = re.compile(r"[:;,]")


def open_script(content: bytes, read_declared_layers: ReadDeclaredLayers) -> OpenedFile:
    """Read the variables that a script sets, as a configuration.

    Raises:
        ForeignError: the script sets no variable.
    """
    script = read_script(content)
    if not script.assignments and not script.inactive_assignments:
        raise ForeignError(tr("it does not set any variables"))
    reading = _VariableReader(read_declared_layers)
    active_assignments = _map_last_by_name(script.assignments)
    for name, assignment in (
        _map_last_by_name(script.inactive_assignments) | active_assignments
    ).items():
        reading.add(assignment, is_inactive=name not in active_assignments)
    notes = [
        *reading.notes,
        *(
            ImportNote(inactive_comment.sentence, inactive_comment.line)
            for inactive_comment in script.unwritten_comments
        ),
    ]
    return OpenedFile(ForeignKind.SCRIPT, (reading.make_configuration(),), notes=tuple(notes))


def _map_last_by_name(assignments: Iterable[Assignment]) -> dict[str, Assignment]:
    return {assignment.name: assignment for assignment in assignments}


class _VariableReader:
    """Converts variables to a configuration."""

    def __init__(self, read_declared_layers: ReadDeclaredLayers) -> None:
        self._reader = SettingsReader(read_declared_layers)
        self._find_readers = _find_readers(read_declared_layers)
        self._enabled_layers: list[str] = []
        self._other_variables: list[Variable] = []

    @property
    def notes(self) -> list[ImportNote]:
        """Notes about what could not be imported so far."""
        return self._reader.notes

    def add(self, assignment: Assignment, *, is_inactive: bool) -> None:
        """Use a variable for layers, a setting or the environment, or note why not.

        `is_inactive`: it is commented out.
        """
        readers = self._find_readers.get(assignment.name, ())
        if not assignment.is_complete:
            sentence = tr(
                "{variable} was omitted: it could not be read completely.", variable=assignment.name
            )
            self.notes.append(ImportNote(sentence, assignment.line))
        elif is_inactive and not readers:
            sentence = tr(
                "{variable} is commented out, and no layer on this machine reads it.",
                variable=assignment.name,
            )
            self.notes.append(ImportNote(sentence, assignment.line))
        elif assignment.value is not None and assignment.name == _INSTANCE_LAYERS_VARIABLE:
            self._enabled_layers += [
                part for part in _SEPARATOR_PATTERN.split(assignment.value) if part
            ]
        elif assignment.value is not None and readers:
            for layer, key in readers:
                value = TextValue(
                    assignment.name,
                    assignment.value,
                    assignment.line,
                    assignment.separator,
                    is_active=not is_inactive,
                )
                self._reader.set_value(layer, key, value)
        else:
            self._other_variables.append(Variable(assignment.name, assignment.value))

    def make_configuration(self) -> Configuration:
        """Return the configuration that sets what was added."""
        names = dict.fromkeys(self._enabled_layers)
        entries = {name: LayerEntry(name, LayerControl.ON, placed=True) for name in names}
        for name, entry in self._reader.entries.items():
            entries[name] = entries.get(name, entry)._replace(settings=entry.settings)
        other_variables = tuple(self._other_variables)
        return Configuration(
            make_key(), _NAME, tuple(entries.values()), environment=other_variables
        )


def _find_readers(
    read_declared_layers: ReadDeclaredLayers,
) -> dict[str, list[tuple[DeclaredLayer, str]]]:
    """Return the layers, with the setting's key, that read each variable."""
    readers: dict[str, list[tuple[DeclaredLayer, str]]] = {}
    names = set()
    for layer in read_declared_layers():
        if layer.name in names:
            continue
        names.add(layer.name)
        for setting in layer.walk_settings():
            for name in list_variable_names(layer, setting):
                readers.setdefault(name, []).append((layer, setting.key))
    return readers


_NO_VARIABLE = tr("This setting has no environment variable.")
# In a comment cmd expands %, goes on in the next line after ^, shows its help at /?, and looks for
# commands and files in the first word. Without the quotes of our own sentences most scripts are
# plain ASCII and need no other code page.
_REM_TABLE = str.maketrans(
    {"%": "%%", "“": '"', "”": '"', "≠": "is not"} | dict.fromkeys("^&|<>", " ")
)


class SettingVariables(NamedTuple):
    """Settings as variables, and those that cannot be variables, with reasons as sentences."""

    variables: tuple[Variable, ...]
    refused_variables: tuple[RefusedVariable, ...] = ()


def make_setting_variables(
    layers: Sequence[LayerSettings], *, platform: str = "LINUX"
) -> SettingVariables:
    """Return the user's values as variables, without those that have no effect."""
    variables, refused_variables = [], []
    for layer in layers:
        refused_variables += [
            RefusedVariable(make_file_key(layer.declared.name, note.key), note.sentence)
            for note in layer.lost_values
        ]
        for line in decide_lines(layer, Scope.CHANGED, platform, TextTarget.VARIABLE):
            names = list_settable_variables(layer.declared, line.setting)
            reason = line.refusal or line.partial_reason or ("" if names else _NO_VARIABLE)
            if reason:
                refused_variables.append(
                    RefusedVariable(make_file_key(layer.declared.name, line.setting.key), reason)
                )
            if line.is_active:
                variables += [Variable(name, line.text) for name in names]
    return SettingVariables(tuple(variables), tuple(refused_variables))


def make_layers_variable(names: Iterable[str], platform: str) -> Variable:
    """Return the variable that turns on explicit layers, application side first."""
    # The loader splits it at the path separator.
    return Variable("VK_INSTANCE_LAYERS", get_path_separator(platform).join(names))


def render_script(
    shell: ShellKind,
    settings: Sequence[LayerSettings] = (),
    *,
    enabled_layers: Sequence[str] = (),
    loader_log: Sequence[str] = (),
    variables: Sequence[Variable] = (),
    platform: str = "LINUX",
    scope: Scope = Scope.ALL,
    title: str = "",
) -> RenderedText:
    """Render a script for one shell, or with ShellKind.STEAM a launch option.

    Args:
        shell: whose syntax is written.
        settings: layers with their values.
        enabled_layers: explicit layers to turn on, application side first.
        loader_log: what the loader prints.
        variables: further variables.
        platform: token such as LINUX; settings of other platforms become comments.
        scope: with Scope.ALL every setting with its documentation, defaults as comments.
        title: comment at the beginning.
    """
    if shell is ShellKind.CMD and not platform.startswith("WINDOWS"):
        platform = "WINDOWS"
    leading_variables = [make_layers_variable(enabled_layers, platform)] if enabled_layers else []
    if loader_log:
        leading_variables.append(Variable("VK_LOADER_DEBUG", ",".join(loader_log)))
    leading_variables += variables
    if shell is ShellKind.STEAM:
        # A launch option is one line and has no room for comments.
        settings_text = make_setting_variables(settings, platform=platform)
        rendered_text = render_environment([*leading_variables, *settings_text.variables], shell)
        return RenderedText(
            rendered_text.text, (*settings_text.refused_variables, *rendered_text.refused_variables)
        )
    writer = _Writer(shell)
    writer.add_comment([*wrap_paragraphs(title), SYNTAX_BY_SHELL_KIND[shell].usage])
    writer.add_variables(leading_variables)
    for layer in settings:
        _write_layer(writer, layer, scope, platform)
    return RenderedText(writer.text, tuple(writer.refused_variables))


def _write_layer(writer: _Writer, layer: LayerSettings, scope: Scope, platform: str) -> None:
    """Write the comment and settings of a layer."""
    lines = tuple(decide_lines(layer, scope, platform, TextTarget.VARIABLE))
    if not lines and not layer.lost_values:
        return
    writer.add_gap()
    if scope is Scope.ALL:
        writer.add_comment(
            ["=" * LINE_WIDTH, *render_layer_heading(layer.declared), "=" * LINE_WIDTH]
        )
    else:
        writer.add_comment([make_one_line(layer.declared.name)])
    for note in layer.lost_values:
        writer.add_lost_value(make_file_key(layer.declared.name, note.key), note.sentence)
    for line in lines:
        if scope is Scope.ALL:
            writer.add_gap()
            writer.add_comment(
                render_setting_comment(layer.declared, line.setting, layer.effective_values)
            )
        names = list_settable_variables(layer.declared, line.setting)
        if line.is_active:
            writer.add_comment(wrap_paragraphs(render_variable_doubt(layer.declared, line.setting)))
        writer.add_setting(line, make_file_key(layer.declared.name, line.setting.key), names)


class _Writer:
    """Writes lines in the syntax of one shell."""

    def __init__(self, shell: ShellKind) -> None:
        self._shell = shell
        self._lines: list[str] = []
        self.refused_variables: list[RefusedVariable] = []

    @property
    def text(self) -> str:
        """The whole script, with the byte order mark and line ends that its shell needs."""
        text = "".join(f"{line}\n" for line in self._lines)
        if self._shell is ShellKind.POWERSHELL:
            # Windows PowerShell reads a file without a byte order mark in the system's code page.
            return text if text.isascii() else f"\ufeff{text}"
        if self._shell is ShellKind.CMD:
            # cmd reads a batch file in the code page of the console; 65001 is UTF-8.
            page = "" if text.isascii() else "@chcp 65001 >nul\n"
            return (page + text).replace("\n", "\r\n")
        return text

    def add_gap(self) -> None:
        """Write an empty line."""
        self._lines.append("")

    def add_comment(self, lines: Iterable[str]) -> None:
        """Write lines as comments of the script."""
        self._lines += [self._render_comment(line) for line in lines]

    def add_variables(self, variables: Sequence[Variable]) -> None:
        for variable in variables:
            self._lines += self._render_assignments(variable)

    def add_setting(self, line: SettingLine, key: str, names: Sequence[str]) -> None:
        """Write the variables of a setting, or a comment why not.

        `key`: of the setting, for the comment. `names`: variables that set it.
        """
        self.add_comment(wrap_paragraphs(line.inactive_reason))
        if line.refusal or not names:
            if line.is_chosen:
                self._add_refused(RefusedVariable(key, line.refusal or _NO_VARIABLE))
            return
        if line.partial_reason:
            self._add_refused(RefusedVariable(key, line.partial_reason), is_part=True)
        for name in names:
            variable = Variable(name, line.text)
            if line.is_active:
                self._lines += self._render_assignments(variable)
            elif line.text:
                # For reading only: the shell's own error for a comment would not help.
                self.add_comment(self._render_variable(variable).text.splitlines())

    def add_lost_value(self, key: str, reason: str) -> None:
        """Write the comment that a stored value cannot be used."""
        self._add_refused(RefusedVariable(key, reason))

    def _render_assignments(self, variable: Variable) -> Iterator[str]:
        """Yield the lines that set a variable."""
        rendered_text = self._render_variable(variable)
        for refused_variable in rendered_text.refused_variables:
            self._add_refused(refused_variable)
        # Without it cmd echoes every line before running it.
        mark = "@" if self._shell is ShellKind.CMD else ""
        # Values may have line breaks where the shell can quote them.
        if rendered_text.text:
            yield mark + rendered_text.text.removesuffix("\n")

    def _render_variable(self, variable: Variable) -> RenderedText:
        """Render a variable in the syntax of the shell."""
        return render_environment([variable], self._shell)

    def _add_refused(self, refused_variable: RefusedVariable, *, is_part: bool = False) -> None:
        """Write the comment that a variable is not set, or not whole, and remember it."""
        self.refused_variables.append(refused_variable)
        name, reason = refused_variable.name, refused_variable.reason
        self.add_comment(
            wrap_paragraphs(
                make_unwritten_comment(name, reason, written_text="set", is_part=is_part)
            )
        )

    def _render_comment(self, line: str) -> str:
        """Return a line as a comment of the shell."""
        if self._shell is not ShellKind.CMD:
            return f"# {line}".rstrip()
        return f"@rem {line.translate(_REM_TABLE)}".replace("/?", "/ ?").rstrip()
