"""What the user's own file of a layer says, as values and defaults of its settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import Value
from vkconfig_py.model.layer_settings.checks import check_value
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnFormat, Setting
from vkconfig_py.model.layer_settings.encoding import Refused
from vkconfig_py.model.layer_settings.own_encoding import decode_own


class FileValue(NamedTuple):
    """A value of the file as text, and its line."""

    text: str
    line: int


class OwnFile(NamedTuple):
    """The file that a layer reads in a program now.

    Attributes:
        path: "" if there is none.
        values: by the name that the file has for a setting.
    """

    path: str = ""
    values: Mapping[str, FileValue] = MappingProxyType({})

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


NO_FILE = OwnFile()


def file_line(file: OwnFile, setting: Setting) -> int:
    """The line of a file that sets a setting; 0 if none does."""
    found = file.values.get(setting.own_name)
    return found.line if found else 0


def with_file(declared: DeclaredLayer, file: OwnFile) -> DeclaredLayer:
    """The layer with what the user's file says in place of its own defaults."""
    if declared.own is None or not file.values:
        return declared
    settings = tuple(_with_values(declared.settings, declared.own.format, file))
    return declared._replace(settings=settings)


def _with_values(settings: Sequence[Setting], form: OwnFormat, file: OwnFile) -> Iterator[Setting]:
    for setting in settings:
        inner = tuple(_with_values(setting.settings, form, file))
        found = file.values.get(setting.own_name)
        value = _read(setting, form, found.text) if found else None
        if value is not None:
            setting = setting._replace(default=value)
        yield setting._replace(settings=inner) if inner else setting


def _read(setting: Setting, form: OwnFormat, text: str) -> Value:
    """The value that a layer reads; None if it cannot be shown as one."""
    read = decode_own(form, setting, text)
    return None if isinstance(read, Refused) or check_value(setting, read) else read
