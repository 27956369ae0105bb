"""LoaderReport: everything found, decided and refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vkconfig_py.loader.host import Application, Host
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.profile import LoaderProfile
from vkconfig_py.loader.verdicts import Problem, Verdict


class Search(NamedTuple):
    """Where one type of manifest was looked for.

    Attributes:
        paths: folders or files in search order.
        files: manifests in the order they were read.
        sources: for each path, what named it: "XDG_DATA_DIRS", "VK_LAYER_PATH", "built in", ...
    """

    paths: tuple[str, ...]
    files: tuple[str, ...]
    sources: tuple[str, ...]


class FoundLayer(NamedTuple):
    """One layer of one manifest, or a manifest that yields none, with its final verdict.

    Attributes:
        manifest: None when the file cannot be used; then name is the file's base name.
        position: 0-based place in the call stack, or -1.
        listed: whether vkEnumerateInstanceLayerProperties lists it.
    """

    name: str
    file: str
    implicit: bool
    manifest: LayerManifest | None
    verdict: Verdict
    position: int = -1
    listed: bool = False


class FoundDriver(NamedTuple):
    """One driver manifest with its verdict (LOADS means kept)."""

    file: str
    manifest: DriverManifest | None
    verdict: Verdict


class ActiveLayer(NamedTuple):
    """One entry of the call stack, application side first.

    Attributes:
        enabled_by: the loader's own label (reference F.3).
    """

    manifest: LayerManifest
    enabled_by: str


class LoaderReport(NamedTuple):
    """The engine's answer for one host, application and loader version.

    Attributes:
        layers: as vkEnumerateInstanceLayerProperties returns them, or the name of its error.
        create: name of the result of vkCreateInstance.
        found: every layer and layer manifest in scan order, each with its verdict.
        verdicts: everything else considered: variables, filter tokens, folders, settings.
    """

    host: Host
    application: Application
    profile: LoaderProfile
    basis: str
    instance_version: str
    layers: tuple[LayerManifest, ...] | str
    layer_extensions: Mapping[str, tuple[tuple[str, int], ...]]
    create: str
    callstack: tuple[ActiveLayer, ...]
    found: tuple[FoundLayer, ...]
    drivers: tuple[FoundDriver, ...]
    driver_search: Search
    implicit_search: Search
    explicit_search: Search
    settings_file: str | None
    verdicts: tuple[Verdict, ...]
    problems: tuple[Problem, ...]
