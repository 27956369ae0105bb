"""Games installed by Steam, from the manifests of each of its libraries."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.steam_libraries import Vdf, read_vdf, steam_libraries

_MOST_GAMES = 5000
# Installed as games are: what runs them, and what they share.
_NO_GAMES = re.compile(r"Proton\b|Steam Linux Runtime|Steamworks Common Redistributables|SteamVR$")


class SteamGame(NamedTuple):
    """An installed game.

    Attributes:
        number: its AppID.
        folder: where it is installed.
    """

    number: str
    name: str
    folder: str


def parse_manifest(document: Vdf, library: str) -> SteamGame | None:
    """The game of an appmanifest; None for what is no game."""
    state = document.get("appstate")
    if not isinstance(state, Mapping):
        return None
    number, name, folder = (state.get(key) for key in ("appid", "name", "installdir"))
    if not (isinstance(number, str) and isinstance(name, str) and isinstance(folder, str)):
        return None
    if not number.isdecimal() or not name or _NO_GAMES.match(name):
        return None
    return SteamGame(number, name, f"{library}/steamapps/common/{folder}")


def find_games(host: Host) -> tuple[SteamGame, ...]:
    """Installed games by name; never raises."""
    home = host.environment.get("HOME", "")
    found: dict[str, SteamGame] = {}
    for library in steam_libraries(f"{host.root}{home}") if home else ():
        for file in _manifests(library):
            game = parse_manifest(read_vdf(file), library.removeprefix(host.root))
            if game is not None:
                found.setdefault(game.number, game)
            if len(found) >= _MOST_GAMES:
                break
    return tuple(sorted(found.values(), key=lambda game: (game.name.casefold(), game.number)))


def _manifests(library: str) -> list[str]:
    folder = f"{library}/steamapps"
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries]
    except (OSError, ValueError):
        return []
    wanted = (one for one in names if one.startswith("appmanifest_") and one.endswith(".acf"))
    return [f"{folder}/{name}" for name in sorted(wanted)[:_MOST_GAMES]]
