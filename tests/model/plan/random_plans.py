"""Machines and configurations made from a seed: copies, several layers of a file, files of others.

What stands on such a machine is ordinary, each thing for itself; it is their meeting that nobody
thinks of.
"""

from __future__ import annotations

import random
from pathlib import Path

from tests.framework.manifests import explicit_layer, layer_document
from tests.framework.system import Place, SystemBuilder
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    UNLISTED,
    Configuration,
    DriverControl,
    LayerControl,
    LayerEntry,
)

NAMES = ("I1", "I2", "I3", "A", "B", "C", "OWN", "SHADOW", "GONE", "M1", "M2", "META", UNLISTED)
SESSIONS = {
    "VK_INSTANCE_LAYERS": ("C:A", "B", "I2:B", "GONE"),
    "ENABLE_I3": ("1",),
    "DISABLE_I1": ("1", ""),
    "VK_LOADER_LAYERS_DISABLE": ("~implicit~", "*B*", "~all~", "A,I2"),
    "VK_LOADER_LAYERS_ENABLE": ("*", "B", "~explicit~"),
}


class RandomMachine:
    """A machine, and what can be said of the layers on it."""

    def __init__(self, system: SystemBuilder, seed: int) -> None:
        self.system = system
        self.chance = random.Random(seed)
        self.sources: tuple[str, ...] = ()
        self.implicit_sources: tuple[str, ...] = ()
        self._copies: dict[str, list[str]] = {}
        root = system.root
        names = ["i2", "i3", "c", "b", "a", "c2", "i22"]
        self._shares = {name: root / "share" / name / "vulkan" for name in names}
        self.chance.shuffle(names)
        system.with_env(XDG_DATA_DIRS=":".join(str(self._shares[n].parent) for n in names))
        self._build()
        for name, values in SESSIONS.items():
            if self._now_and_then(0.2):
                system.with_env(**{name: self.chance.choice(values)})

    def _now_and_then(self, often: float) -> bool:
        return self.chance.random() < often

    def _place(self, share: str, kind: str = "explicit_layer.d") -> Path:
        return self._shares[share] / kind

    def _build(self) -> None:
        system, implicit = self.system, "implicit_layer.d"
        system.add_driver("driver", folder=self._place("i2", "icd.d"))
        system.add_driver("driver2", folder=self._place("b", "icd.d"))
        system.add_implicit_layer("I1", place=Place.DATA_HOME)
        system.add_implicit_layer("I2", folder=self._place("i2", implicit))
        enable = {"ENABLE_I3": "1"}
        system.add_implicit_layer(
            "I3", folder=self._place("i3", implicit), enable_environment=enable
        )
        for name in "ABC":
            system.add_explicit_layer(name, folder=self._place(name.lower()))
        if self._now_and_then(0.4):
            self._copy("C", self._place("c2"), api_version="1.4.0")
        if self._now_and_then(0.4):
            folder = self._place("i22", implicit)
            system.add_implicit_layer("I2", folder=folder, file="copy.json", api_version="1.4.0")
            self._copies["I2"] = [str(folder / "copy.json")]
        if self._now_and_then(0.3):  # one name of both kinds
            system.add_explicit_layer("I1", folder=self._place("a"), file="i1.json")
        if self._now_and_then(0.3):
            self._add_two_of_a_file()
        if self._now_and_then(0.5):
            self.sources = (str(system.root / "mine"),)
            system.add_explicit_layer("OWN", folder=system.root / "mine")
            if self._now_and_then(0.4):
                self._copy("A", system.root / "mine", api_version="1.4.1")
        if self._now_and_then(0.3):
            self.implicit_sources = (str(system.root / "hidden"),)
            system.add_implicit_layer("SHADOW", folder=system.root / "hidden")
        if self._now_and_then(0.2):
            system.add_meta_layer("META", ("A", "B"))

    def _copy(self, name: str, folder: Path, **layer: str) -> None:
        self.system.add_explicit_layer(name, folder=folder, file="copy.json", **layer)
        self._copies[name] = [str(folder / "copy.json")]

    def _add_two_of_a_file(self) -> None:
        folder = self._place("b")
        layers = []
        for name in ("M1", "M2"):  # each has a library of its own, which tells its name
            self.system.add_explicit_layer(name, folder=self.system.root / "aside")
            library = self.system.root / "libraries" / f"lib{name}.so"
            layers.append(explicit_layer(name, str(library)))
        document = layer_document(*layers, file_format_version="1.1.2")
        self.system.add_file(folder / "several.json", document)

    def add_files_of_others(self) -> None:
        """Let another program's settings file, or its override, be in force."""
        if self._now_and_then(0.25):
            base = self.system.environment[self.chance.choice(["XDG_CONFIG_HOME", "XDG_DATA_HOME"])]
            forced = {"name": "B", "path": str(self.system.manifest("B")), "control": "on"}
            sections = (
                {"stderr_log": ["all"], "unknown": 1},
                {"layers": [forced, {"control": "unordered_layer_location"}]},
                {"layers": [forced]},
            )
            document = {
                "file_format_version": "1.0.0",
                "settings": self.chance.choice(sections),
            }
            path = Path(base) / "vulkan/loader_settings.d/vk_loader_settings.json"
            self.system.add_file(path, document)
        if self._now_and_then(0.15):
            place = self.chance.choice([Place.CONFIG_HOME, Place.DATA_HOME])
            self.system.add_override(("B",), description="theirs", place=place, file="theirs.json")

    def configuration(self, key: str = "k") -> Configuration:
        """Return a configuration that says anything about these layers."""
        names = self.chance.sample(NAMES, self.chance.randint(0, 7))
        configuration = Configuration(
            key=key,
            name=f"Random {key}",
            layers=tuple(self._entry(name) for name in names),
            sources=self.sources,
            implicit_sources=self.implicit_sources,
        )
        if self._now_and_then(0.15):
            control = self.chance.choice([DriverControl.ONLY, DriverControl.OFF])
            configuration = configuration.with_driver_control("driver.json", control)
        return configuration

    def _entry(self, name: str) -> LayerEntry:
        copies = [""] * 4 + [NEWEST_COPY] + self._copies.get(name, []) * 3
        copy = "" if name == UNLISTED else self.chance.choice(copies)
        return LayerEntry(
            name, self.chance.choice(list(LayerControl)), self._now_and_then(0.5), copy=copy
        )
