"""Which folders an ICD component exposes: named folders, or an unpacked package with its .cml.

A component exposes two directories, `contents` and `metadata`. A folder that holds two folders of
these names is one. In a package the component manifest says which parts of it they are: usually
contents is the whole package and metadata its folder meta/metadata, but nothing demands that.

Source: README.md of src/graphics/bin/vulkan_loader, "Component manifest".
"""

from __future__ import annotations

import os

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.read_file import read_beginning
from vkconfig_py.machines.fuchsia import json5

CONTENTS, METADATA = "contents", "metadata"
ICD_RUNNER, ELF_RUNNER = "icd_runner", "elf"
# What a component with the elf runner may use.
LOG_SINK = "fuchsia.logger.LogSink"
# icd_runner serves the namespace entry /pkg, and nothing else of a component.
PACKAGE = "/pkg"
_MANIFEST_FOLDERS = ("meta", "")
_MOST_NAMES = 1000  # entries of a package folder that are looked at
_EXECUTE = ("rx*", "execute")


class IcdComponent(NamedTuple):
    """The two directories of a component, as folders of this machine.

    Attributes:
        contents: folder of the library and its manifest.
        metadata: folder of metadata.json.
        error: why the service gets neither: the component cannot be resolved or started; or "".
        manifest: the .cml that says so, or "".
        executable: contents may be opened with the right to execute.
        unavailable: capabilities that it uses and does not get.
    """

    contents: str = ""
    metadata: str = ""
    error: str = ""
    manifest: str = ""
    executable: bool = True
    unavailable: tuple[str, ...] = ()


def find_component(folder: str) -> IcdComponent:
    """Return the component in a folder: contents and metadata, or a package with a .cml."""
    contents, metadata = f"{folder}/{CONTENTS}", f"{folder}/{METADATA}"
    if os.path.isdir(contents) or os.path.isdir(metadata):
        return IcdComponent(contents, metadata)
    manifests = find_manifests(folder)
    if not manifests:
        return IcdComponent(
            error=tr(
                "{folder} has neither the folders contents and metadata nor a .cml file",
                folder=folder,
            )
        )
    if len(manifests) > 1:
        names = ", ".join(os.path.basename(path) for path in manifests)
        return IcdComponent(
            error=tr(
                "{folder} has several component manifests: {names}", folder=folder, names=names
            )
        )
    return read_package(folder, manifests[0])


def find_manifests(folder: str) -> tuple[str, ...]:
    """Return the .cml files of an unpacked package: of its folder meta, else of its top."""
    for name in _MANIFEST_FOLDERS:
        inner = os.path.join(folder, name) if name else folder
        try:
            names = sorted(os.listdir(inner)[:_MOST_NAMES])
        except OSError:
            continue
        if manifests := tuple(os.path.join(inner, file) for file in names if file.endswith(".cml")):
            return manifests
    return ()


def read_package(folder: str, manifest: str) -> IcdComponent:
    """Return what the component manifest of a package exposes."""
    try:
        text = read_beginning(manifest, json5.MOST_BYTES + 1)
        value = json5.parse_json5(text)
    except OSError as error:
        return IcdComponent(error=f"{manifest}: {error.strerror}", manifest=manifest)
    except json5.Json5Error as error:
        return IcdComponent(error=f"{manifest}: {error}", manifest=manifest)
    return exposed_folders(folder, value)._replace(manifest=manifest)


def exposed_folders(package: str, manifest: Any) -> IcdComponent:
    """Return the folders of a package that a parsed component manifest exposes.

    Included shards are not read: those for drivers add services that they use.
    """
    if not isinstance(manifest, dict):
        return IcdComponent(error=tr("the component manifest is no object"))
    runner = _members(manifest.get("program")).get("runner")
    paths = {
        entry["directory"]: entry
        for entry in _entries(manifest, "capabilities")
        if isinstance(entry.get("directory"), str)
    }
    folders = {}
    for name in (CONTENTS, METADATA):
        exposed = _exposed(manifest, name)
        declared = paths.get(exposed["directory"]) if exposed is not None else None
        if exposed is None or declared is None:
            if manifest.get("include"):
                error = tr(
                    "the component manifest exposes no directory {name}; what it includes is not "
                    "read",
                    name=name,
                )
            else:
                error = tr("the component manifest exposes no directory {name}", name=name)
            return IcdComponent(error=error)
        inner = _inside(declared.get("path"), exposed.get("subdir", ""))
        if inner is None:
            return IcdComponent(
                error=tr(
                    "the directory {name} is outside of {package}, the package of the component",
                    name=name,
                    package=PACKAGE,
                )
            )
        folders[name] = f"{package}/{inner}".rstrip("/")
    return IcdComponent(
        folders[CONTENTS],
        folders[METADATA],
        executable=all(
            _may_execute(entry) for entry in (_exposed(manifest, CONTENTS), paths.get(CONTENTS))
        ),
        unavailable=tuple(_unavailable(manifest, runner)),
    )


def _exposed(manifest: dict[str, Any], name: str) -> dict[str, Any] | None:
    """Return what a manifest exposes under a name: `as`, or the directory's own."""
    for entry in _entries(manifest, "expose"):
        directory = entry.get("directory")
        if isinstance(directory, str) and entry.get("as", directory) == name:
            return entry if entry.get("from") == "self" else None
    return None


def _inside(path: Any, subdir: Any) -> str | None:
    """Return the part of the package that a directory is, or None if it is none of it."""
    if not isinstance(path, str) or not isinstance(subdir, str):
        return None
    # icd_runner serves /pkg as the folder pkg of the outgoing directory; path is looked up there.
    # What a program with the elf runner serves cannot be known: usually its package, too.
    if path != PACKAGE and not path.startswith(f"{PACKAGE}/"):
        return None
    parts = [part for part in (path[len(PACKAGE) :] + "/" + subdir).split("/") if part]
    path_text = "/".join(parts)
    # Names in fuchsia.io are UTF-8 without NUL; half a character is a lone surrogate here.
    is_name = not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in path_text)
    return path_text if is_name and {".", ".."}.isdisjoint(parts) else None


def _may_execute(entry: dict[str, Any] | None) -> bool:
    """Return whether rights, if any are written, include executing."""
    rights = (entry or {}).get("rights")
    if not isinstance(rights, list) or not rights:
        return True  # an exposed directory has the rights of its declaration
    return any(right in _EXECUTE for right in rights)


def _unavailable(manifest: dict[str, Any], runner: Any) -> list[str]:
    """Return the protocols that a component asks for beside the one that it gets."""
    if runner not in (ICD_RUNNER, ELF_RUNNER):
        return []
    protocols: list[str] = []
    for entry in _entries(manifest, "use"):
        protocol = entry.get("protocol")
        protocols += [
            name for name in (protocol if isinstance(protocol, list) else [protocol]) if name
        ]
    return [str(name) for name in protocols if name != LOG_SINK]


def _entries(manifest: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = manifest.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _members(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
