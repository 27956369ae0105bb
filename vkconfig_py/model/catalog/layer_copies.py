"""Every installed or added layer, each copy of it with the engine's verdict.

The engine decides what becomes of a copy; what it does not read (a disabled place, an excluded
manifest) is read by folder_scan.py and shown with the reason why it is not used.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Collection as Several
from enum import Enum, StrEnum
from types import MappingProxyType

from vkconfig_py.language.sentences import counted, join_some, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import OTHER_PROGRAM_REASONS, Kind, Outcome, Reason, Verdict
from vkconfig_py.loader.explain.report_builder import decide_layer_severity
from vkconfig_py.loader.explain.verdict_sentences import (
    render_outcome,
    render_source_name,
    render_verdict,
)
from vkconfig_py.loader.files.binaries import find_library_state
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport, ManifestSearch
from vkconfig_py.model.catalog.folder_scan import FolderScanResult, ScannedFile, ScannedSource
from vkconfig_py.model.chain.snapshot_values import TONE_BY_SEVERITY, ChainSnapshot, Tone
from vkconfig_py.model.configuration.configuration import NEWEST_COPY
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.wording import (
    LAYER_PREFIX,
    abbreviate_home,
    escape_invisible,
    render_count,
    render_version,
    strip_layer_prefix,
)


class CopyState(StrEnum):
    """State of a copy: used, or why not."""

    TAKEN = "taken"  # if the layer loads, this copy is used
    HIDDEN = "hidden"  # another copy of the layer is used
    BROKEN = "broken"
    LEFT_OUT = "left out"  # the user does without this manifest
    TURNED_OFF = "turned off"  # the user disabled its folder
    AWAY = "away"  # this loader does not search it, or it is for other programs


UNUSED_STATES = (CopyState.LEFT_OUT, CopyState.TURNED_OFF, CopyState.AWAY)


class LayerCopy(NamedTuple):
    """One layer of one manifest.

    Attributes:
        version: API version of the layer, such as "1.3.239".
        found_through: why the loader finds the file ("added by you", "XDG_DATA_DIRS", "HOME").
        search_position: position in the search order.
        added_source: the folder or manifest that the user added and that holds it, or "".
        row_key: key of its row in the chain, or "".
        health: what a probe found about its library, if noteworthy.
        is_chosen: the configuration selects it, although the loader would use another copy.
        is_registered: its manifest was registered for this user, and can be unregistered.
        is_linked: a registered manifest is a link to this one.
    """

    key: str
    name: str
    file: str
    state: CopyState
    status: str
    reason: str
    tone: Tone = Tone.NEUTRAL
    version: str = ""
    is_implicit: bool = False
    description: str = ""
    found_through: str = ""
    search_position: int = 0
    added_source: str = ""
    row_key: str = ""
    health: str = ""
    is_chosen: bool = False
    is_registered: bool = False
    is_linked: bool = False

    @property
    def kind(self) -> str:
        return tr("implicit") if self.is_implicit else tr("explicit")


class AddedSource(NamedTuple):
    """One folder or manifest that the user added."""

    source: CollectionSource
    title: str
    summary: str
    tone: Tone = Tone.NEUTRAL


class Collection(NamedTuple):
    """Everything that the panel shows."""

    copies: tuple[LayerCopy, ...] = ()
    added_sources: tuple[AddedSource, ...] = ()
    is_complete: bool = True


class CopyOrder(StrEnum):
    """Sort order of copies."""

    NAME = "name"
    PLACE = "place"


def sort_copies(copies: Iterable[LayerCopy], order: CopyOrder) -> list[LayerCopy]:
    """Return the copies sorted by name with the used one first, or in the loader's search order."""
    if order is CopyOrder.PLACE:
        return sorted(copies, key=lambda copy: (copy.search_position, copy.file, copy.key))
    return sorted(
        copies,
        key=lambda copy: (
            copy.name.removeprefix("VK_LAYER_").casefold(),
            copy.state is not CopyState.TAKEN,
            copy.search_position,
            copy.key,
        ),
    )


def contains_text(copy: LayerCopy, text: str) -> bool:
    """Return whether a copy shows every word of a text, in whatever column and case."""
    searched_words = text.casefold().split()
    if not searched_words:
        return True
    shown_texts = (copy.name, copy.version, copy.kind, copy.status, copy.reason, copy.file,
             copy.found_through, copy.description, copy.health)  # fmt: skip
    searched_text = "\n".join(shown_texts).casefold()
    return all(word in searched_text for word in searched_words)


ADDED_BY_YOU = tr("added by you")
_MAX_NAMED_REGISTERED = 3
_STATE_TEXTS = {
    CopyState.LEFT_OUT: tr("Left out"),
    CopyState.TURNED_OFF: tr("Turned off"),
    CopyState.AWAY: tr("Not searched"),
}
_NOT_USED_TEXT = tr("Not used")
_BAD_OUTCOMES = (Outcome.SKIPPED, Outcome.FAILS)
_LIBRARY_PROBLEMS = {
    "missing": tr("its library is missing"),
    "foreign-class": tr("its library is for a different word size"),
    "foreign-machine": tr("its library is for a different processor architecture"),
    "not-a-library": tr("its library file is not a valid library"),
    "unreadable": tr("you do not have permission to read its library"),
}


def make_collection(
    collection: Sequence[CollectionSource],
    snapshot: ChainSnapshot,
    scan_result: FolderScanResult,
    registered_files: Mapping[str, str] = MappingProxyType({}),
) -> Collection:
    """Return every copy of every layer, and every added file or folder.

    `registered_files`: manifests that were registered for this user, each with what it links to.
    """
    collection_builder = _CollectionBuilder(collection, snapshot, registered_files)
    copies = [*collection_builder.list_found(), *collection_builder.list_unsearched(scan_result)]
    added_source = tuple(_make_added_source(source) for source in scan_result.sources)
    return Collection(tuple(copies), added_source, scan_result.is_complete)


class _CollectionBuilder:
    """Builds one collection."""

    def __init__(
        self,
        collection: Sequence[CollectionSource],
        snapshot: ChainSnapshot,
        registered_files: Mapping[str, str],
    ) -> None:
        self._registered_files = registered_files
        self._link_targets = frozenset(registered_files.values()) - registered_files.keys()
        self._root = snapshot.request.host.root
        inventory = self._inventory = snapshot.inventory
        self._sources = {source.path: source for source in collection}
        self._rows = {row.key: row for row in snapshot.rows}
        self._chosen_copies = {
            e.name: e.copy for e in snapshot.request.configuration.layers if e.copy
        }
        self._copy_counts = Counter(
            found_layer.name
            for found_layer in inventory.found_layers
            if _is_usable_copy(found_layer)
        )
        self._files_by_layer: dict[str, set[str]] = {}
        for layer in inventory.found_layers:
            self._files_by_layer.setdefault(layer.name, set()).add(layer.file)
        self._used_versions = {
            layer.name: layer.manifest.api_version
            # Reversed, so that the first of several copies is kept.
            for layer in reversed(inventory.found_layers)
            if layer.manifest and layer.verdict.reason is not Reason.DUPLICATE
        }
        self._search_order = _SearchOrder(inventory)
        self._key_counts: Counter[str] = Counter()

    def list_found(self) -> Iterator[LayerCopy]:
        """Yield the copies that the loader finds."""
        for layer in self._inventory.found_layers:
            rank, folder_text = self._search_order.find_position(
                layer.file, is_implicit=layer.implicit
            )
            source = self._find_added_source(layer.file)
            copy = LayerCopy(
                key=self._make_key(layer.file),
                name=layer.name,
                file=layer.file,
                state=CopyState.TAKEN,
                status=render_outcome(layer.verdict.outcome),
                reason=render_verdict(layer.verdict, self._inventory),
                is_implicit=layer.implicit,
                found_through=ADDED_BY_YOU if source else folder_text,
                search_position=rank,
                added_source=source,
                is_registered=layer.file in self._registered_files,
                is_linked=layer.file.removeprefix(self._root) in self._link_targets,
            )
            yield self._add_verdict(copy, layer)

    def _add_verdict(self, copy: LayerCopy, layer: FoundLayer) -> LayerCopy:
        """Add to a copy whether it is used, and why, from the layer chain or its verdict."""
        manifest = layer.manifest
        if manifest is None:
            row = f"file:{copy.file}"
            row = row if row in self._rows else ""
            return _mark_unusable(copy, layer)._replace(row_key=row)
        copy = _add_description(copy, manifest)
        used_row = self._rows.get(f"layer:{copy.name}")
        if used_row is not None and used_row.manifest == copy.file:
            return copy._replace(
                status=used_row.status,
                reason=self._explain_use(used_row.reason, copy),
                tone=used_row.tone,
                row_key=used_row.key,
                health=used_row.health,
                is_chosen=copy.name in self._chosen_copies,
            )
        if layer.verdict.reason is Reason.DUPLICATE:
            newer = manifest.api_version > self._used_versions.get(copy.name, manifest.api_version)
            reason = copy.reason
            if newer:
                reason = tr("{reason}, although this copy is newer", reason=reason)
            return self._make_hidden(copy, manifest, reason)
        if layer.verdict.outcome in _BAD_OUTCOMES or layer.verdict.reason in OTHER_PROGRAM_REASONS:
            return _mark_unusable(copy, layer)
        if used_row is not None and used_row.manifest in self._files_by_layer[copy.name]:
            reason = tr("{path} is chosen in this configuration", path=used_row.manifest)
            return self._make_hidden(copy, manifest, reason)
        return copy

    def _make_hidden(self, copy: LayerCopy, manifest: LayerManifest, reason: str) -> LayerCopy:
        """Mark a copy as not used because another copy is."""
        return copy._replace(
            state=CopyState.HIDDEN,
            status=_NOT_USED_TEXT,
            reason=reason,
            health=self._describe_library(manifest),
        )

    def _explain_use(self, reason: str, copy: LayerCopy) -> str:
        """Return why a copy is used, with how it was chosen from several copies."""
        chosen_copy, count = self._chosen_copies.get(copy.name, ""), self._copy_counts[copy.name]
        is_chosen = chosen_copy in (NEWEST_COPY, copy.file)
        parts = [reason]
        if count > 1 and is_chosen:
            parts.append(tr("chosen from {count} copies", count=count))
        elif count > 1:
            parts.append(tr("first of {count} copies found", count=count))
        if chosen_copy and not is_chosen:
            parts.append(tr("{path} was chosen, but cannot be used", path=chosen_copy))
        return " · ".join(part for part in parts if part)

    def _describe_library(self, manifest: LayerManifest) -> str:
        """Return what is wrong with the library of a manifest, "" for nothing."""
        if not manifest.library:
            return ""
        return _LIBRARY_PROBLEMS.get(
            find_library_state(self._inventory.host, manifest.library).reason, ""
        )

    def list_unsearched(self, scan_result: FolderScanResult) -> Iterator[LayerCopy]:
        """Yield the copies in added files and folders that the loader does not find."""
        layer = {layer.file for layer in self._inventory.found_layers}
        for rank, source in enumerate(scan_result.sources):
            for file in source.files:
                if file.path not in layer:
                    yield from self._make_unsearched(
                        file, source.source, self._search_order.end_position + rank
                    )

    def _make_unsearched(
        self, file: ScannedFile, source: CollectionSource, rank: int
    ) -> Iterator[LayerCopy]:
        """Yield each layer of a file that the loader does not find.

        `rank`: place of its source among the added ones, from 0, behind all searched files.
        """
        home = self._inventory.host.getenv("HOME") or ""
        state, reason = _explain_unsearched(file.path, source, home)
        for layer in file.layers:
            copy = LayerCopy(
                key=self._make_key(file.path),
                name=layer.name or posixpath.basename(file.path),
                file=file.path,
                state=state,
                status=_STATE_TEXTS[state],
                reason=reason,
                is_implicit=source.implicit,
                found_through=ADDED_BY_YOU,
                search_position=rank,
                added_source=source.path,
            )
            if isinstance(layer, Failure):
                yield copy._replace(reason=f"{reason}; {self._describe_failure(layer, file.path)}")
            else:
                yield _add_description(copy, layer)._replace(health=self._describe_library(layer))

    def _describe_failure(self, failure: Failure, file: str) -> str:
        """Return why a layer in a manifest cannot be read."""
        verdict = Verdict(
            failure.name,
            Kind.LAYER,
            Outcome.SKIPPED,
            failure.reason,
            failure.detail,
            file,
            failure.line,
        )
        return render_verdict(verdict, self._inventory)

    def _find_added_source(self, file: str) -> str:
        """Return the added file or folder that brings a file, "" if the user added none."""
        for path in (file, posixpath.dirname(file)):
            if path in self._sources:
                return path
        return ""

    def _make_key(self, file: str) -> str:
        """Return a key for a layer of a file, which may declare several."""
        self._key_counts[file] += 1
        number = self._key_counts[file]
        return f"{file}#{number}" if number > 1 else file


class _SearchOrder:
    """Search order of the files, and the reason why the loader finds each."""

    def __init__(self, inventory: LoaderReport) -> None:
        implicit_search, explicit_search = inventory.implicit_search, inventory.explicit_search
        self.end_position = len(implicit_search.paths) + len(explicit_search.paths)
        self._positions = {
            True: _map_positions(implicit_search, 0),
            False: _map_positions(explicit_search, len(implicit_search.paths)),
        }

    def find_position(self, file: str, *, is_implicit: bool) -> tuple[int, str]:
        """Return a file's position in the search order, and why the loader searches there."""
        position_by_path = self._positions[is_implicit]
        rank_and_folder = position_by_path.get(file) or position_by_path.get(
            posixpath.dirname(file)
        )
        return rank_and_folder or (self.end_position, "")


def _map_positions(search: ManifestSearch, first: int) -> Mapping[str, tuple[int, str]]:
    """Return position and origin of each searched path. `first`: position of the first one."""
    position_by_path: dict[str, tuple[int, str]] = {}
    for number, (path, source) in enumerate(zip(search.paths, search.sources, strict=False), first):
        position_by_path.setdefault(path.rstrip("/") or path, (number, render_source_name(source)))
    return position_by_path


def _is_usable_copy(layer: FoundLayer) -> bool:
    """Return whether the loader could load this copy if no other copy came first."""
    verdict = layer.verdict
    is_usable = verdict.outcome not in _BAD_OUTCOMES or verdict.reason is Reason.DUPLICATE
    return layer.manifest is not None and is_usable and verdict.reason not in OTHER_PROGRAM_REASONS


def _mark_unusable(copy: LayerCopy, layer: FoundLayer) -> LayerCopy:
    """Mark a copy as unusable, or as not used if it suits other programs (word size)."""
    if layer.verdict.reason in OTHER_PROGRAM_REASONS:
        return copy._replace(state=CopyState.AWAY, status=_NOT_USED_TEXT, tone=Tone.NEUTRAL)
    tone = TONE_BY_SEVERITY[decide_layer_severity(layer)]
    return copy._replace(state=CopyState.BROKEN, tone=tone)


def _add_description(copy: LayerCopy, manifest: LayerManifest) -> LayerCopy:
    """Add the Vulkan version and description from a manifest."""
    version = render_version(manifest.api_version)
    return copy._replace(version=version, description=manifest.description)


def _explain_unsearched(file: str, source: CollectionSource, home: str) -> tuple[CopyState, str]:
    """Return why the loader does not find a file of this source."""
    if file in source.without:
        return CopyState.LEFT_OUT, tr("you left this manifest out")
    if not source.enabled:
        path = abbreviate_home(source.path, home)
        return CopyState.TURNED_OFF, tr("you turned {path} off", path=path)
    return CopyState.AWAY, tr("with this configuration, the loader does not search this folder")


def _make_added_source(scanned_source: ScannedSource) -> AddedSource:
    """Describe an added file or folder: its kind, and how many layers it brings."""
    source = scanned_source.source
    title = posixpath.basename(source.path.rstrip("/")) or source.path
    if scanned_source.error:
        return AddedSource(source, title, scanned_source.error, Tone.WARN)
    layers = sum(
        isinstance(layer, LayerManifest) for file in scanned_source.files for layer in file.layers
    )
    out = len(set(source.without) & {file.path for file in scanned_source.files})
    parts = (
        "" if source.enabled else tr("turned off"),
        tr("implicit") if source.implicit else tr("explicit"),
        counted("{n} layers", "{n} layer", layers) if layers else tr("no layers"),
        counted("{n} left out", "{n} left out", out) if out else "",
    )
    tone = Tone.NEUTRAL if layers else Tone.WARN
    return AddedSource(source, title, " · ".join(part for part in parts if part), tone)


def describe_registered(collection: Collection, home: str = "") -> str:
    """Return which manifests are registered for all programs, and the way back, "" for none."""
    files = dict.fromkeys(copy.file for copy in collection.copies if copy.is_registered)
    if not files:
        return ""
    paths = [escape_invisible(abbreviate_home(file, home)) for file in files]
    return counted(
        "Registered for all programs: {files}. To undo this, select Unregister at the layers.",
        "Registered for all programs: {files}. To undo this, select Unregister at the layer.",
        len(paths),
        files=join_some(paths, _MAX_NAMED_REGISTERED),
    )


def describe_added(collection: Collection, paths: Several[str]) -> str:
    """Return how many layers added files and folders brought, and what they hide.

    "" if all of them have been removed since, or are no longer used.
    """
    titles = [
        added_source.title
        for added_source in collection.added_sources
        if added_source.source.path in paths and added_source.source.enabled
    ]
    if not titles:
        return ""
    added_copies = [copy for copy in collection.copies if copy.added_source in paths]
    layer_count = len({copy.name for copy in added_copies})
    if not added_copies and len(titles) == 1:
        return tr("no layers in “{place}”", place=titles[0])
    if not added_copies:
        return tr("no layers in the added folders")
    winners = {
        copy.name for copy in added_copies if copy.state in (CopyState.TAKEN, CopyState.BROKEN)
    }
    states = Counter(copy.state for copy in added_copies)
    parts = [
        counted("{n} layers in “{place}”", "{n} layer in “{place}”", layer_count, place=titles[0])
        if len(titles) == 1
        else counted(
            "{n} layers in the added folders", "{n} layer in the added folders", layer_count
        )
    ]
    if hidden_count := sum(_is_hidden_by(winners, copy, paths) for copy in collection.copies):
        parts.append(
            counted("{n} other copies now hidden", "{n} other copy now hidden", hidden_count)
        )
    if hidden_copies := states[CopyState.HIDDEN]:
        parts.append(
            counted("{n} hidden by another copy", "{n} hidden by another copy", hidden_copies)
        )
    if broken_count := states[CopyState.BROKEN]:
        parts.append(counted("{n} cannot be used", "{n} cannot be used", broken_count))
    if unused_count := sum(states[state] for state in UNUSED_STATES):
        parts.append(counted("{n} not in use", "{n} not in use", unused_count))
    return ", ".join(parts)


def _is_hidden_by(winners: set[str], copy: LayerCopy, paths: Several[str]) -> bool:
    """Return whether one of the `winners`, layers from `paths`, hides this copy."""
    is_hidden = copy.state is CopyState.HIDDEN and copy.added_source not in paths
    return is_hidden and copy.name in winners


# Rows of every copy of every layer, and of the added folders.

_STATE_ICONS = {
    CopyState.TAKEN: "layer",
    CopyState.HIDDEN: "copy",
    CopyState.LEFT_OUT: "minus",
    CopyState.TURNED_OFF: "minus",
    CopyState.AWAY: "minus",
}
_BROKEN_ICONS = {Tone.ERROR: "error", Tone.WARN: "warn"}
_SUMMARY_COUNTS: tuple[tuple[tuple[CopyState, ...], Callable[[int], str]], ...] = (
    (
        (CopyState.HIDDEN,),
        lambda n: counted("{n:,} hidden by another copy", "{n} hidden by another copy", n),
    ),
    ((CopyState.BROKEN,), lambda n: counted("{n:,} cannot be used", "{n} cannot be used", n)),
    (UNUSED_STATES, lambda n: counted("{n:,} not in use", "{n} not in use", n)),
)


class CopyAction(Enum):
    """What a button of a copy does."""

    SHOW = "show"
    PROBLEM = "problem"
    TAKE_IN = "take in"
    TURN_ON = "turn on"
    USE = "use"
    USE_FIRST = "use first"
    LEAVE_OUT = "leave out"
    REMOVE = "remove"
    REGISTER = "register"
    UNREGISTER = "unregister"
    MOVE_ASIDE = "move aside"


class SourceAction(Enum):
    """What a button of an added folder does."""

    TURN_OFF = "turn off"
    TURN_ON = "turn on"
    REMOVE = "remove"


ACTION_LABELS = {
    CopyAction.SHOW: tr("Show in chain"),
    CopyAction.PROBLEM: tr("Show problem"),
    CopyAction.TAKE_IN: tr("Include"),
    CopyAction.TURN_ON: tr("Turn on"),
    CopyAction.USE: tr("Use this copy"),
    CopyAction.USE_FIRST: tr("Use the first copy found"),
    CopyAction.LEAVE_OUT: tr("Leave out"),
    CopyAction.REMOVE: tr("Remove"),
    CopyAction.REGISTER: tr("Register"),
    CopyAction.UNREGISTER: tr("Unregister"),
    CopyAction.MOVE_ASIDE: tr("Move file aside"),
    SourceAction.TURN_OFF: tr("Turn off"),
    SourceAction.TURN_ON: tr("Turn on"),
    SourceAction.REMOVE: tr("Remove from list"),
}


class CopyLine(NamedTuple):
    """A copy as its row shows it.

    Attributes:
        is_new: it came since the panel was opened.
        copy_count: how many copies of its layer there are, itself among them.
    """

    copy: LayerCopy
    is_new: bool
    copy_count: int


class CopyFilter(NamedTuple):
    """Which copies are listed, and in which order.

    `source`: path of the added folder or manifest whose copies alone are listed, or "".
    """

    text: str = ""
    source: str = ""
    lists_added_only: bool = False
    order: CopyOrder = CopyOrder.NAME


def list_copies(
    copies: Sequence[LayerCopy], new_names: frozenset[str], copy_filter: CopyFilter
) -> list[CopyLine]:
    """Return the copies that a filter shows. `new_names`: keys of copies to be marked as new."""
    siblings = Counter(copy.name for copy in copies)
    matching_copies = (
        copy
        for copy in copies
        if copy_filter.source in ("", copy.added_source)
        and (copy.added_source or copy.is_registered or not copy_filter.lists_added_only)
        and contains_text(copy, copy_filter.text)
    )
    return [
        CopyLine(copy, copy.key in new_names, siblings[copy.name])
        for copy in sort_copies(matching_copies, copy_filter.order)
    ]


def summarize_copies(copies: Sequence[LayerCopy]) -> str:
    """Return the number of layers, and how many cannot be used or are hidden."""
    layers = len({copy.name for copy in copies if copy.state is not CopyState.BROKEN})
    states = Counter(copy.state for copy in copies)
    counts = ((sum(map(states.__getitem__, kinds)), words) for kinds, words in _SUMMARY_COUNTS)
    notes = [words(count) for count, words in counts if count]
    return " · ".join([render_count(layers, "layer"), *notes])


def get_copy_key(line: CopyLine) -> str:
    return line.copy.key


def present_copy(line: CopyLine, home: str = "") -> ListLine:
    """Show a layer with version and origin, its verdict, and its manifest."""
    copy = line.copy
    return ListLine(
        copy.name,
        join_parts(copy.reason, copy.health, separator=" · "),
        abbreviate_home(copy.file, home),
        _STATE_ICONS.get(copy.state) or _BROKEN_ICONS.get(copy.tone, "info"),
        copy.tone.value,
        actions=tuple(LineAction(action, ACTION_LABELS[action]) for action in list_actions(copy)),
        faint_prefix=LAYER_PREFIX if copy.name.startswith(LAYER_PREFIX) else "",
        note=join_parts(
            copy.version,
            copy.kind,
            copy.found_through,
            tr("new") if line.is_new else "",
            separator=" · ",
        ),
        status_word=copy.status,
        tooltip=join_parts(
            copy.name,
            copy.description,
            copy.file,
            f"{copy.status}: {copy.reason}",
            copy.health,
            copy.found_through,
            separator="\n",
        ),
        accessible_text=join_parts(
            strip_layer_prefix(copy.name),
            f"{copy.version} {copy.kind}".strip(),
            tr("new", "a layer") if line.is_new else "",
            tr("one of {count} copies", count=line.copy_count) if line.copy_count > 1 else "",
            f"{copy.status.lower()}: {copy.reason}",
            copy.health,
            copy.file,
        ),
    )


def get_source_key(added_source: AddedSource) -> str:
    return added_source.source.path


def present_source(added_source: AddedSource, home: str = "") -> ListLine:
    """Show the name of an added folder or manifest, what it contains, and its path."""
    path = added_source.source.path
    has_warning = added_source.tone.value == "warn"
    source_action = SourceAction.TURN_OFF if added_source.source.enabled else SourceAction.TURN_ON
    return ListLine(
        added_source.title,
        added_source.summary,
        abbreviate_home(path, home),
        "warn" if has_warning else "file" if path.endswith(".json") else "folder",
        added_source.tone.value,
        actions=tuple(
            LineAction(action, ACTION_LABELS[action])
            for action in (source_action, SourceAction.REMOVE)
        ),
        tooltip=f"{path}\n{added_source.summary}",
        accessible_text=f"{added_source.title}, {added_source.summary}, {path}",
    )


def list_actions(copy: LayerCopy) -> tuple[CopyAction, ...]:
    """Return what the user can do with a copy, the most common action first."""
    if copy.state is CopyState.LEFT_OUT:
        return (CopyAction.TAKE_IN,)
    if copy.state is CopyState.TURNED_OFF:
        return (CopyAction.TURN_ON,)
    actions = []
    if copy.state is CopyState.BROKEN:
        actions.append(CopyAction.PROBLEM)
    elif copy.state is CopyState.HIDDEN:
        actions.append(CopyAction.USE)
    elif copy.row_key:
        actions.append(CopyAction.SHOW)
    if copy.is_chosen:
        actions.append(CopyAction.USE_FIRST)
    if copy.is_registered:
        actions.append(CopyAction.UNREGISTER)
    if copy.added_source:
        if copy.state is not CopyState.BROKEN and not copy.is_linked:
            actions.append(CopyAction.REGISTER)
        is_single_file = copy.added_source == copy.file
        actions.append(CopyAction.REMOVE if is_single_file else CopyAction.LEAVE_OUT)
    return tuple(actions)
