"""Random search variables, and the folders that a machine then has."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tests.fuzz.machine import ROOT
from tests.fuzz.words import chance

KINDS = {"driver": "icd.d", "explicit": "explicit_layer.d", "implicit": "implicit_layer.d"}
_REPLACING = {
    "driver": ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"),
    "explicit": ("VK_LAYER_PATH",),
    "implicit": ("VK_IMPLICIT_LAYER_PATH",),
}
_ADDING = {
    "driver": "VK_ADD_DRIVER_FILES",
    "explicit": "VK_ADD_LAYER_PATH",
    "implicit": "VK_ADD_IMPLICIT_LAYER_PATH",
}
_ODD_ENTRIES = (
    "bare.json",
    "named_1.json",
    "relative/folder",
    f"{ROOT}/absent",
    f"{ROOT}/absent.json",
    f"{ROOT}/loop",
    "",
    "./here.json",
    f"{ROOT}/{'long' * 600}.json",
)


class Places(NamedTuple):
    """Where manifests go, and the variables that lead there.

    Attributes:
        searched: of each kind, the folders that are looked at; newer variables are taken to act.
        settings: base folders in which a settings file may be found.
    """

    environment: dict[str, str]
    searched: dict[str, list[str]]
    settings: list[str]


def choose_places(random: Random, oddities: float) -> Places:
    """Choose all search variables of a machine."""
    environment: dict[str, str] = {"PATH": "/usr/bin:/bin"}
    bases: list[str] = []
    if not chance(random, oddities * 0.1):
        environment["HOME"] = f"{ROOT}/home"
    _choose_home(random, environment, bases, "XDG_CONFIG_HOME", "config_home", "home/.config")
    _choose_dirs(random, environment, bases, "XDG_CONFIG_DIRS", "config_dirs", oddities)
    _choose_home(random, environment, bases, "XDG_DATA_HOME", "data_home", "home/.local/share")
    _choose_dirs(random, environment, bases, "XDG_DATA_DIRS", "data_dirs", oddities)
    if "HOME" not in environment:
        bases = [base for base in bases if not base.startswith("home/")]
    random.shuffle(bases)
    searched = {}
    for kind, suffix in KINDS.items():
        folders = [f"{base}/vulkan/{suffix}" for base in bases]
        if chance(random, oddities * 0.25):
            environment[_ADDING[kind]] = _path_list(random, kind, folders)
        for variable in _REPLACING[kind]:
            if chance(random, oddities * 0.12):
                named = [] if chance(random, 0.8) else folders
                environment[variable] = _path_list(random, kind, named)
                folders = named or folders
        searched[kind] = folders
    return Places(environment, searched, bases)


def _choose_home(
    random: Random,
    environment: dict[str, str],
    bases: list[str],
    variable: str,
    folder: str,
    default: str,
) -> None:
    way = random.random()
    if way < 0.7:
        environment[variable] = f"{ROOT}/{folder}"
        bases.append(folder)
    elif way < 0.75:
        environment[variable] = f"{ROOT}/{folder}/:{ROOT}/{folder}_2"
        bases += [folder, f"{folder}_2"]
    else:
        if way < 0.82:
            environment[variable] = ""
        bases.append(default)


def _choose_dirs(
    random: Random,
    environment: dict[str, str],
    bases: list[str],
    variable: str,
    folder: str,
    oddities: float,
) -> None:
    count = random.choice((1, 1, 2))
    names = [f"{folder}_{number}" if number else folder for number in range(count)]
    bases += names
    parts = [f"{ROOT}/{name}" for name in names]
    if chance(random, oddities * 0.3):
        odd = (f"{parts[0]}/", "", f"{ROOT}/absent", "relative", f"{ROOT}/single/one.json", "x")
        parts.insert(random.randrange(len(parts) + 1), random.choice(odd))
    if variable == "XDG_CONFIG_DIRS" and chance(random, oddities * 0.1):
        if chance(random, 0.5):
            environment[variable] = ""
        return  # the default, in which this machine has nothing
    environment[variable] = ":".join(parts)


def _path_list(random: Random, kind: str, folders: list[str]) -> str:
    """Return a value that names folders and files; what it leads to is added to the folders."""
    own = f"variables/{kind}"
    named = f"{own}/named_{random.randrange(3)}.json"
    found = []
    for _ in range(random.choice((1, 1, 2, 3))):
        way = random.randrange(14)
        if way < 6:
            found.append(f"{ROOT}/{own}")
            folders.append(own)
        elif way == 6:
            found.append(f"{ROOT}/{random.choice(folders or [own])}")
        elif way == 7:
            found.append(f"{ROOT}/{own}/")
            folders.append(own)
        elif way < 10:
            found.append(f"{ROOT}/{named}")
            folders.append(own)
        else:
            found.append(random.choice(_ODD_ENTRIES))
    if chance(random, 0.08):
        found += ["", found[0]]  # compared by some loaders with its colon
    return "" if chance(random, 0.06) else ":".join(found)
