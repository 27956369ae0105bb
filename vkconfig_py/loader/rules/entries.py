"""Entry: one layer on its way through the pipeline, with the decision that stopped it."""

from __future__ import annotations

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, PathOfKeys, Reason
from vkconfig_py.loader.files.binaries import LibraryState
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.manifests.reader import Failure

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
        if self.decision is None:
            self.decision = Decision(outcome, reason, detail, file, place=place)


def first_named(entries: list[Entry], name: str) -> Entry | None:
    """Return the first entry of that name, as loader_find_layer_property does."""
    return next((entry for entry in entries if entry.name == name), None)


def refused_library(state: LibraryState, library: str) -> tuple[Outcome, Reason, str]:
    """Return the decision about a library that the dynamic linker refuses."""
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
        outcome = Outcome.FAILS
    elif failure.reason is Reason.WRONG_ARCHITECTURE:
        outcome = Outcome.OFF  # nothing is wrong with it
    return Decision(outcome, failure.reason, failure.detail, "", failure.line, failure.place)
