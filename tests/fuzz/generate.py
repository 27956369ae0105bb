"""generate(seed, number) -> Machine: a random machine on which most things work.

Most machines give most programs an instance, so that order and labels of a chain can be compared;
faults are frequent, and features meet. A machine has some themes (an override, filters, a settings
file, ...), each of which makes its features likely; without its theme a feature is rare.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.fuzz import variables
from tests.fuzz.machine import ROOT, Item, Machine, What
from tests.fuzz.manifests import Faults, driver_file, file_text, layer, layer_file
from tests.fuzz.places import KINDS, Places, choose_places
from tests.fuzz.settings import FILE as SETTINGS_FILE
from tests.fuzz.settings import FIRST_FILE, Known, settings_file
from tests.fuzz.text import Members, members
from tests.fuzz.words import (
    API_VERSIONS,
    DATES,
    INSTANCE_EXTENSIONS,
    META_NAMES,
    NAMES,
    OVERRIDE,
    STANDARD_VALIDATION,
    SWITCHES,
    UNKNOWN_NAME,
    VALIDATION_NAMES,
    chance,
    some,
)
from vkconfig_py.loader.base.host import Application

_THEMES = (
    "metas",
    "override",
    "overrides",
    "layer filters",
    "driver filters",
    "instance layers",
    "settings",
    "search variables",
    "broken manifests",
    "fatal",
    "duplicates",
    "files",
    "portability",
    "standard validation",
    "extensions",
)
# Extensions that the loader itself offers, or that none knows: others depend on libraries.
_EXTENSIONS = ("VK_EXT_debug_utils", "VK_EXT_debug_report", "VK_KHR_portability_enumeration")
_LONGEST_NAME = f"{'n' * 250}.json"
_UNKNOWN_EXTENSION = "VK_NOBODY_knows"
_PROGRAMS = (
    *("bin/program", "bin/program", "bin/other", "bin/a program", "opt/vkapp") * 10,
    f"{'deep' * 60}/" * 5 + "program",  # more than 1,024 bytes
)
_LIBRARY_FAULTS = (What.FOREIGN, What.TEXT, What.FOLDER, What.LINK)


def generate(seed: int, number: int) -> Machine:
    """Return one machine; the same for the same numbers on every computer."""
    random = Random(f"{seed}:{number}")
    return _Maker(random, f"{seed}:{number}").make()


class _Maker:
    """Makes one machine."""

    def __init__(self, random: Random, name: str) -> None:
        self._random = random
        self._name = name
        self._themes = set(random.sample(_THEMES, random.choice((1, 2, 2, 3, 3, 4))))
        fatal = "fatal" in self._themes and chance(random, 0.45)
        rate = 0.35 if "broken manifests" in self._themes else 0.03
        self._faults = Faults(random, rate, fatal)
        oddities = 1.0 if "search variables" in self._themes else 0.05
        self._places: Places = choose_places(random, oddities)
        self._program = random.choice(_PROGRAMS)
        self._names = random.sample(NAMES, random.randint(4, 8))
        self._items: list[Item] = []
        self._sound: list[str] = []
        self._manifests: list[tuple[str, str, bool]] = []
        self._drivers: list[str] = []
        self._libraries = 0
        self._every_extension = chance(random, 0.04)

    def make(self) -> Machine:
        """Return the machine."""
        random = self._random
        for _ in range(0 if chance(random, 0.03) else random.choice((1, 2, 2, 2, 3, 3))):
            self._add_driver()
        for implicit, most in ((True, 4), (False, 5)):
            for _ in range(random.randint(0, most)):
                self._add_layers(implicit)
        self._add_standard_validation()
        self._add_metas()
        self._add_overrides()
        self._add_odd_files()
        self._add_settings()
        environment = {**self._places.environment, **self._variables()}
        elevated = chance(random, 0.03)
        random.shuffle(self._items)
        return Machine(
            self._name,
            tuple(self._items),
            tuple(environment.items()),
            self._application(),
            self._program,
            "work",
            elevated,
            tuple(sorted(self._themes)),
        )

    # -- manifests

    def _folder(self, kind: str) -> str:
        folders = self._places.searched[kind] or [f"nowhere/{KINDS[kind]}"]
        if chance(self._random, 0.02):
            folders = self._places.searched[self._random.choice(tuple(KINDS))] or folders
        return folders[0] if chance(self._random, 0.3) else self._random.choice(folders)

    def _file_name(self, folder: str, stem: str) -> str:
        random = self._random
        if folder.startswith("variables/") and chance(random, 0.6):
            return f"named_{random.randrange(3)}.json"
        if self._has("files", 0.15):
            names = (".json", f"{stem}.JSON", f"{stem}.json~", "with space.json", _LONGEST_NAME)
            return random.choice(names)
        return f"{stem}_{random.randrange(100)}.json"

    def _has(self, theme: str, probability: float) -> bool:
        present = theme in self._themes
        return chance(self._random, probability if present else probability * 0.06)

    def _write(self, path: str, root: Any) -> str:
        self._items.append(Item(path, What.TEXT, file_text(self._random, root, self._faults)))
        return f"{ROOT}/{path}"

    def _library(self, stem: str, what: What, folder: str) -> str:
        """Put a library somewhere and return what a manifest in this folder says of it."""
        random = self._random
        self._libraries += 1
        slug = "".join(c if c.isascii() and c.isalnum() else "_" for c in stem)[:20]
        file = f"lib{slug}{self._libraries}.so"
        way = random.random()
        content = b""
        if self._faults.happens(0.6):
            what = random.choice(_LIBRARY_FAULTS)
            content = random.choice((b"no library at all", b"", b"\x7fELF\x02"))
            if what is What.LINK:
                content = random.choice((b"absent.so", file.encode()))  # a loop of links
        if way < 0.06:
            path, said = "lib/absent/" + file, f"{ROOT}/lib/absent/{file}"
            if chance(random, 0.3):
                return random.choice((said, file, f"../{file}", f"{ROOT}/lib/${{LIB}}/{file}"))
        elif way < 0.07:
            path = f"{'long' * 60}/" * 5 + file
            said = f"{ROOT}/{path}"
        elif way < 0.2:
            path, said = f"bare/{file}", file
        elif way < 0.3:
            path, said = f"{folder}/{file}", f"./{file}"
        elif way < 0.4:
            path, said = f"{folder.rpartition('/')[0]}/lib/{file}", f"../lib/{file}"
        else:
            path, said = f"lib/{file}", f"{ROOT}/lib/{file}"
        self._items.append(Item(path, what, content))
        return said

    def _add_driver(self) -> None:
        folder = self._folder("driver")
        library = self._library("driver", What.DRIVER, folder)
        root = driver_file(self._random, library, self._faults)
        if "portability" in self._themes and isinstance(root.get("ICD"), Members):
            root.get("ICD").put("is_portability_driver", chance(self._random, 0.5))
        path = self._write(f"{folder}/{self._file_name(folder, 'driver')}", root)
        self._drivers.append(path)

    def _add_layers(self, implicit: bool) -> None:
        random = self._random
        kind = "implicit" if implicit else "explicit"
        folder = self._folder(kind)
        count = random.choice((1, 1, 1, 1, 1, 2, 3))
        names = [random.choice(self._names) for _ in range(count)]
        if not self._has("duplicates", 1.0):
            fresh = [n for n in self._names if n not in self._sound]
            names = [n for n in names if n in fresh] or [random.choice(fresh or self._names)]
        before = self._faults.count
        layers = [
            layer(random, n, self._library(n, What.LAYER, folder), implicit, self._faults)
            for n in names
        ]
        root = layer_file(random, layers, self._faults)
        path = self._write(f"{folder}/{self._file_name(folder, 'layer')}", root)
        self._manifests += [(name, path, implicit) for name in names]
        if self._faults.count == before or chance(random, 0.1):
            self._sound += names

    def _add_standard_validation(self) -> None:
        """Add the layers that a name without a manifest means, now and then without one."""
        random = self._random
        if not self._has("standard validation", 1.0):
            return
        names = list(VALIDATION_NAMES)
        if chance(random, 0.2):
            names.remove(random.choice(names))
        folder = self._folder("explicit")
        for name in names:
            library = self._library(name, What.LAYER, folder)
            found = layer(random, name, library, False, self._faults)
            path = self._write(
                f"{folder}/{self._file_name(folder, name)}",
                layer_file(random, [found], self._faults),
            )
            self._manifests.append((name, path, False))
        self._sound += (STANDARD_VALIDATION, STANDARD_VALIDATION, *some(random, names, 3))

    def _add_metas(self) -> None:
        random = self._random
        if not self._has("metas", 1.0):
            return
        for name in some(random, META_NAMES, 3):
            implicit = chance(random, 0.4)
            components = self._components(0.08)
            meta = layer(random, name, None, implicit, self._faults, components)
            if chance(random, 0.35):
                meta.put("api_version", random.choice(API_VERSIONS))
            folder = self._folder("implicit" if implicit else "explicit")
            path = self._write(
                f"{folder}/{self._file_name(folder, 'meta')}",
                layer_file(random, [meta], self._faults),
            )
            if UNKNOWN_NAME not in components:
                self._sound.append(name)
            self._manifests.append((name, path, implicit))

    def _components(self, unknown: float) -> list[str]:
        random = self._random
        found = some(random, self._sound, 4)
        if chance(random, 0.2):
            found += some(random, META_NAMES, 2)
        if chance(random, unknown):
            found.append(random.choice((UNKNOWN_NAME, *META_NAMES, OVERRIDE)))
        if found and chance(random, 0.15):
            found.append(found[0])
        return found

    def _add_overrides(self) -> None:
        random = self._random
        count = 0
        if self._has("override", 1.0):
            count = 1
        if self._has("overrides", 1.0):
            count = random.choice((2, 2, 3, 4))
        layers = [self._override(count > 1) for _ in range(count)]
        while layers:
            together = random.randint(1, len(layers))
            part, layers = layers[:together], layers[together:]
            implicit = not chance(random, 0.06)
            folder = self._folder("implicit" if implicit else "explicit")
            name = random.choice(("VkLayer_override.json", self._file_name(folder, "override")))
            path = self._write(f"{folder}/{name}", layer_file(random, part, self._faults))
            self._manifests.append((OVERRIDE, path, implicit))

    def _override(self, keyed: bool) -> Members:
        random = self._random
        found = layer(random, OVERRIDE, None, True, self._faults, self._components(0.04))
        if chance(random, 0.9):
            found.put("disable_environment", members((random.choice(SWITCHES), "1")))
        if chance(random, 0.04):  # an ordinary layer of that name
            found.drop("component_layers")
            found.put("library_path", f"{ROOT}/lib/absent/override.so")
        if chance(random, 0.1):
            key = random.choice(("expiration", "expiration_date", "expiration_date"))
            found.put(key, random.choice(DATES))
        if chance(random, 0.4):
            found.put("blacklisted_layers", some(random, [*self._names, OVERRIDE], 3))
        if chance(random, 0.4 if keyed else 0.25):
            paths = random.sample(
                [
                    *(f"{ROOT}/{folder}" for folder in self._places.searched["explicit"]),
                    f"{ROOT}/absent",
                    f"{ROOT}/override_paths/one.json",
                    f"{ROOT}/override_paths:{ROOT}/loop",
                ],
                random.choice((1, 2, 3)),
            )
            found.put("override_paths", paths)
        if chance(random, 0.6 if keyed else 0.25):
            own = f"{ROOT}/{self._program}"
            keys = some(random, (own, own, f"{ROOT}/bin/nobody", "program", f"{ROOT}/bin"), 3)
            found.put("app_keys", keys)
        return found

    def _add_odd_files(self) -> None:
        random = self._random
        if not self._has("files", 1.0):
            self._add_named_files(0.3 if "search variables" in self._themes else 0.02)
            return
        self._add_named_files(0.5)
        for _ in range(random.choice((1, 2))):
            kind = random.choice(tuple(KINDS))
            folder = self._folder(kind)
            way = random.randrange(5)
            if way == 0:
                self._items.append(Item(f"{folder}/folder.json", What.FOLDER))
            elif way == 1:  # opened by its bare name, relative to the working directory
                self._items.append(Item(f"{folder}/bare.json", What.LINK, b"gone.json"))
            elif way == 2 and self._manifests:
                target = random.choice(self._manifests)[1].encode()
                self._items.append(Item(f"{folder}/linked.json", What.LINK, target))
            elif way == 3:
                self._items.append(Item(folder, What.LINK, b"loop_of_links"))
                self._items.append(
                    Item(f"{folder.rpartition('/')[0]}/loop_of_links", What.LINK, b"loop_of_links")
                )
            else:
                self._items.append(Item(f"{folder}/notes.txt", What.TEXT, b"notes"))

    def _add_named_files(self, probability: float) -> None:
        """Write files that relative names and links lead to."""
        random = self._random
        self._items.append(Item("loop", What.LINK, b"loop"))
        places = (
            "work/bare.json",
            "work/here.json",
            "work/bare.json/bare.json",
            "work/relative/folder/own.json",
            "override_paths/one.json",
            "config_dirs/single/one.json",
        )
        for path in places:
            if chance(random, probability):
                folder = path.rpartition("/")[0]
                if chance(random, 0.3):
                    library = self._library("driver", What.DRIVER, folder)
                    self._write(path, driver_file(random, library, self._faults))
                    continue
                name = random.choice(self._names)
                library = self._library(name, What.LAYER, folder)
                found = layer(random, name, library, chance(random, 0.5), self._faults)
                self._write(path, layer_file(random, [found], self._faults))

    def _add_settings(self) -> None:
        random = self._random
        if not self._has("settings", 1.0):
            return
        known = Known(
            [*self._manifests, (UNKNOWN_NAME, f"{ROOT}/absent.json", False)],
            self._drivers,
            f"{ROOT}/{self._program}",
        )
        if chance(random, 0.2):  # a manifest that does not end as manifests do
            name = random.choice(self._names)
            library = self._library(name, What.LAYER, "plain")
            plain = layer_file(
                random, [layer(random, name, library, False, self._faults)], self._faults
            )
            known = known._replace(
                layers=[*known.layers, (name, self._write("plain/manifest.txt", plain), False)]
            )
        for base in random.sample(self._places.settings, random.choice((1, 1, 1, 2))):
            name = FIRST_FILE if chance(random, 0.1) else SETTINGS_FILE
            self._write(f"{base}/{name}", settings_file(random, known, self._faults))

    # -- the program

    def _variables(self) -> dict[str, str]:
        random = self._random
        found = dict(variables.switches(random))
        found["LD_LIBRARY_PATH"] = f"{ROOT}/bare"
        names = [*self._sound, *self._names] or list(self._names)
        specials = 0.12 if self._has("layer filters", 1.0) else 0.05
        for variable in variables.LAYER_FILTERS:
            if self._has("layer filters", 0.5):
                found[variable] = variables.filter_value(random, names, specials)
        files = [path.rpartition("/")[2] for path in self._drivers] or ["driver_1.json"]
        for variable in variables.DRIVER_FILTERS:
            if self._has("driver filters", 0.5):
                found[variable] = variables.filter_value(random, files, specials)
        if self._has("instance layers", 0.9):
            found["VK_INSTANCE_LAYERS"] = variables.instance_layers(random, names)
        if self._every_extension or self._has("extensions", 0.15):
            found["VK_LOADER_DISABLE_INST_EXT_FILTER"] = random.choice(("0", "1", "x", "", "-1"))
        return found

    def _application(self) -> Application:
        random = self._random
        layers = [] if chance(random, 0.5) else some(random, self._sound, 3)
        if chance(random, 0.02):
            layers.append(random.choice((UNKNOWN_NAME, *META_NAMES, OVERRIDE)))
        if layers and chance(random, 0.05):
            layers.append(layers[0])
        extensions = some(random, _EXTENSIONS, 2) if chance(random, 0.2) else []
        flags = random.choice((0, 0, 0, 0, 0, 1, 2))
        if "portability" in self._themes and chance(random, 0.6):
            flags, extensions = 1, ["VK_KHR_portability_enumeration"]
        if self._has("extensions", 0.7):
            extensions = [*extensions, *some(random, INSTANCE_EXTENSIONS, 2)]
        if chance(random, 0.02) and not self._every_extension:
            extensions = [*extensions, _UNKNOWN_EXTENSION]
        version = random.choice((None, (1, 0, 0), (1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 3, 250)))
        return Application("fuzz", version, tuple(layers), tuple(extensions), flags)
