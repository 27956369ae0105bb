"""The view of an installed Steam runtime: a game that Steam starts in SteamLinuxRuntime.

pressure-vessel makes the container from the runtime's /usr, and imports of the system what a game
needs to draw: drivers, layers and their libraries, with manifests whose paths it rewrites. So a
game finds the layers that the system has, in the order in which the system's loader finds them;
what it rewrites is known when it runs. PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS=0 keeps layers out.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.lens import RuntimeView, RuntimeViewError, RuntimeViewKind
from vkconfig_py.loader.api.view_places import Installation, names_in
from vkconfig_py.loader.files.steam_libraries import steam_libraries

_FOLDER = "SteamLinuxRuntime_"
_IMPORT = "PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS"
_CODE_NAMES = {"scout": "1", "soldier": "2", "sniper": "3"}
# No folder of layers: where a variable names one, the loader looks there alone.
_NOWHERE = "/usr/lib/pressure-vessel/overrides/share/vulkan"


def find_steam_runtimes(there: Installation) -> Iterator[tuple[str, str]]:
    """Yield code name and note of each runtime in the libraries of Steam."""
    seen = set()
    for library in steam_libraries(there.home):
        for name in names_in(f"{library}/steamapps/common"):
            code = name.removeprefix(_FOLDER)
            if name.startswith(_FOLDER) and code not in seen:
                seen.add(code)
                version = _CODE_NAMES.get(code, "")
                yield (
                    code,
                    tr(
                        "Steam Linux Runtime {version}, in {folder}",
                        version=version,
                        folder=library,
                    )
                    if version
                    else tr("Steam Linux Runtime, in {folder}", folder=library),
                )


def steam_lens(name: str, there: Installation) -> RuntimeView:
    """Return the view of a game in a runtime.

    Raises:
        RuntimeViewError: the runtime is not installed.
    """
    if name not in dict(find_steam_runtimes(there)):
        known = ", ".join(one for one, _note in find_steam_runtimes(there)) or tr("none")
        raise RuntimeViewError(
            tr(
                "no Steam runtime “{name}” is installed or runs here (installed: {known})",
                name=name,
                known=known,
            )
        )
    variables = {**there.environment, "container": "pressure-vessel"}
    if variables.get(_IMPORT) == "0":
        told = tr("{variable}=0 keeps the layers of this system out.", variable=_IMPORT)
        variables |= {
            "VK_LAYER_PATH": f"{_NOWHERE}/explicit_layer.d",
            "VK_IMPLICIT_LAYER_PATH": f"{_NOWHERE}/implicit_layer.d",
        }
    else:
        told = tr(
            "pressure-vessel imports drivers and layers of this system, with their libraries."
        )
    note = tr(
        "As the Steam runtime “{name}”. {imports} Which of two loaders is used, the newer one, "
        "and which imports fail is unknown until a game runs.",
        name=name,
        imports=told,
    )
    return RuntimeView(RuntimeViewKind.STEAM, name, "", MappingProxyType(variables), note)
