"""Variables at the start of paths: ${VULKAN_HOME} and others of VkConfig, and ~.

Stored paths keep the variables, so that a file is exported as it was imported and means the same on
another machine; they are expanded on use.
"""

from __future__ import annotations

import ntpath
import posixpath
import re
from collections.abc import Iterable, Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import PATH_TYPES, Value, Variable
from vkconfig_py.model.layer_settings.declared import Setting

_VULKAN_FOLDERS = {Platform.LINUX: "/usr", Platform.MACOS: "/usr/local"}
_APPDATA_FOLDER = ".local/share/vulkan"
_WINDOWS_APPDATA = "AppData/Local/LunarG"


class PathVariables(NamedTuple):
    """Values of the path variables on one machine.

    Attributes:
        pairs: (name as written, folder), such as ("${VULKAN_SDK}", "/usr").
        typed_pairs: others that users type, such as ("~", "/home/me"), or that only older versions
            of VkConfig wrote; unknown to VkConfig 3.
        platform: of that machine.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    typed_pairs: tuple[tuple[str, str], ...] = ()
    platform: Platform = Platform.LINUX

    def expand(self, path: str) -> str:
        """Return a path with the variable at its start expanded. An unknown variable is kept."""
        name, folder = self._find(path)
        return folder + path[len(name) :]

    def find_folder(self, path: str) -> ExpandedPath:
        """Return an absolute folder, with a problem if this machine has none."""
        expanded_path = expand_path(path, self)
        is_windows = self.platform is Platform.WINDOWS
        if expanded_path.problem or (ntpath if is_windows else posixpath).isabs(expanded_path.path):
            return expanded_path
        return ExpandedPath(
            path, tr("“{path}” is not an absolute path on this platform.", path=path)
        )

    def find_variable(self, path: str) -> str:
        """Return the known variable that a path begins with, or ""."""
        return self._find(path)[0]

    def _find(self, path: str) -> tuple[str, str]:
        """Return the variable that a path begins with, and its folder, or two empty texts."""
        for name, folder in (*self.pairs, *self.typed_pairs):
            # ~name and ${NAME}x have the same start, but another meaning.
            if path.startswith(name) and path[len(name) :][:1] in ("", "/", "\\"):
                return name, folder
        return "", ""

    def shorten(self, path: str) -> str:
        """Return a path with its longest possible prefix replaced by a variable."""
        matching_folders = [
            (folder, name)
            for name, folder in self.pairs
            # A variable with the value / would match every path.
            if folder not in ("", "/") and (path == folder or path.startswith(f"{folder}/"))
        ]
        if not matching_folders:
            return path
        folder, name = max(matching_folders, key=lambda pair: len(pair[0]))
        return name + path[len(folder) :]


NO_VARIABLES = PathVariables()


def make_path_variables(
    environment: Mapping[str, str], platform: Platform = Platform.LINUX, prefix: str = ""
) -> PathVariables:
    """Return the path variables of a session. Without a home folder some are missing.

    `prefix`: prefix of compiled-in paths (`Host.prefix`).
    """
    user = environment.get("USERPROFILE" if platform is Platform.WINDOWS else "HOME", "")
    sdk_home = environment.get("VK_HOME") or environment.get("VULKAN_HOME")
    sdk_home = sdk_home or posixpath.join(user, "VulkanSDK")
    download = environment.get("VULKAN_DOWNLOAD") or posixpath.join(sdk_home, "Releases")
    built_in = _VULKAN_FOLDERS.get(platform, "")
    sdk = environment.get("VULKAN_SDK") or (built_in and f"{prefix}{built_in}")
    windows = platform is Platform.WINDOWS
    sdk_content = f"{sdk}/Config" if windows else f"{sdk}/share/vulkan/config"
    appdata = posixpath.join(user, _WINDOWS_APPDATA if windows else _APPDATA_FOLDER)
    folders = {
        "VULKAN_HOME": sdk_home,
        "VK_HOME": sdk_home,
        "VULKAN_DOWNLOAD": download,
        "VK_DOWNLOAD": download,
        "VULKAN_PROFILES": f"{sdk_content}/VK_LAYER_KHRONOS_profiles",
        "VULKAN_CONTENT": sdk_content,
        "VULKAN_APPDATA": appdata,
        "VK_APPDATA": appdata,
        "VULKAN_BIN": f"{sdk}/Bin" if windows else f"{sdk}/bin",
        "VULKAN_SDK": sdk,
    }
    set_folders = {
        name: folder for name, folder in folders.items() if posixpath.isabs(folder) or user
    }
    pairs = tuple((f"${{{name}}}", folder) for name, folder in set_folders.items())
    # path.cpp of VkConfig 2.4: both are ~/VulkanSDK, whatever VULKAN_HOME is.
    local = posixpath.join(user, "VulkanSDK")
    old_variables = (
        ("${VK_LOCAL}", local),
        ("${LOCAL}", local),
        ("$[VULKAN_CONTENT]", sdk_content),
    )
    homes = tuple((name, user) for name in ("~", "$HOME", "${HOME}"))
    return PathVariables(pairs, (*homes, *old_variables) if user else (), platform)


# Text meant as a variable: ${NAME} anywhere; $NAME and ~NAME/ at the beginning.
_VARIABLE_PATTERN = re.compile(
    r"\$\{[^{}/\\]*\}|^\$[A-Za-z_][A-Za-z0-9_]*(?=[/\\]|$)|^~[^/\\]*(?=[/\\])"
)


def make_program_environment(host: Host, variables: Iterable[Variable]) -> dict[str, str]:
    """Return the environment that programs get: the session's and these variables."""
    environment = dict(host.environment)
    for variable in variables:
        if variable.value is None:
            environment.pop(variable.name, None)
        else:
            environment[variable.name] = variable.value
    return environment


def make_program_path_variables(host: Host, variables: Iterable[Variable] = ()) -> PathVariables:
    """Return the path variables as programs see them with these variables set."""
    return make_path_variables(
        make_program_environment(host, variables), host.platform, host.prefix
    )


class ExpandedPath(NamedTuple):
    """A path with its variables expanded."""

    path: str
    problem: str = ""


def expand_path(path: str, variables: PathVariables) -> ExpandedPath:
    """Expand the variable at the start of a path."""
    name = variables.find_variable(path)
    variable_match = _VARIABLE_PATTERN.search(path.removeprefix(name))
    if variable_match is None:
        return ExpandedPath(variables.expand(path))
    if name or (variable_match.start() > 0 and variables.find_variable(variable_match[0])):
        reason = tr("“{name}” works only at the start of a path.", name=variable_match[0])
        return ExpandedPath(path, reason)
    if variable_match[0] in ("~", "$HOME", "${HOME}"):
        return ExpandedPath(
            path, tr("HOME is not set, so “{name}” cannot be expanded.", name=variable_match[0])
        )
    return ExpandedPath(path, tr("Unknown path variable “{name}”.", name=variable_match[0]))


def expand_value(setting: Setting, value: Value, variables: PathVariables | None) -> ExpandedPath:
    """Return a path setting's value with its variables expanded, as layers do.

    Other values, or all without `variables`, are not changed.
    """
    assert isinstance(value, str)
    if variables is None or setting.type not in PATH_TYPES:
        return ExpandedPath(value)
    return expand_path(value, variables)
