"""The variables that stand first in paths, such as ${VULKAN_HOME} of VkConfig's files, and ~.

Paths of settings keep them as text, so that a file goes back as it came, and means the same on
another machine; what is used is expanded.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from vkconfig_py.loader.host import Platform
from vkconfig_py.loader.records import NamedTuple

_VULKAN = {Platform.LINUX: "/usr", Platform.MACOS: "/usr/local"}
_APPDATA = ".local/share/vulkan"
_WINDOWS_APPDATA = "AppData/Local/LunarG"


class PathVariables(NamedTuple):
    """What the variables stand for on one machine.

    Attributes:
        pairs: (name as it is written, folder), such as ("${VULKAN_SDK}", "/usr").
        typed: others that people write, such as ("~", "/home/me"); VkConfig knows none of them.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    typed: tuple[tuple[str, str], ...] = ()

    def expand(self, path: str) -> str:
        """Return a path without its variable; one that is not known stays as it is."""
        name, folder = self._find(path)
        return folder + path[len(name) :]

    def without_typed(self, path: str) -> str:
        """Return a path as VkConfig understands it: with no other variables than its own."""
        return PathVariables(self.typed).expand(path)

    def name_of(self, path: str) -> str:
        """Return the variable that a path begins with, or "" if it is none that is known."""
        return self._find(path)[0]

    def _find(self, path: str) -> tuple[str, str]:
        for name, folder in (*self.pairs, *self.typed):
            if path.startswith(name) and path[len(name) :][:1] in ("", "/", "\\"):
                return name, folder
        return "", ""

    def fold(self, path: str) -> str:
        """Return a path with the variable that covers most of it."""
        fitting = [
            (folder, name)
            for name, folder in self.pairs
            if folder not in ("", "/") and (path == folder or path.startswith(f"{folder}/"))
        ]
        if not fitting:
            return path
        folder, name = max(fitting, key=lambda pair: len(pair[0]))
        return name + path[len(folder) :]


NO_VARIABLES = PathVariables()


def path_variables(
    environment: Mapping[str, str], platform: Platform = Platform.LINUX, prefix: str = ""
) -> PathVariables:
    """Return what the variables stand for in a session; without a home some stand for nothing.

    Args:
        environment: of the session.
        platform: of the machine.
        prefix: of what is built into its programs (`Host.prefix`).
    """
    user = environment.get("USERPROFILE" if platform is Platform.WINDOWS else "HOME", "")
    own = environment.get("VK_HOME") or environment.get("VULKAN_HOME")
    own = own or posixpath.join(user, "VulkanSDK")
    download = environment.get("VULKAN_DOWNLOAD") or posixpath.join(own, "Releases")
    built_in = _VULKAN.get(platform, "")
    kit = environment.get("VULKAN_SDK") or (built_in and f"{prefix}{built_in}")
    windows = platform is Platform.WINDOWS
    content = f"{kit}/Config" if windows else f"{kit}/share/vulkan/config"
    appdata = posixpath.join(user, _WINDOWS_APPDATA if windows else _APPDATA)
    folders = {
        "VULKAN_HOME": own,
        "VK_HOME": own,
        "VULKAN_DOWNLOAD": download,
        "VK_DOWNLOAD": download,
        "VULKAN_PROFILES": f"{content}/VK_LAYER_KHRONOS_profiles",
        "VULKAN_CONTENT": content,
        "VULKAN_APPDATA": appdata,
        "VK_APPDATA": appdata,
        "VULKAN_BIN": f"{kit}/Bin" if windows else f"{kit}/bin",
        "VULKAN_SDK": kit,
    }
    known = {name: folder for name, folder in folders.items() if posixpath.isabs(folder) or user}
    typed = tuple((name, user) for name in ("~", "$HOME", "${HOME}") if user)
    return PathVariables(tuple((f"${{{name}}}", folder) for name, folder in known.items()), typed)
