"""Paths of settings as layers can read them: no layer knows the variables that paths begin with."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Variable
from vkconfig_py.model.settings.declared import PATH_TYPES, Setting, Value
from vkconfig_py.model.settings.path_variables import PathVariables, path_variables

# What somebody means to be replaced: ${NAME} wherever it stands; $NAME and ~NAME/ at the beginning.
_MEANT = re.compile(r"\$\{[^{}/\\]*\}|^\$[A-Za-z_][A-Za-z0-9_]*(?=[/\\]|$)|^~[^/\\]*(?=[/\\])")


def program_environment(host: Host, own: Iterable[Variable]) -> dict[str, str]:
    """Return the variables of programs of a session, with those that a configuration gives them."""
    environment = dict(host.environment)
    for variable in own:
        if variable.value is None:
            environment.pop(variable.name, None)
        else:
            environment[variable.name] = variable.value
    return environment


def program_paths(host: Host, own: Iterable[Variable] = ()) -> PathVariables:
    """Return what variables in paths stand for to programs of a session.

    Args:
        host: the session.
        own: variables that a configuration gives its programs.
    """
    return path_variables(program_environment(host, own), host.platform, host.prefix)


class Expanded(NamedTuple):
    """A path with folders in place of its variables.

    Attributes:
        problem: why it stands for no path, a sentence, or "".
    """

    path: str
    problem: str = ""


def expand_path(path: str, variables: PathVariables) -> Expanded:
    """Put a folder in place of the variable that a path begins with."""
    name = variables.name_of(path)
    meant = _MEANT.search(path.removeprefix(name))
    if meant is None:
        return Expanded(variables.expand(path))
    if name or (meant.start() > 0 and variables.name_of(meant[0])):
        return Expanded(path, f"“{meant[0]}” is understood at the beginning of a path only.")
    if meant[0] in ("~", "$HOME", "${HOME}"):
        return Expanded(path, f"HOME is not set, so “{meant[0]}” is no folder.")
    return Expanded(path, f"It is not known what “{meant[0]}” stands for.")


def expand_value(setting: Setting, value: Value, variables: PathVariables | None) -> Expanded:
    """Return a path as layers read it; nothing is known of the machine without `variables`."""
    assert isinstance(value, str)
    if variables is None or setting.type not in PATH_TYPES:
        return Expanded(value)
    return expand_path(value, variables)
