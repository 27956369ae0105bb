"""SystemBuilder: a machine in a temporary folder, for the engine and for real loaders alike.

The machine is made of real files below one folder; HOME and the XDG variables point there. So the
same tree is read by the engine, through `host()`, and by a real loader, through `run_reference()`.
Only the loader's compile-time folder (/etc) is the machine the tests run on; both see the same.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Self

from tests.framework import manifests
from tests.framework.native import NativeBuilds, build_for_32_bit
from tests.framework.probe_parts import (
    DRIVER_EXPORTS,
    LAYER_EXPORTS,
    Knob,
    ProbeDevice,
    probe_driver_library,
    probe_layer_library,
    render_knobs,
)
from tests.framework.reference import Answer, RealLoader, ask
from vkconfig_py.loader.base.host import Application, Host


class ManifestKind(Enum):
    """Type of a manifest: the folder below a base folder, and the variables that name others."""

    DRIVER = ("icd.d", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES")
    EXPLICIT = ("explicit_layer.d", "VK_LAYER_PATH", "VK_ADD_LAYER_PATH")
    IMPLICIT = ("implicit_layer.d", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")


class Place(Enum):
    """How a manifest is found."""

    CONFIG_HOME = "XDG_CONFIG_HOME"
    CONFIG_DIRS = "XDG_CONFIG_DIRS"
    DATA_HOME = "XDG_DATA_HOME"
    DATA_DIRS = "XDG_DATA_DIRS"
    HOME_CONFIG = "$HOME/.config"
    HOME_DATA = "$HOME/.local/share"
    VARIABLE = "override variable, folder"
    VARIABLE_FILE = "override variable, file"
    ADDED = "additional variable, folder"
    ADDED_FILE = "additional variable, file"
    NOWHERE = "not found by itself"


class LibraryNaming(Enum):
    """How a manifest names its library."""

    ABSOLUTE = "absolute path"
    RELATIVE = "relative to the manifest"
    BARE = "bare name, found through LD_LIBRARY_PATH"
    TOKEN = "absolute path with $LIB"
    MISSING = "absolute path of a file that does not exist"
    FOREIGN = "library of the other pointer width"
    TEXT = "a file that is no library"


class SystemBuilder:
    """A machine under construction; every method returns the builder.

    Attributes:
        root: folder that everything lies in.
        environment: variables of the programs on this machine.
        program: path of the program that asks Vulkan.
    """

    def __init__(self, root: Path, native: NativeBuilds) -> None:
        self.root = root
        self.program = root / "bin" / "program"
        self.working_directory = root
        self._native = native
        self._overlay: dict[str, Any] = {}
        self._manifests: dict[str, Path] = {}
        self.home = root / "home"
        self.environment: dict[str, str] = {
            "HOME": str(self.home),
            "PATH": "/usr/bin:/bin",
            "XDG_CONFIG_HOME": str(root / "config_home"),
            "XDG_CONFIG_DIRS": str(root / "config_dirs"),
            "XDG_DATA_HOME": str(root / "data_home"),
            "XDG_DATA_DIRS": str(root / "data_dirs"),
        }
        self.home.mkdir(parents=True)
        self.add_program(self.program)

    # -- what is on the machine

    def add_driver(
        self,
        name: str = "driver",
        /,
        *,
        place: Place = Place.DATA_DIRS,
        named: LibraryNaming = LibraryNaming.ABSOLUTE,
        folder: Path | None = None,
        file: str = "",
        **icd: Any,
    ) -> Self:
        """Add a driver with one device, which is called `name`."""
        target_folder = folder or self._folder(ManifestKind.DRIVER, place)
        library = self._library(name, named, target_folder, self._native.driver)
        return self._add(
            ManifestKind.DRIVER,
            place,
            name,
            file,
            manifests.driver_document(library, **icd),
            target_folder,
        )

    def add_explicit_layer(
        self,
        name: str,
        /,
        *,
        place: Place = Place.DATA_DIRS,
        named: LibraryNaming = LibraryNaming.ABSOLUTE,
        folder: Path | None = None,
        file: str = "",
        file_format_version: str | None = "1.2.0",
        **layer: Any,
    ) -> Self:
        """Add an explicit layer; keywords replace members of its object, None removes one."""
        target_folder = folder or self._folder(ManifestKind.EXPLICIT, place)
        library = self._library(name, named, target_folder, self._native.layer)
        document = manifests.layer_document(
            manifests.explicit_layer(name, library, **layer),
            file_format_version=file_format_version,
        )
        return self._add(ManifestKind.EXPLICIT, place, name, file, document, target_folder)

    def add_implicit_layer(
        self,
        name: str,
        /,
        *,
        place: Place = Place.DATA_DIRS,
        named: LibraryNaming = LibraryNaming.ABSOLUTE,
        folder: Path | None = None,
        file: str = "",
        file_format_version: str | None = "1.2.0",
        **layer: Any,
    ) -> Self:
        """Add an implicit layer that DISABLE_<name> turns off."""
        target_folder = folder or self._folder(ManifestKind.IMPLICIT, place)
        library = self._library(name, named, target_folder, self._native.layer)
        document = manifests.layer_document(
            manifests.implicit_layer(name, library, **layer),
            file_format_version=file_format_version,
        )
        return self._add(ManifestKind.IMPLICIT, place, name, file, document, target_folder)

    def add_probe_driver(
        self,
        name: str = "driver",
        /,
        *,
        exports: str | Sequence[str] = "all",
        devices: Sequence[ProbeDevice] | None = None,
        knobs: Mapping[str, Knob] | None = None,
        place: Place = Place.DATA_DIRS,
        file: str = "",
        **icd: Any,
    ) -> Self:
        """Add a driver that does what its knobs say: see tests/framework/probe_parts.py.

        `exports` names a flavour of DRIVER_EXPORTS or lists functions; without `devices` there
        is one, of the driver's name.
        """
        exported = DRIVER_EXPORTS[exports] if isinstance(exports, str) else exports
        all_devices = (ProbeDevice(name),) if devices is None else devices
        text = render_knobs(knobs or {}, all_devices)
        library = self._part(name, probe_driver_library(exported), text)
        document = manifests.driver_document(library, **icd)
        return self._add(
            ManifestKind.DRIVER,
            place,
            name,
            file,
            document,
            self._folder(ManifestKind.DRIVER, place),
        )

    def add_probe_layer(
        self,
        name: str,
        /,
        *,
        implicit: bool = False,
        exports: str | Sequence[str] = "all",
        knobs: Mapping[str, Knob] | None = None,
        place: Place = Place.DATA_DIRS,
        file: str = "",
        file_format_version: str | None = "1.2.0",
        **layer: Any,
    ) -> Self:
        """Add a layer that does what its knobs say: see tests/framework/probe_parts.py.

        `exports` names a flavour of LAYER_EXPORTS or lists functions.
        """
        exported = LAYER_EXPORTS[exports] if isinstance(exports, str) else exports
        library = self._part(name, probe_layer_library(exported), render_knobs(knobs or {}))
        make = manifests.implicit_layer if implicit else manifests.explicit_layer
        document = manifests.layer_document(
            make(name, library, **layer), file_format_version=file_format_version
        )
        kind = ManifestKind.IMPLICIT if implicit else ManifestKind.EXPLICIT
        return self._add(kind, place, name, file, document, self._folder(kind, place))

    def add_meta_layer(
        self,
        name: str,
        components: tuple[str, ...],
        /,
        *,
        kind: ManifestKind = ManifestKind.EXPLICIT,
        place: Place = Place.DATA_DIRS,
        **layer: Any,
    ) -> Self:
        """Add a meta-layer."""
        if kind is ManifestKind.IMPLICIT:
            layer = {"disable_environment": {f"DISABLE_{name}": "1"}, **layer}
        document = manifests.layer_document(manifests.meta_layer(name, components, **layer))
        return self._add(kind, place, name, "", document, self._folder(kind, place))

    def add_override(
        self,
        components: tuple[str, ...] = (),
        /,
        *,
        place: Place = Place.CONFIG_HOME,
        folder: Path | None = None,
        file: str = "VkLayer_override.json",
        **layer: Any,
    ) -> Self:
        """Add an override meta-layer."""
        return self.add_overrides(
            manifests.override_layer(components, **layer), place=place, folder=folder, file=file
        )

    def add_overrides(
        self,
        *layers: dict[str, Any],
        place: Place = Place.CONFIG_HOME,
        folder: Path | None = None,
        file: str = "VkLayer_override.json",
    ) -> Self:
        """Add several overrides in one file, as a "layers" array."""
        document = manifests.layer_document(*layers, file_format_version="1.1.2")
        target_folder = folder or self._folder(ManifestKind.IMPLICIT, place)
        return self._add(
            ManifestKind.IMPLICIT, place, manifests.OVERRIDE, file, document, target_folder
        )

    def add_file(self, path: str | Path, content: bytes | str | dict[str, Any]) -> Self:
        """Write any file; a relative path is below the root."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, dict):
            content = json.dumps(content, indent=4)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        return self

    def add_program(self, path: Path) -> Self:
        """Put a copy of the asking program at a path."""
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self._native.asking_program, path)
        return self

    def with_env(self, **variables: str | None) -> Self:
        """Set variables, or unset them with None."""
        for name, value in variables.items():
            if value is None:
                self.environment.pop(name, None)
            else:
                self.environment[name] = value
        return self

    # -- where things are

    def folder(self, kind: ManifestKind, place: Place) -> Path:
        """Return the folder in which manifests of this type are found at this place."""
        return self._folder(kind, place)

    def manifest(self, name: str) -> Path:
        """Return the manifest that was added last under this name."""
        return self._manifests[name]

    # -- who looks at it

    def host(self, program: Path | None = None) -> Host:
        """Return the machine for the engine."""
        return Host.read_current()._replace(
            environment=dict(self.environment),
            executable=str((program or self.program).resolve()),
            working_directory=str(self.working_directory),
        )

    def run_reference(
        self,
        loader: RealLoader,
        application: Application | None = None,
        *,
        program: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Answer:
        """Run a real loader in a program at this path (a copy, a link or a script)."""
        return ask(
            loader,
            application or Application(),
            [program or self.program],
            self.environment if environment is None else environment,
            self.root,
            self.working_directory,
        )

    # -- the rest

    def _add(
        self,
        kind: ManifestKind,
        place: Place,
        name: str,
        file: str,
        document: dict[str, Any],
        folder: Path,
    ) -> Self:
        path = folder / (file or f"{name}.json")
        self.add_file(path, document)
        self._manifests[name] = path
        if place in (Place.VARIABLE, Place.VARIABLE_FILE, Place.ADDED, Place.ADDED_FILE):
            variable = kind.value[2 if place in (Place.ADDED, Place.ADDED_FILE) else 1]
            entry = path if place in (Place.VARIABLE_FILE, Place.ADDED_FILE) else folder
            self._extend(variable, str(entry))
        return self

    def _extend(self, variable: str, entry: str) -> None:
        entries = self.environment.get(variable, "").split(":")
        if entry not in entries:
            self.environment[variable] = ":".join([*filter(None, entries), entry])

    def _folder(self, kind: ManifestKind, place: Place) -> Path:
        if place is Place.HOME_CONFIG:
            self.with_env(XDG_CONFIG_HOME=None)
            return self.home / ".config" / "vulkan" / kind.value[0]
        if place is Place.HOME_DATA:
            self.with_env(XDG_DATA_HOME=None)
            return self.home / ".local" / "share" / "vulkan" / kind.value[0]
        if place.value.startswith("XDG_"):
            base = self.environment[place.value].split(":")[0]
            return Path(base) / "vulkan" / kind.value[0]
        return self.root / place.name.lower() / kind.value[0]

    def _library(self, name: str, named: LibraryNaming, manifest_folder: Path, built: Path) -> str:
        """Put the library of a manifest where it belongs and return what the manifest says."""
        file = f"lib{name}.so"
        if named is LibraryNaming.RELATIVE:
            copied = self._copy(built, manifest_folder.parent / "libraries" / file)
            return f"../{copied.parent.name}/{file}"
        if named is LibraryNaming.BARE:
            self._copy(built, self.root / "bare" / file)
            self._extend("LD_LIBRARY_PATH", str(self.root / "bare"))
            return file
        if named is LibraryNaming.TOKEN:
            lib = "lib/x86_64-linux-gnu" if os.path.isdir("/usr/lib/x86_64-linux-gnu") else "lib64"
            self._copy(built, self.root / "usr" / lib / file)
            return f"{self.root}/usr/$LIB/{file}"
        target = self.root / "libraries" / file
        if named is LibraryNaming.FOREIGN:
            self._copy(build_for_32_bit(), target)
        elif named is LibraryNaming.TEXT:
            self.add_file(target, "this is no library\n" * 10)
        elif named is LibraryNaming.ABSOLUTE:
            self._copy(built, target)
        return str(target)

    def _part(self, name: str, built: Path, knobs: str) -> str:
        target = self._copy(built, self.root / "libraries" / f"lib{name}.so")
        target.with_name(f"{target.name}.conf").write_text(knobs)
        return str(target)

    @staticmethod
    def _copy(source: Path, target: Path) -> Path:
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            # A copy, not a link: the dynamic linker opens one inode only once per process.
            shutil.copyfile(source, target)
        return target
