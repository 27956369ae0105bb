"""LoaderReport: everything found, decided and refused; Entry: a layer while that is decided."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.base.device_values import DeviceConfiguration, PhysicalDevice
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, PathOfKeys, Problem, Reason, Verdict
from vkconfig_py.loader.files.binaries import LibraryState
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.manifests.reader import Extension, Failure
from vkconfig_py.loader.profiles.profile import LoaderProfile

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import DeviceSummary
    from vkconfig_py.loader.files.opened_loader import OpenedLoader
    from vkconfig_py.loader.wire.results import ProbeResults


_UNOPENED = {
    "needs-missing": Reason.LIBRARY_NEEDS_MISSING,
    "unlinkable": Reason.LIBRARY_UNLINKABLE,
    "cut-short": Reason.LIBRARY_CUT_SHORT,
}


class Decision(NamedTuple):
    """What was decided about an entry; becomes a Verdict when the report is made.

    Attributes:
        file: another file that decided; "" stands for the manifest itself.
        place: keys and indexes in that file, as far as one place decided.
    """

    outcome: Outcome
    reason: Reason
    detail: str = ""
    file: str = ""
    line: int = 0
    place: PathOfKeys = ()


class Entry:
    """One layer of one manifest, or a failure, while the loader's steps are followed.

    Mutable on purpose: a machine has thousands, and each is decided by the first rule that
    applies. Entries live for one run and never leave it.
    """

    __slots__ = ("control", "decision", "failure", "file", "implicit", "manifest", "name")

    def __init__(self, file: str, implicit: bool, found: LayerManifest | Failure) -> None:
        self.file = file
        self.implicit = implicit
        self.control = ""
        self.decision: Decision | None = None
        # A broken layer is listed by the name that it has so far, else by its file.
        if isinstance(found, Failure):
            self.name = found.name or file[file.rfind("/") + 1 :]
            self.failure: Failure | None = found
            self.manifest: LayerManifest | None = None
        else:
            self.name = found.name
            self.implicit = found.implicit
            self.failure = None
            self.manifest = found

    @property
    def layer(self) -> LayerManifest:
        """Return the manifest of an entry that is known to have one."""
        assert self.manifest is not None, f"{self.file} yields no layer"
        return self.manifest

    def decide(
        self,
        outcome: Outcome,
        reason: Reason,
        detail: str = "",
        file: str = "",
        place: PathOfKeys = (),
    ) -> None:
        """Record why the entry is out; the first decision stands."""
        # Rules run in the order of loader.c: what takes a layer out there first is the reason.
        if self.decision is None:
            self.decision = Decision(outcome, reason, detail, file, place=place)


def first_named(entries: list[Entry], name: str) -> Entry | None:
    """Return the first entry of that name, as loader_find_layer_property does."""
    return next((entry for entry in entries if entry.name == name), None)


def refused_library(state: LibraryState, library: str) -> tuple[Outcome, Reason, str]:
    """Return the decision about a library that the dynamic linker refuses."""
    # loader.c, loader_create_instance_chain.
    detail = state.path or library
    # A 32-bit library is right for 32-bit programs: nobody should be told to repair it.
    if state.reason == "foreign-class":
        return Outcome.OFF, Reason.LIBRARY_OTHER_SIZE, detail  # nothing is wrong with it
    if state.why:
        return Outcome.SKIPPED, _UNOPENED[state.reason], state.why
    reason = Reason.LIBRARY_MISSING if state.reason == "missing" else Reason.LIBRARY_FOREIGN
    return Outcome.SKIPPED, reason, detail


def decide_failure(failure: Failure) -> Decision:
    """Return the decision about a manifest that the loader does not take."""
    outcome = Outcome.SKIPPED
    if failure.aborts:
        # A lack of memory, which invalid JSON counts as before 1.3.268; a crash; or a pipe,
        # which is waited for.
        outcome = Outcome.FAILS
    elif failure.reason is Reason.WRONG_ARCHITECTURE:
        outcome = Outcome.OFF  # nothing is wrong with it
    return Decision(outcome, failure.reason, failure.detail, "", failure.line, failure.place)


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


class FoundDevice(NamedTuple):
    """One device of one driver with its final verdict.

    Attributes:
        position: 0-based place in the list that the program gets, or -1.
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


class Offer(NamedTuple):
    """A layer of the scan before an instance, and the extensions that it stands for."""

    layer: LayerManifest
    extensions: tuple[Extension, ...]


class Foundation(NamedTuple):
    """What opening libraries goes on from; plan_from_report.py makes a value for a child of it.

    Attributes:
        written: layers that the chain is made from, application side first; a name may stand
            twice, and libraries that files refuse are in it.
        active: the same with meta-layers, each behind its components.
        before: layers that the calls before an instance see, with their extensions.
        refusal: result of vkCreateInstance if it is a failure before any library counts, or "".
    """

    written: tuple[ActiveLayer, ...] = ()
    active: tuple[LayerManifest, ...] = ()
    before: tuple[Offer, ...] = ()
    refusal: str = ""
    device_configurations: tuple[DeviceConfiguration, ...] | None = None


class Difference(NamedTuple):
    """Where the prediction and what happened part.

    Attributes:
        what: "create" (the result), "layers" (those in the chain), or "order" (of their entry).
    """

    what: str
    predicted: tuple[str, ...]
    seen: tuple[str, ...]


class LoaderReport(NamedTuple):
    """The engine's answer for one host, application and loader version.

    Attributes:
        loaders: every loader found on the machine, that of this report's host first.
        opened: how the program comes to its loader, where its file was looked at.
        loader_extensions: what the loader itself adds to the global list of extensions.
        implicit_extensions: what layers add to it, or the name of the error of
            vkEnumerateInstanceExtensionProperties; what drivers offer cannot be told from files.
        layers: as vkEnumerateInstanceLayerProperties returns them, or the name of its error.
        layers_incomplete: the call says VK_INCOMPLETE beside them, however large the array is.
        create: name of the result of vkCreateInstance.
        found: every layer and layer manifest in scan order, each with its verdict.
        verdicts: everything else considered: variables, filter tokens, folders, settings.
        foundation: what opening libraries goes on from.
        extensions: as vkEnumerateInstanceExtensionProperties returns them, or the name of its
            error; None unless libraries were opened, as the following ones.
        devices: in the order in which the program gets them, or the name of the error.
        found_devices: those of all drivers, each with its verdict.
        differences: between what files let expect and what happened.
        probed: what became of each library.
    """

    host: Host
    application: Application
    profile: LoaderProfile
    basis: str
    instance_version: str
    layers: tuple[LayerManifest, ...] | str
    layer_extensions: Mapping[str, tuple[tuple[str, int], ...] | str]
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
    loader_extensions: tuple[tuple[str, int], ...] = ()
    implicit_extensions: tuple[tuple[str, int], ...] | str = ()
    loaders: tuple[LoaderProfile, ...] = ()
    opened: OpenedLoader | None = None
    layers_incomplete: bool = False
    foundation: Foundation = Foundation()
    extensions: tuple[tuple[str, int], ...] | str | None = None
    devices: tuple[DeviceSummary, ...] | str | None = None
    found_devices: tuple[FoundDevice, ...] = ()
    differences: tuple[Difference, ...] = ()
    probed: ProbeResults | None = None
