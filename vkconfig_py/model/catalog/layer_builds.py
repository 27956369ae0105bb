"""Layers under development: a build is added, put first in the chain, and looked at when rebuilt.

A build is a library, or a manifest that names one. Without a manifest one is made from what the
library exports. What a look finds (negotiation, instance and device, intercepted commands) comes
from opening the layer in a child; two looks are compared in sentences.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path, PurePath

from vkconfig_py.language.sentences import counted, join_words, message, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import find_file_state
from vkconfig_py.loader.files.elf import ElfError, find_texts, read_build_id
from vkconfig_py.loader.files.image_kinds import find_exported_names
from vkconfig_py.loader.files.safe_paths import read_whole
from vkconfig_py.loader.platforms.local_paths import shorten_path
from vkconfig_py.loader.probe.answer_cache import ProbeMemory
from vkconfig_py.loader.probe.probe_run import ProbeSelection, probe
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.jobs import Health, LayerAnswer, State
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.model.chain.probe_words import describe_failure
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange, get_short_name
from vkconfig_py.model.files.paths import describe_error
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.text.wording import render_version

# Opening a build in a child, and what came of it.

_NOT_FOUND = tr("its manifest is not in a searched folder")


def check_build(
    build: LayerBuild,
    report: LoaderReport,
    memory: ProbeMemory,
    now: float,
    cancellation: Cancellation | None = None,
) -> BuildCheck:
    """Probe a built layer together with a driver that works, and return the result.

    Args:
        build: the library or manifest to open.
        report: of the machine, with the build's manifest found.
        memory: earlier probes, which know a driver that works.
        now: seconds since the epoch.
        cancellation: ends the child.
    """
    build_time, code = _read_library_time(build.library), read_identity(build.library)
    if not any(
        (layer.file, layer.name) == (build.manifest, build.layer) for layer in report.found_layers
    ):
        return BuildCheck(
            now, build_time, Health(State.NOT_PROBED, detail=_NOT_FOUND), identity=code
        )
    selection = ProbeSelection(
        drivers=frozenset(),
        layers=frozenset({(build.manifest, build.layer)}),
        chain=False,
        functions=True,
    )
    results = probe(report, selection, memory=memory, cancellation=cancellation, ignores_cache=True)
    if results.refusal or not results.layers:
        unprobed = Health(State.NOT_PROBED, detail=results.refusal.rstrip("."))
        return BuildCheck(now, build_time, unprobed, identity=code)
    layer = results.layers[0]
    answer = layer.answer if isinstance(layer.answer, LayerAnswer) else None
    return BuildCheck.from_answer(now, build_time, layer.health, answer)._replace(identity=code)


def _read_library_time(library: str) -> float:
    """Return when a library was modified, in seconds since the epoch, 0.0 if it is missing."""
    try:
        return Path(library).stat().st_mtime
    except OSError:
        return 0.0


NEGOTIATE_FUNCTION = "vkNegotiateLoaderLayerInterfaceVersion"
LOOKUP_FUNCTIONS = ("vkGetInstanceProcAddr", "vkGetDeviceProcAddr")
_LAYER_PREFIX, _LOCAL_PREFIX = "VK_LAYER_", "VK_LAYER_LOCAL_"
_MAX_NAMED = 6
_SHORT_ID_LENGTH = 8  # digits of a build ID
_LIBRARY_PROBLEMS = {
    "missing": tr("{path} does not exist."),
    "foreign-class": tr("{path} is for programs with a different word size."),
    "foreign-machine": tr("{path} is for a different processor architecture."),
    "unreadable": tr("You do not have permission to read {path}."),
}
_NOT_A_LIBRARY = tr("{path} is not a library.")


class LayerBuild(NamedTuple):
    """A build of a layer.

    Attributes:
        manifest: path of its manifest, which is there or to be written.
        content: of a manifest that is to be written; b"" if there is one.
        library: absolute path of the library.
        note: what was assumed, as a sentence, or "".
    """

    layer: str
    manifest: str
    library: str
    content: bytes = b""
    note: str = ""


class BuildIdentity(NamedTuple):
    """What tells the code of one build from that of another.

    Attributes:
        build_id: of the linker, in hexadecimal digits; "" if it wrote none.
        digest: of the content of the library; "" if it cannot be read.
    """

    build_id: str = ""
    digest: str = ""


NO_IDENTITY = BuildIdentity()


def read_identity(library: str) -> BuildIdentity:
    """Read what tells the code of a library from that of another: build ID and digest."""
    try:
        content = read_whole(library)[1]
    except OSError:
        return NO_IDENTITY
    digest = hashlib.sha256(content).hexdigest()
    try:
        return BuildIdentity(read_build_id(library, len(content)), digest)
    except (OSError, ElfError):  # no library, or one of another system
        return BuildIdentity("", digest)


class BuildCheck(NamedTuple):
    """What a look at a build found.

    Attributes:
        looked_at: seconds since the epoch.
        library_time: modification time of the library, in seconds since the epoch; 0 if it is
            missing.
        intercepted_commands: commands that it intercepts; None if that is not known.
        identity: of the library; NO_CODE if it cannot be read.
    """

    looked_at: float
    library_time: float
    health: Health
    interface_version: int = -1
    create_instance: str = ""
    create_device: str = ""
    intercepted_commands: tuple[str, ...] | None = None
    identity: BuildIdentity = NO_IDENTITY

    @classmethod
    def from_answer(
        cls, checked_at: float, build_time: float, health: Health, answer: LayerAnswer | None
    ) -> BuildCheck:
        """Make the result of a probe. `answer` is None if the layer did not respond.

        `checked_at`: of the probe, in seconds since the epoch. `build_time`: modification time
        of the library.
        """
        if answer is None:
            return cls(checked_at, build_time, health)
        return cls(
            checked_at,
            build_time,
            health,
            answer.interface,
            answer.create_instance,
            answer.create_device,
            answer.intercepts,
        )


# finding


def find_build(
    path: str, host: Host, profile: LoaderProfile, folder: Path, name: str = ""
) -> LayerBuild | str:
    """Find the layer of a library or manifest, or return a sentence why there is none.

    Args:
        path: absolute.
        host: for whose programs it is built.
        profile: of the loader; a made manifest asks for its version of Vulkan.
        folder: where a manifest is to be made.
        name: of the layer, if the library has several or none.
    """
    try:
        content = read_whole(path)[1] if path.endswith(".json") else b""
    except OSError as error:
        return tr("{path} cannot be read: {reason}.", path=path, reason=describe_error(error))
    if content:
        return _find_build_of_manifest(path, content, host, name)
    state = find_file_state(host, path)
    if not state.is_found:
        return _LIBRARY_PROBLEMS.get(state.reason, _NOT_A_LIBRARY).format(path=path)
    try:
        exported_names = find_exported_names(
            path, (NEGOTIATE_FUNCTION, *LOOKUP_FUNCTIONS), host.machine, host.pointer_bits
        )
        names = find_texts(path, 0, Path(path).stat().st_size, _LAYER_PREFIX.encode())
    except (OSError, ValueError) as error:
        return tr("{path} cannot be read: {reason}.", path=path, reason=error)
    if not exported_names & {NEGOTIATE_FUNCTION, LOOKUP_FUNCTIONS[0]}:
        return tr(
            "{path} exports neither {function} nor {other}, so it is not a layer.",
            path=path,
            function=NEGOTIATE_FUNCTION,
            other=LOOKUP_FUNCTIONS[0],
        )
    return _make_build_of_library(path, profile, folder, name, tuple(filter(_is_layer_name, names)))


def _find_build_of_manifest(path: str, content: bytes, host: Host, name: str) -> LayerBuild | str:
    """Find a layer in a manifest, or return a sentence why that is impossible.

    `name`: of the layer, "" for the first one.
    """
    layers = [layer.name for layer in read_declared(content, path).layers]
    if not layers:
        return tr("{path} does not declare a layer.", path=path)
    layer = name or layers[0]
    if layer not in layers:
        return tr(
            "{path} does not declare {layer}. Available: {layers}.",
            path=path,
            layer=layer,
            layers=join_words(layers),
        )
    library = _read_library_path(content, layer)
    if not library:
        return tr("{path}: {layer} does not name a library.", path=path, layer=layer)
    # A bare name is searched by the linker; another is relative to the manifest's folder.
    library_path = str(Path(path).parent / library) if "/" in library else library
    return LayerBuild(layer, path, shorten_path(host.root, library_path))


def _read_library_path(content: bytes, layer: str) -> str:
    """Return the library_path of a layer in a manifest, "" if it names none."""
    root = json.loads(content)
    layers = [root.get("layer"), *(root.get("layers") or ())]
    matching_layers = (
        declared_layer
        for declared_layer in layers
        if isinstance(declared_layer, dict) and declared_layer.get("name") == layer
    )
    library = next(matching_layers, {}).get("library_path", "")
    return library if isinstance(library, str) else ""


def _is_layer_name(text: str) -> bool:
    """Return whether a text has the form of a layer name: letters, digits and underscores."""
    return text.removeprefix(_LAYER_PREFIX).replace("_", "").isalnum()


def _make_build_of_library(
    path: str, profile: LoaderProfile, folder: Path, name: str, found_names: Sequence[str]
) -> LayerBuild:
    """Describe a library as a layer, with a manifest to be written for it.

    Args:
        path: of the library.
        profile: of the loader whose Vulkan version the manifest asks for.
        folder: where the manifest is to be written.
        name: the layer, "" to choose it from `found_names`.
        found_names: layer names found in the library.
    """
    stem = PurePath(path).name.partition(".so")[0].removeprefix("lib").removeprefix("VkLayer_")
    likely_names = [
        layer_name for layer_name in found_names if stem.casefold() in layer_name.casefold()
    ]
    layer = (
        name
        or next(iter(likely_names or found_names), "")
        or _LOCAL_PREFIX + _make_plain_name(stem)
    )
    note = ""
    if not name and layer not in found_names:
        note = tr(
            "The library does not name its layer, so the layer is called {layer}.", layer=layer
        )
    elif not name and len(found_names) > 1:
        note = tr(
            "The library names several layers ({names}); {layer} is used.",
            names=join_words(found_names),
            layer=layer,
        )
    manifest = str(folder / f"{_make_plain_name(PurePath(path).name)}.json")
    return LayerBuild(layer, manifest, path, render_manifest(layer, path, profile), note)


def _make_plain_name(text: str) -> str:
    """Replace each character that is no letter, digit or underscore by an underscore."""
    return "".join(letter if letter.isalnum() or letter == "_" else "_" for letter in text)


def render_manifest(layer: str, library: str, profile: LoaderProfile) -> bytes:
    """Return a manifest for a library (LoaderLayerInterface, "Layer Manifest File Format")."""
    document = {
        "file_format_version": "1.2.0",
        "layer": {
            "name": layer,
            "type": "GLOBAL",
            "library_path": library,
            "api_version": render_version(profile.version),
            "implementation_version": "1",
            "description": f"Built here: {PurePath(library).name}",
        },
    }
    return json.dumps(document, indent=4).encode() + b"\n"


# in a workspace


def add_build(workspace: Workspace, build: LayerBuild, chain: Sequence[str]) -> WorkspaceChange:
    """Add a build to the search for layers, and turn it on first in the current configuration."""
    source = CollectionSource(build.manifest, watched=True)
    other_sources = (
        collection_source
        for collection_source in workspace.sources
        if collection_source.path != build.manifest
    )
    extended_workspace = workspace._replace(sources=(*other_sources, source))
    drawn_order = workspace_edits.move_in_order(chain, build.layer, 0)
    current_configuration = extended_workspace.selected_configuration.with_move(
        build.layer, chain, drawn_order
    )
    entry = current_configuration.find_entry(build.layer)
    if entry is not None:  # of several copies of that name, this one
        current_configuration = current_configuration.with_entry(
            entry._replace(control=LayerControl.ON, manifest=build.manifest, copy=build.manifest)
        )
    return WorkspaceChange(
        extended_workspace.with_configuration(current_configuration),
        message("Add {layer} build", layer=get_short_name(build.layer)),
    )


def read_builds(workspace: Workspace, host: Host) -> tuple[LayerBuild, ...]:
    """Return the builds that a workspace searches for layers.

    Those whose manifest cannot be read have no layer.
    """
    return tuple(
        _read_build(collection_source.path, host)
        for collection_source in workspace.sources
        if collection_source.watched
    )


def _read_build(manifest: str, host: Host) -> LayerBuild:
    """Describe the build of a manifest. If it cannot be read, its note says why."""
    try:
        content = read_whole(manifest)[1]
        build = _find_build_of_manifest(manifest, content, host, "")
    except (OSError, ValueError) as error:
        return LayerBuild(
            "",
            manifest,
            "",
            note=tr("{path} cannot be read: {reason}.", path=manifest, reason=error),
        )
    return LayerBuild("", manifest, "", note=build) if isinstance(build, str) else build


# looking


FileIdentity = tuple[int, int, int] | None


def read_file_identity(path: str) -> FileIdentity:
    """Return inode, modification time (ns) and size (bytes) of a library, None if missing.

    A rebuild changes at least one of them.
    """
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def is_complete_library(path: str, host: Host) -> bool:
    """Return whether a linker has finished writing a library: its header says so."""
    return find_file_state(host, path).is_found


_MAX_UNCHANGED = 12  # looks after which a linker would have gone on writing


class RebuildWatch:
    """Notices that a library was rebuilt, by looking at the file again and again.

    A linker writes a library in pieces, so a rebuild counts once two looks in a row find the same
    file. A file that stays incomplete counts, too: then the result is not a library.
    """

    def __init__(self, path: str, host: Host) -> None:
        self._path, self._host = path, host
        self._reported_identity = read_file_identity(path)
        self._last_identity = self._reported_identity
        self._unchanged_count = 0  # looks in a row that found the same

    def check_rebuilt(self) -> bool:
        """Look at the file, and return whether it was rebuilt since this last returned True."""
        current_version = read_file_identity(self._path)
        self._unchanged_count = (
            self._unchanged_count + 1 if current_version == self._last_identity else 0
        )
        self._last_identity = current_version
        if (
            current_version is None
            or current_version == self._reported_identity
            or not self._unchanged_count
        ):
            return False
        if self._unchanged_count < _MAX_UNCHANGED and not is_complete_library(
            self._path, self._host
        ):
            return False
        self._reported_identity = current_version
        return True


# comparing


def describe_check(build_check: BuildCheck) -> str:
    """Return the result of probing a build, as one sentence."""
    if build_check.health.state is not State.HEALTHY:
        return _describe_failure(build_check.health)
    number = (
        None if build_check.intercepted_commands is None else len(build_check.intercepted_commands)
    )
    if build_check.interface_version < 1:
        if number is None:
            return tr("Works.")
        return counted("Works: intercepts {n} commands.", "Works: intercepts {n} command.", number)
    if number is None:
        return tr(
            "Works: negotiates interface version {interface}.",
            interface=build_check.interface_version,
        )
    return counted(
        "Works: negotiates interface version {interface} and intercepts {n} commands.",
        "Works: negotiates interface version {interface} and intercepts {n} command.",
        number,
        interface=build_check.interface_version,
    )


def describe_changes(check_before: BuildCheck | None, check_after: BuildCheck) -> tuple[str, ...]:
    """Return what is different after a rebuild, a sentence each, or () if nothing is."""
    if check_before is None:
        return (describe_check(check_after),)
    return tuple(filter(None, (text(check_before, check_after) for text in _COMPARISONS)))


def _describe_failure(health: Health) -> str:
    """Return the sentence how a build fails when it is probed."""
    return tr("Fails: {reason}.", reason=describe_failure(health) or health.state.value)


def _compare_health(check_before: BuildCheck, check_after: BuildCheck) -> str:
    """Return "Works now." or how a build fails, "" if that is as before."""
    health_before, health_now = check_before.health, check_after.health
    if (health_before.state, health_before.code, health_before.step) == (
        health_now.state,
        health_now.code,
        health_now.step,
    ):
        return ""
    if health_now.state is State.HEALTHY:
        return tr("Works now.")
    if health_before.state is State.HEALTHY:
        return f"{_describe_failure(health_now)} {tr('It worked before.')}"
    return _describe_failure(health_now)


def _compare_interface(check_before: BuildCheck, check_after: BuildCheck) -> str:
    """Return the sentence on the negotiated interface version, "" if it is as before."""
    if (
        check_before.interface_version == check_after.interface_version
        or check_after.interface_version < 1
    ):
        return ""
    if check_before.interface_version > 0:
        return tr(
            "Negotiates interface version {interface}; previously {earlier}.",
            interface=check_after.interface_version,
            earlier=check_before.interface_version,
        )
    return tr("Negotiates interface version {interface}.", interface=check_after.interface_version)


def _describe_new_commands(check_before: BuildCheck, check_after: BuildCheck) -> str:
    """Return the sentence on commands that a build newly intercepts, or ""."""
    names = _list_added_commands(check_before, check_after)
    if not names:
        return ""
    return counted(
        "Intercepts {n} more commands: {names}.",
        "Intercepts {n} more command: {names}.",
        len(names),
        names=_join_names(names),
    )


def _describe_lost_commands(check_before: BuildCheck, check_after: BuildCheck) -> str:
    """Return the sentence on commands that a build no longer intercepts, or ""."""
    names = _list_added_commands(check_after, check_before)
    return tr("No longer intercepts {names}.", names=_join_names(names)) if names else ""


def _list_added_commands(check_before: BuildCheck, check_after: BuildCheck) -> list[str]:
    """Return the commands that only the later build intercepts, sorted."""
    if check_before.intercepted_commands is None or check_after.intercepted_commands is None:
        return []
    return sorted({*check_after.intercepted_commands} - {*check_before.intercepted_commands})


def _join_names(names: Sequence[str]) -> str:
    """Join names in words, and count those beyond a limit: "a, b and 3 others"."""
    shown_names = list(names[:_MAX_NAMED])
    omitted_count = len(names) - len(shown_names)
    return join_words(
        [*shown_names, counted("{n} others", "{n} other", omitted_count)]
        if omitted_count
        else shown_names
    )


def _compare_code(check_before: BuildCheck, check_after: BuildCheck) -> str:
    """Return the sentence that a library has new code, by build ID or digest, or ""."""
    identity_before, identity_now = check_before.identity, check_after.identity
    if (
        not (identity_before.digest and identity_now.digest)
        or identity_before.digest == identity_now.digest
    ):
        return ""
    if identity_before.build_id == identity_now.build_id:
        return tr("The library's content changed.")
    return tr(
        "New code: build ID {now}; previously {before}.",
        now=identity_now.build_id[:_SHORT_ID_LENGTH] or tr("none", "no build ID"),
        before=identity_before.build_id[:_SHORT_ID_LENGTH] or tr("none", "no build ID"),
    )


_COMPARISONS: tuple[Callable[[BuildCheck, BuildCheck], str], ...] = (
    _compare_health,
    _compare_interface,
    _describe_new_commands,
    _describe_lost_commands,
    _compare_code,
)
