"""Manifests that are found and read, and the entries that the loader's steps decide about.

Follows loader.c, loader_scan_for_layers and loader_icd_scan, up to where a file is parsed.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, PathOfKeys, Reason
from vkconfig_py.loader.files.binaries import LibraryState
from vkconfig_py.loader.files.scan import Folder, Scanner, list_files
from vkconfig_py.loader.files.search_paths import (
    ManifestType,
    SearchPath,
    find_search_paths,
    names_files,
)
from vkconfig_py.loader.manifests.driver import DriverManifest, parse_driver_file
from vkconfig_py.loader.manifests.layer import NO_LAYERS, LayerFile, LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import Search
from vkconfig_py.loader.settings_file import Settings, prepend_drivers

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


class Listing(NamedTuple):
    """Where one type of manifest was looked for, and what stood there."""

    places: tuple[SearchPath, ...]
    folders: tuple[Folder, ...]
    search: Search


NOTHING_SEARCHED = Listing((), (), Search((), (), ()))


class ManifestScan:
    """Reads the manifests of one host for one loader.

    Attributes:
        ended_by: the manifest after which the loader reads no layer any more, or "".
    """

    def __init__(
        self, host: Host, profile: LoaderProfile, dialect: Dialect, scanner: Scanner
    ) -> None:
        self._host = host
        self._profile = profile
        self._dialect = dialect
        self._scanner = scanner
        self.ended_by = ""
        self.hidden_drivers: tuple[str, ...] = ()

    def layers(
        self, kind: ManifestType, override_paths: Sequence[str] = ()
    ) -> tuple[Listing, list[Entry]]:
        """Return the layers of a kind in scan order, broken ones included.

        Where a file ends the search, the layers behind it are read all the same, and say so.
        """
        listing = self._list(kind, override_paths)
        implicit = kind is ManifestType.IMPLICIT
        entries = []
        for file in listing.search.files:
            document = self._scanner.document(file)
            parsed = parse_layer_file(file, document, implicit, self._dialect)
            # A file without layers has an entry, too: people look for it in the list.
            for found in parsed.entries or (NO_LAYERS,):
                entry = Entry(file, implicit, found)
                if self.ended_by:
                    entry.decide(Outcome.SKIPPED, Reason.NOT_REACHED, self.ended_by, self.ended_by)
                entries.append(entry)
            if not self.ended_by and self._ends_search(parsed, entries[-1]):
                self.ended_by = file
        return listing, entries

    def crashes_as_implicit(self, files: Sequence[str]) -> bool:
        """Return whether a manifest crashes a loader that reads it as one of an implicit layer."""
        return any(
            isinstance(found, Failure) and found.reason is Reason.CRASHES_ALL
            for file in files
            for found in parse_layer_file(
                file, self._scanner.document(file), True, self._dialect
            ).entries
        )

    def drivers(
        self, settings: Settings
    ) -> tuple[Listing, list[tuple[str, DriverManifest | Failure]]]:
        """Return the driver manifests in scan order, those of the settings file in front."""
        # With device_configurations in force the variables for drivers are not read.
        listing = self._list(ManifestType.DRIVER, (), settings.device_configurations is not None)
        # additional_drivers come first; with additional_drivers_use_exclusively they are all.
        files = prepend_drivers(settings, listing.search.files)
        self.hidden_drivers = tuple(x for x in listing.search.files if x not in set(files))
        # Compared as texts: two paths of one file are two files.
        if self._profile.has(Gate.FILES_ONCE):
            files = tuple(dict.fromkeys(files))
        listing = listing._replace(search=listing.search._replace(files=files))
        parsed = [
            (file, parse_driver_file(file, self._scanner.document(file), self._dialect))
            for file in files
        ]
        if self._profile.has(Gate.DRIVER_SEARCH_ENDS):
            parsed = _until_invalid(parsed)
        return listing, parsed

    def _list(
        self, kind: ManifestType, override_paths: Sequence[str], ignore_variables: bool = False
    ) -> Listing:
        # Every type has its variables and folders; override_paths replace those of explicit layers.
        places = find_search_paths(
            self._host, self._profile, kind, override_paths, ignore_variables
        )
        folders = tuple(self._look(kind, place) for place in places)
        search = Search(
            tuple(place.path for place in places),
            list_files(folders, self._profile.has(Gate.FILES_ONCE)),
            tuple(place.source for place in places),
        )
        return Listing(places, folders, search)

    def _look(self, kind: ManifestType, place: SearchPath) -> Folder:
        if not self._profile.has(Gate.ENTRIES_BY_KIND):
            return self._scanner.folder(place.path)
        if kind is ManifestType.DRIVER and names_files(place.source):
            return self._scanner.file_named(place.path)
        return self._scanner.folder_named(place.path)

    def _ends_search(self, file: LayerFile, last: Entry) -> bool:
        """Return whether the loader reads no layer after this file, as its last layer is."""
        if last.failure is not None:
            # A file that cannot be opened is skipped by each loader, and the search goes on.
            if last.failure.reason in (Reason.ENDS_SEARCH, Reason.UNREADABLE):
                return last.failure.reason is Reason.ENDS_SEARCH
            is_broken = file.last_failed or not file.entries
        else:
            if last.layer.ends_search:
                return True
            is_broken = file.last_failed or last.layer.is_broken
        return is_broken and last.implicit and self._profile.has(Gate.FAILURE_ENDS_SEARCH)


def _until_invalid(
    drivers: list[tuple[str, DriverManifest | Failure]],
) -> list[tuple[str, DriverManifest | Failure]]:
    """Let the first invalid file behind a usable manifest end the list."""
    usable = False
    for place, (file, found) in enumerate(drivers):
        if not isinstance(found, Failure):
            usable = True
        elif found.reason is Reason.ABORTS_ALL:
            # In front of every usable driver an invalid file fails the whole call instead.
            if not usable:
                return drivers
            ends = found._replace(reason=Reason.ENDS_SEARCH, aborts=False)
            rest = [
                (name, Failure("", Reason.NOT_REACHED, file)) for name, _ in drivers[place + 1 :]
            ]
            return [*drivers[:place], (file, ends), *rest]
    return drivers
