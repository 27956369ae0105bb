"""Scripts that set what a configuration says as variables of a shell: to be sourced, or called.

Layers and lists are joined with the separator at which the loader and both families of layers
split: the one of paths. A comma would be read by newer layers only (docs/layer_settings.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Variable
from vkconfig_py.model.settings.encoding import Carrier, path_separator
from vkconfig_py.model.settings.names import file_key, settable_variables
from vkconfig_py.model.writers.environment import Refused, Rendered, Shell, render_environment
from vkconfig_py.model.writers.held_back import tell_unwritten
from vkconfig_py.model.writers.setting_comments import (
    WIDTH,
    layer_lines,
    one_line,
    setting_lines,
    wrapped,
)
from vkconfig_py.model.writers.setting_lines import LayerSettings, Scope, SettingLine, decide_lines

FILE_ENDINGS: Final = {
    Shell.BASH: ".sh",
    Shell.FISH: ".fish",
    Shell.POWERSHELL: ".ps1",
    Shell.CMD: ".bat",
}
_USE = {
    Shell.BASH: "Use it in a shell with: source FILE",
    Shell.FISH: "Use it in a shell with: source FILE",
    Shell.POWERSHELL: "Use it in a session with: . FILE",
    Shell.CMD: "Use it in a console, or in a batch file with: call FILE",
}

_NO_VARIABLE = "The layer reads no variable for it."
# In a comment cmd expands %, goes on in the next line after ^, shows its help at /?, and looks for
# commands and files in the first word. Without the quotes of our own sentences most scripts are
# plain ASCII and need no other code page.
_REM = str.maketrans({"%": "%%", "“": '"', "”": '"', "≠": "is not"} | dict.fromkeys("^&|<>", " "))


class SettingVariables(NamedTuple):
    """Settings as variables, and those that no variable can carry; the reasons are sentences."""

    variables: tuple[Variable, ...]
    refused: tuple[Refused, ...] = ()


def setting_variables(
    layers: Sequence[LayerSettings], *, platform: str = "LINUX"
) -> SettingVariables:
    """Return the chosen values as variables; what has no effect is left out."""
    variables, refused = [], []
    for layer in layers:
        refused += [
            Refused(file_key(layer.declared.name, note.key), note.sentence) for note in layer.lost
        ]
        for line in decide_lines(layer, Scope.CHANGED, platform, Carrier.VARIABLE):
            names = settable_variables(layer.declared, line.setting)
            reason = line.refused or line.left_out or ("" if names else _NO_VARIABLE)
            if reason:
                refused.append(Refused(file_key(layer.declared.name, line.setting.key), reason))
            if line.is_active:
                variables += [Variable(name, line.text) for name in names]
    return SettingVariables(tuple(variables), tuple(refused))


def layers_variable(names: Iterable[str], platform: str) -> Variable:
    """Return the variable that turns explicit layers on, in this order from the application."""
    return Variable("VK_INSTANCE_LAYERS", path_separator(platform).join(names))


def render_script(
    shell: Shell,
    settings: Sequence[LayerSettings] = (),
    *,
    layers_on: Sequence[str] = (),
    loader_log: Sequence[str] = (),
    variables: Sequence[Variable] = (),
    platform: str = "LINUX",
    scope: Scope = Scope.ALL,
    title: str = "",
) -> Rendered:
    """Return a script for one shell, or with Shell.STEAM a launch option.

    With Scope.ALL each setting stands there with its documentation, as a comment where it is the
    layer's default.
    """
    if shell is Shell.CMD and not platform.startswith("WINDOWS"):
        platform = "WINDOWS"
    first = [layers_variable(layers_on, platform)] if layers_on else []
    if loader_log:
        first.append(Variable("VK_LOADER_DEBUG", ",".join(loader_log)))
    first += variables
    if shell is Shell.STEAM:
        wanted = setting_variables(settings, platform=platform)
        rendered = render_environment([*first, *wanted.variables], shell)
        return Rendered(rendered.text, (*wanted.refused, *rendered.refused))
    writer = _Writer(shell)
    writer.comment([*wrapped(title), _USE[shell]])
    writer.variables(first)
    for layer in settings:
        _write_layer(writer, layer, scope, platform)
    return Rendered(writer.text, tuple(writer.refused))


def _write_layer(writer: _Writer, layer: LayerSettings, scope: Scope, platform: str) -> None:
    lines = tuple(decide_lines(layer, scope, platform, Carrier.VARIABLE))
    if not lines and not layer.lost:
        return
    writer.gap()
    if scope is Scope.ALL:
        writer.comment(["=" * WIDTH, *layer_lines(layer.declared), "=" * WIDTH])
    else:
        writer.comment([one_line(layer.declared.name)])
    for note in layer.lost:
        writer.lost(file_key(layer.declared.name, note.key), note.sentence)
    for line in lines:
        if scope is Scope.ALL:
            writer.gap()
            writer.comment(setting_lines(layer.declared, line.setting, layer.values))
        names = settable_variables(layer.declared, line.setting)
        writer.setting(line, file_key(layer.declared.name, line.setting.key), names)


class _Writer:
    """Puts lines together in the words of one shell."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._lines: list[str] = []
        self.refused: list[Refused] = []

    @property
    def text(self) -> str:
        """Return the script in the form in which the shell reads files."""
        text = "".join(f"{line}\n" for line in self._lines)
        if self._shell is Shell.POWERSHELL:
            # Windows PowerShell takes a file without a byte order mark for one of its code page.
            return text if text.isascii() else f"\ufeff{text}"
        if self._shell is Shell.CMD:
            page = "" if text.isascii() else "@chcp 65001 >nul\n"
            return (page + text).replace("\n", "\r\n")
        return text

    def gap(self) -> None:
        """Leave a line empty."""
        self._lines.append("")

    def comment(self, lines: Iterable[str]) -> None:
        """Write lines that the shell passes over."""
        self._lines += [self._comment(line) for line in lines]

    def variables(self, variables: Sequence[Variable]) -> None:
        """Write variables that are set in any case."""
        for variable in variables:
            self._lines += self._assign(variable)

    def setting(self, line: SettingLine, key: str, names: Sequence[str]) -> None:
        """Write one setting, as a comment where it is not to be set."""
        self.comment(wrapped(line.held_back))
        if line.refused or not names:
            if line.is_chosen:
                self._refuse(Refused(key, line.refused or _NO_VARIABLE))
            return
        if line.left_out:
            self._refuse(Refused(key, line.left_out), is_part=True)
        for name in names:
            variable = Variable(name, line.text)
            if line.is_active:
                self._lines += self._assign(variable)
            elif line.text:
                # Only to be read: the shell's own refusal of a comment would help nobody.
                self.comment(self._rendered(variable).text.splitlines())

    def lost(self, key: str, reason: str) -> None:
        """Say of a value that is kept why it is not set."""
        self._refuse(Refused(key, reason))

    def _assign(self, variable: Variable) -> Iterator[str]:
        rendered = self._rendered(variable)
        for refused in rendered.refused:
            self._refuse(refused._replace(reason=_sentence(refused.reason)))
        mark = "@" if self._shell is Shell.CMD else ""
        # Values may have line breaks where the shell can quote them.
        if rendered.text:
            yield mark + rendered.text.removesuffix("\n")

    def _rendered(self, variable: Variable) -> Rendered:
        return render_environment([variable], self._shell)

    def _refuse(self, refused: Refused, *, is_part: bool = False) -> None:
        self.refused.append(refused)
        name, reason = refused.name, refused.reason
        self.comment(wrapped(tell_unwritten(name, reason, written="set", is_part=is_part)))

    def _comment(self, line: str) -> str:
        if self._shell is not Shell.CMD:
            return f"# {line}".rstrip()
        return f"@rem {line.translate(_REM)}".replace("/?", "/ ?").rstrip()


def _sentence(words: str) -> str:
    """Return the reasons of environment.py, which are parts of sentences, as sentences."""
    return f"{words[:1].upper()}{words[1:]}."
