"""Programs that the loader treats as elevated: what still reaches them, and what to say of it.

The loader hides the folders of the user and the variables that it looks up by secure_getenv.
VK_INSTANCE_LAYERS and the layers' own variables act all the same (loader.c, loader_getenv), and so
does an override in a folder that all users share.
"""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterator, Sequence

from vkconfig_py.loader.files.search_paths import ManifestType, find_search_paths
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.documents.configuration import Configuration, Variable
from vkconfig_py.model.plan import Limit
from vkconfig_py.model.planning.drivers import DISABLE, SELECT
from vkconfig_py.model.planning.layer_variables import LAYERS_DISABLE, LAYERS_ENABLE
from vkconfig_py.model.planning.override_paths import BASE_NAME

IN_SYSTEM_FOLDER = "an override in a system folder"
ANY_ELEVATED = "the program runs with more rights than its user"
_DRIVER_VARIABLES = frozenset(
    {"VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES", "VK_ICD_FILENAMES", SELECT, DISABLE}
)
# Those of the loader's variables that a plan may set and that it looks up by secure_getenv.
_HIDDEN = _DRIVER_VARIABLES | {
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
    LAYERS_ENABLE,
    LAYERS_DISABLE,
}


def without_hidden(
    changes: Sequence[Variable], configuration: Configuration
) -> tuple[tuple[Variable, ...], tuple[Limit, ...]]:
    """Return the changes that the loader of an elevated program sees, and what is lost.

    What the configuration itself sets stays: it is not for the loader alone.
    """
    own = {variable.name for variable in configuration.environment}
    kept = tuple(one for one in changes if one.name in own or one.name not in _HIDDEN)
    lost = {one.name for one in changes} - {one.name for one in kept}
    return kept, tuple(_lost(lost, configuration))


def _lost(lost: set[str], configuration: Configuration) -> Iterator[Limit]:
    if lost & _DRIVER_VARIABLES:
        text = "the loader hides the variables that choose drivers from this program"
        yield from (Limit(driver.name, text) for driver in configuration.drivers)


def elevated_limit(why: str, *, blocking: bool = False) -> Limit:
    """Say what an elevated program does not get; `why` is a clause ("game is setuid root")."""
    text = f"{why}: the loader skips your folders and hides most of its variables from it"
    return Limit("", text, IN_SYSTEM_FOLDER, blocking=blocking)


def system_implicit_folder(host: Host, profile: LoaderProfile) -> str:
    """Return the folder for implicit layers that elevated programs search first, or ""."""
    places = find_search_paths(host._replace(elevated=True), profile, ManifestType.IMPLICIT)
    return next((place.path for place in places), "")


def install_command(
    configuration: Configuration, programs: Sequence[str], host: Host, profile: LoaderProfile
) -> str:
    """Return the command line that puts an override where elevated programs look for it."""
    folder = system_implicit_folder(host, profile)
    if not folder:
        return ""
    whom = [word for program in programs for word in ("--program", program)]
    apply = ["vkconfig-py", "apply", configuration.name, *(whom or ["--every-program"])]
    path = shlex.quote(posixpath.join(folder, f"{BASE_NAME}.json"))
    install = f"sudo install -D -m 644 /dev/stdin {path}"
    return f"{shlex.join([*apply, '--output', '-'])} | {install}"
