"""Values of settings as layers can read them: no layer knows the variables of paths."""

from __future__ import annotations

from vkconfig_py.loader.host import Host
from vkconfig_py.model.foreign.variables import path_variables
from vkconfig_py.model.settings.declared import PATH_TYPES, DeclaredLayer
from vkconfig_py.model.settings.values import Values


def expand_paths(declared: DeclaredLayer, values: Values, host: Host) -> Values:
    """Put folders in place of the variables that paths begin with."""
    known = path_variables(host.environment, host.platform)
    paths = {setting.key for setting in declared.walk() if setting.type in PATH_TYPES}
    return {
        key: known.expand(value) if key in paths and isinstance(value, str) else value
        for key, value in values.items()
    }
