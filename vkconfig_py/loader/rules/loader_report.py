"""Holds LoaderReport, the result of the engine, and Entry, a layer while it is being decided."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.language.sentences import Message
from vkconfig_py.loader.base.device_values import DeviceConfiguration, PhysicalDevice
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath, Outcome, Problem, Reason, Verdict
from vkconfig_py.loader.files.binaries import LibraryState
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.manifests.reader import Extension, Failure
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.profiles.profile import LoaderProfile

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import DeviceSummary
    from vkconfig_py.loader.files.opened_loader import OpenedLoader
    from vkconfig_py.loader.wire.results import ProbeResults


_LINKER_REASONS = {
    "needs-missing": Reason.LIBRARY_NEEDS_MISSING,
    "unlinkable": Reason.LIBRARY_UNLINKABLE,
    "cut-short": Reason.LIBRARY_CUT_SHORT,
}


class Decision(NamedTuple):
    """Decision about an entry, which becomes a Verdict in the report.

    Attributes:
        file: another deciding file; "" for the manifest itself.
        key_path: keys and indexes of the deciding place in that file, if there is one.
    """

    outcome: Outcome
    reason: Reason
    detail: Message | str = ""
    file: str = ""
    line: int = 0
    key_path: KeyPath = ()


_UNDECIDED_DECISION = Decision(Outcome.UNKNOWN, Reason.NOT_REQUESTED)


class Entry:
    """One layer of one manifest, or a failure, during the loader's steps.

    Mutable on purpose: a machine may have thousands, and each is decided by the first rule that
    applies. Entries exist only during one run.
    """

    __slots__ = (
        *("control", "decision", "failure", "file", "implicit", "is_freed_twice", "manifest"),
        "name",
    )

    def __init__(
        self, file: str, is_implicit: bool, parsed_manifest: LayerManifest | Failure
    ) -> None:
        self.file = file
        self.implicit = is_implicit
        self.control = ""
        self.decision: Decision | None = None
        self.is_freed_twice = False  # by the loader, which crashes while it reads
        # A broken layer is listed by its name if that was read, else by its file.
        if isinstance(parsed_manifest, Failure):
            self.name = parsed_manifest.name or get_base_name(file)
            self.failure: Failure | None = parsed_manifest
            self.manifest: LayerManifest | None = None
        else:
            self.name = parsed_manifest.name
            self.implicit = parsed_manifest.implicit
            self.failure = None
            self.manifest = parsed_manifest

    @property
    def layer(self) -> LayerManifest:
        """Return the manifest of an entry that must have one."""
        assert self.manifest is not None, f"{self.file} yields no layer"
        return self.manifest

    @property
    def final_decision(self) -> Decision:
        """Return the decision about the entry, which must have one by now."""
        if self.decision is not None:
            return self.decision
        return _UNDECIDED_DECISION if self.failure is None else decide_failure(self.failure)

    def decide(
        self,
        outcome: Outcome,
        reason: Reason,
        detail: Message | str = "",
        file: str = "",
        key_path: KeyPath = (),
    ) -> None:
        """Record the decision that removes the entry. The first one is final.

        Args:
            outcome: what becomes of the entry.
            reason: why.
            detail: the name, value or sentence that goes with the reason.
            file: the file that decides, "" for its own manifest.
            key_path: place in that file.
        """
        # Rules run in the order of loader.c: the first step that removes a layer is the reason.
        if self.decision is None:
            self.decision = Decision(outcome, reason, detail, file, key_path=key_path)


def find_first_named(entries: list[Entry], name: str) -> Entry | None:
    """Return the first entry with a layer name, or None, like loader_find_layer_property."""
    return next((entry for entry in entries if entry.name == name), None)


def decide_refused_library(
    state: LibraryState, library: str, without_entry_point: Reason
) -> tuple[Outcome, Reason, Message | str]:
    """Return outcome, reason and detail for a library that ld.so or the loader refuses.

    `without_entry_point`: reason if the library exports no entry point.
    """
    # loader.c, loader_create_instance_chain.
    detail = state.path or library
    # A 32-bit library is correct for 32-bit programs: no repair is suggested.
    if state.reason == "foreign-class":
        return Outcome.OFF, Reason.LIBRARY_OTHER_SIZE, detail  # nothing is wrong with it
    if state.reason == "no-entry-point":
        return Outcome.SKIPPED, without_entry_point, state.missing
    if state.detail:
        return Outcome.SKIPPED, _LINKER_REASONS[state.reason], state.detail
    if state.is_fatal:
        return Outcome.FAILS, Reason.LIBRARY_MISSING, detail
    reason = Reason.LIBRARY_MISSING if state.reason == "missing" else Reason.LIBRARY_FOREIGN
    return Outcome.SKIPPED, reason, detail


def decide_failure(failure: Failure) -> Decision:
    """Return the decision about a manifest that the loader refuses."""
    outcome = Outcome.SKIPPED
    if failure.is_abort:
        # Out of memory (before 1.3.268 also reported for invalid JSON), a crash, or a pipe that
        # blocks.
        outcome = Outcome.FAILS
    elif failure.reason is Reason.WRONG_ARCHITECTURE:
        outcome = Outcome.OFF  # nothing is wrong with it
    elif failure.reason is Reason.FILE_NOT_HERE:
        outcome = Outcome.UNKNOWN
    return Decision(outcome, failure.reason, failure.detail, "", failure.line, failure.key_path)


class ManifestSearch(NamedTuple):
    """Search for one type of manifest.

    Attributes:
        paths: search paths in order.
        files: manifests in the order they were read.
        sources: origin of each path: "XDG_DATA_DIRS", "VK_LAYER_PATH", "built in", ...
    """

    paths: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


class FoundLayer(NamedTuple):
    """One layer of one manifest, or an unusable manifest, with its final verdict.

    Attributes:
        manifest: None when the file cannot be used; then name is what was read from it before, or
            the file's base name.
        position: 0-based index in the call stack, or -1.
        is_listed: whether vkEnumerateInstanceLayerProperties lists it.
    """

    name: str
    file: str
    implicit: bool
    manifest: LayerManifest | None
    verdict: Verdict
    position: int = -1
    is_listed: bool = False


class FoundDriver(NamedTuple):
    """One driver manifest with its verdict (LOADS means that the loader keeps it)."""

    file: str
    manifest: DriverManifest | None
    verdict: Verdict


class FoundDevice(NamedTuple):
    """One device of one driver with its final verdict.

    Attributes:
        position: 0-based index in the program's device list, or -1.
    """

    device: PhysicalDevice
    verdict: Verdict
    position: int


class ActiveLayer(NamedTuple):
    """One entry of the call stack, application side first.

    Attributes:
        enabled_by: the loader's own label (reference F.3).
    """

    manifest: LayerManifest
    enabled_by: str


class OfferedLayer(NamedTuple):
    """A layer visible to the calls before an instance, and its extensions."""

    layer: LayerManifest
    extensions: tuple[Extension, ...]


class ProbeInputs(NamedTuple):
    """Input for opening libraries. `probe_run.py` converts it for a child process.

    Attributes:
        written_layers: layers that the chain is built from, application side first; it may contain
            duplicate names and layers whose libraries cannot be opened.
        active_layers: the same with meta-layers, each after its components.
        listed_layers: layers that vkCreateInstance finds, even where the calls before it fail.
        pre_instance_layers: layers visible to the calls before an instance, with their extensions.
        early_result: result of vkCreateInstance if it fails before any library is opened, or "".
        always_on_layers: implicit layers that are on, whether or not the application names them.
        device_layers: what the chain of every device is built from, as `written_layers`; empty for
            a loader whose devices have the layers of the instance.
        listed_device_layers: layers that vkCreateDevice of such a loader finds.
    """

    written_layers: tuple[ActiveLayer, ...] = ()
    active_layers: tuple[LayerManifest, ...] = ()
    listed_layers: tuple[LayerManifest, ...] = ()
    pre_instance_layers: tuple[OfferedLayer, ...] = ()
    early_result: str = ""
    device_configurations: tuple[DeviceConfiguration, ...] | None = None
    always_on_layers: tuple[LayerManifest, ...] = ()
    device_layers: tuple[ActiveLayer, ...] = ()
    listed_device_layers: tuple[LayerManifest, ...] = ()


class ProbeMismatch(NamedTuple):
    """Mismatch between prediction and probe.

    Attributes:
        what: "create" (the result), "layers" (those in the chain), or "order" (of their entry).
    """

    what: str
    predicted: tuple[str, ...]
    seen: tuple[str, ...]


class LoaderReport(NamedTuple):
    """Result of the engine for one host, application and loader version.

    Attributes:
        loaders: every loader found on the machine, that of this report's host first.
        opened_loader: how the program finds its loader, if its file was examined.
        loader_extensions: extensions that the loader itself adds to the global list.
        implicit_extensions: extensions that layers add, or the error name of
            vkEnumerateInstanceExtensionProperties; those of drivers are unknown without a probe.
        layers: as vkEnumerateInstanceLayerProperties returns them, or the name of its error.
        device_callstack: chain of every device, for a loader that builds one of its own; None for
            others, whose devices have the layers of the instance.
        create_device_result: name of the result of vkCreateDevice where device_callstack is no
            None.
        are_layers_incomplete: that call returns VK_INCOMPLETE, however large the array is.
        create_result: name of the result of vkCreateInstance.
        found_layers: every layer and layer manifest in scan order, each with its verdict.
        verdicts: verdicts on other subjects: variables, filter tokens, folders, settings.
        probe_inputs: input for opening libraries.
        extensions: as vkEnumerateInstanceExtensionProperties returns them, or the name of its
            error; None without a probe, like the following attributes.
        devices: devices in the program's order, or the name of the error.
        found_devices: devices of all drivers, each with its verdict.
        mismatches: mismatches between prediction and probe.
        probe_results: probe result of each library.
        sentences: of a report that was read back: what its own engine wrote for each verdict, or
            what its facts tell in another language.
    """

    host: Host
    application: Application
    profile: LoaderProfile
    basis: str
    instance_version: str
    layers: tuple[LayerManifest, ...] | str
    layer_extensions: Mapping[str, tuple[tuple[str, int], ...] | str]
    create_result: str
    callstack: tuple[ActiveLayer, ...]
    found_layers: tuple[FoundLayer, ...]
    drivers: tuple[FoundDriver, ...]
    driver_search: ManifestSearch
    implicit_search: ManifestSearch
    explicit_search: ManifestSearch
    settings_file: str | None
    verdicts: tuple[Verdict, ...]
    problems: tuple[Problem, ...]
    loader_extensions: tuple[tuple[str, int], ...] = ()
    implicit_extensions: tuple[tuple[str, int], ...] | str = ()
    loaders: tuple[LoaderProfile, ...] = ()
    opened_loader: OpenedLoader | None = None
    are_layers_incomplete: bool = False
    device_callstack: tuple[ActiveLayer, ...] | None = None
    create_device_result: str = ""
    probe_inputs: ProbeInputs = ProbeInputs()
    extensions: tuple[tuple[str, int], ...] | str | None = None
    devices: tuple[DeviceSummary, ...] | str | None = None
    found_devices: tuple[FoundDevice, ...] = ()
    mismatches: tuple[ProbeMismatch, ...] = ()
    probe_results: ProbeResults | None = None
    sentences: Mapping[Verdict, str] = MappingProxyType({})
