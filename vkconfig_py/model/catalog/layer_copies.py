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

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import FOR_OTHER_PROGRAMS, Kind, Outcome, Reason, Verdict
from vkconfig_py.loader.explain.sentences import sentence, source_text, word
from vkconfig_py.loader.files.binaries import library_state
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport, ManifestSearch
from vkconfig_py.model.catalog.folder_scan import ScannedFile, ScannedFolders, ScannedSource
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Tone
from vkconfig_py.model.configuration.configuration import (
    NEWEST,
)
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.wording import PREFIX, at_home, count_of, short_name, version_text


class CopyState(StrEnum):
    """State of a copy: used, or why not."""

    TAKEN = "taken"  # if the layer loads, this copy is used
    HIDDEN = "hidden"  # another copy of the layer is used
    BROKEN = "broken"
    LEFT_OUT = "left out"  # the user does without this manifest
    TURNED_OFF = "turned off"  # the user disabled its folder
    AWAY = "away"  # this loader does not search it, or it is for other programs


NOT_IN_USE = (CopyState.LEFT_OUT, CopyState.TURNED_OFF, CopyState.AWAY)


class LayerCopy(NamedTuple):
    """One layer of one manifest.

    Attributes:
        version: API version of the layer, such as "1.3.239".
        place: why the loader finds the file ("added by you", "XDG_DATA_DIRS", "HOME").
        rank: position in the search order.
        source: the folder or manifest that the user added and that holds it, or "".
        row: key of its row in the chain, or "".
        health: what a probe found about its library, if noteworthy.
        chosen: the configuration selects it, although the loader would use another copy.
    """

    key: str
    name: str
    file: str
    state: CopyState
    word: str
    reason: str
    tone: Tone = Tone.NEUTRAL
    version: str = ""
    implicit: bool = False
    description: str = ""
    place: str = ""
    rank: int = 0
    source: str = ""
    row: str = ""
    health: str = ""
    chosen: bool = False

    @property
    def kind(self) -> str:
        return tr("implicit") if self.implicit else tr("explicit")


class AddedSource(NamedTuple):
    """One folder or manifest that the user added."""

    source: CollectionSource
    title: str
    text: str
    tone: Tone = Tone.NEUTRAL


class Collection(NamedTuple):
    """Everything that the panel shows."""

    copies: tuple[LayerCopy, ...] = ()
    places: tuple[AddedSource, ...] = ()
    complete: bool = True


class CopyOrder(StrEnum):
    """Sort order of copies."""

    NAME = "name"
    PLACE = "place"


def sort_copies(copies: Iterable[LayerCopy], order: CopyOrder) -> list[LayerCopy]:
    """Return the copies sorted by name with the used one first, or in the loader's search order."""
    if order is CopyOrder.PLACE:
        return sorted(copies, key=lambda copy: (copy.rank, copy.file, copy.key))
    return sorted(
        copies,
        key=lambda copy: (
            copy.name.removeprefix("VK_LAYER_").casefold(),
            copy.state is not CopyState.TAKEN,
            copy.rank,
            copy.key,
        ),
    )


def matches(copy: LayerCopy, text: str) -> bool:
    shown = (copy.name, copy.version, copy.kind, copy.word, copy.reason, copy.file, copy.place,
             copy.description, copy.health)  # fmt: skip
    searched_text = "\n".join(shown).casefold()
    return all(part in searched_text for part in text.casefold().split())


ADDED = tr("added by you")
_WORDS = {
    CopyState.LEFT_OUT: tr("Left out"),
    CopyState.TURNED_OFF: tr("Turned off"),
    CopyState.AWAY: tr("Not searched"),
}
_NOT_USED = tr("Not used")
_BAD = (Outcome.SKIPPED, Outcome.FAILS)
_LIBRARIES = {
    "missing": tr("its library is missing"),
    "foreign-class": tr("its library is for another word size"),
    "foreign-machine": tr("its library is for another kind of processor"),
    "not-a-library": tr("its library file is not a library"),
    "unreadable": tr("you may not read its library"),
}


def collect(
    collection: Sequence[CollectionSource], snapshot: ChainSnapshot, scanned: ScannedFolders
) -> Collection:
    """Return every copy and every added place."""
    making = _Making(collection, snapshot)
    copies = [*making.found(), *making.away(scanned)]
    places = tuple(_place(source) for source in scanned.sources)
    return Collection(tuple(copies), places, scanned.complete)


class _Making:
    """Builds one collection."""

    def __init__(self, collection: Sequence[CollectionSource], snapshot: ChainSnapshot) -> None:
        inventory = self._inventory = snapshot.inventory
        self._sources = {source.path: source for source in collection}
        self._rows = {row.key: row for row in snapshot.rows}
        self._chosen = {e.name: e.copy for e in snapshot.request.configuration.layers if e.copy}
        self._copies = Counter(f.name for f in inventory.found if _is_copy(f))
        self._files: dict[str, set[str]] = {}
        for layer in inventory.found:
            self._files.setdefault(layer.name, set()).add(layer.file)
        self._versions = {
            layer.name: layer.manifest.api_version
            # Reversed, so that the first of several copies is kept.
            for layer in reversed(inventory.found)
            if layer.manifest and layer.verdict.reason is not Reason.DUPLICATE
        }
        self._ranks = _Ranks(inventory)
        self._numbers: Counter[str] = Counter()

    def found(self) -> Iterator[LayerCopy]:
        for layer in self._inventory.found:
            rank, place = self._ranks.of(layer.file, implicit=layer.implicit)
            source = self._source_of(layer.file)
            copy = LayerCopy(
                key=self._key(layer.file),
                name=layer.name,
                file=layer.file,
                state=CopyState.TAKEN,
                word=word(layer.verdict.outcome),
                reason=sentence(layer.verdict, self._inventory),
                implicit=layer.implicit,
                place=ADDED if source else place,
                rank=rank,
                source=source,
            )
            yield self._judged(copy, layer)

    def _judged(self, copy: LayerCopy, layer: FoundLayer) -> LayerCopy:
        manifest = layer.manifest
        if manifest is None:
            row = f"file:{copy.file}"
            row = row if row in self._rows else ""
            return _unusable(copy, layer)._replace(row=row)
        copy = _described(copy, manifest)
        used = self._rows.get(f"layer:{copy.name}")
        if used is not None and used.manifest == copy.file:
            return copy._replace(
                word=used.word,
                reason=self._why_taken(used.reason, copy),
                tone=used.tone,
                row=used.key,
                health=used.health,
                chosen=copy.name in self._chosen,
            )
        if layer.verdict.reason is Reason.DUPLICATE:
            newer = manifest.api_version > self._versions.get(copy.name, manifest.api_version)
            reason = copy.reason
            if newer:
                reason = tr("{reason}, although this one is newer", reason=reason)
            return self._hidden(copy, manifest, reason)
        if layer.verdict.outcome in _BAD or layer.verdict.reason in FOR_OTHER_PROGRAMS:
            return _unusable(copy, layer)
        if used is not None and used.manifest in self._files[copy.name]:
            reason = tr("{path} is chosen in this configuration", path=used.manifest)
            return self._hidden(copy, manifest, reason)
        return copy

    def _hidden(self, copy: LayerCopy, manifest: LayerManifest, reason: str) -> LayerCopy:
        return copy._replace(
            state=CopyState.HIDDEN,
            word=_NOT_USED,
            reason=reason,
            health=self._health(manifest),
        )

    def _why_taken(self, reason: str, copy: LayerCopy) -> str:
        chosen, count = self._chosen.get(copy.name, ""), self._copies[copy.name]
        is_chosen = chosen in (NEWEST, copy.file)
        parts = [reason]
        if count > 1 and is_chosen:
            parts.append(tr("chosen of {count} copies", count=count))
        elif count > 1:
            parts.append(tr("found first of {count} copies", count=count))
        if chosen and not is_chosen:
            parts.append(tr("{path} was chosen and cannot be used", path=chosen))
        return " · ".join(part for part in parts if part)

    def _health(self, manifest: LayerManifest) -> str:
        if not manifest.library:
            return ""
        return _LIBRARIES.get(library_state(self._inventory.host, manifest.library).reason, "")

    def away(self, scanned: ScannedFolders) -> Iterator[LayerCopy]:
        """Yield the copies in added places that the loader does not find."""
        layer = {layer.file for layer in self._inventory.found}
        for rank, source in enumerate(scanned.sources):
            for file in source.files:
                if file.path not in layer:
                    yield from self._unsearched(file, source.source, self._ranks.last + rank)

    def _unsearched(
        self, file: ScannedFile, source: CollectionSource, rank: int
    ) -> Iterator[LayerCopy]:
        state, reason = _why_away(file.path, source)
        for declared in file.found:
            copy = LayerCopy(
                key=self._key(file.path),
                name=declared.name or posixpath.basename(file.path),
                file=file.path,
                state=state,
                word=_WORDS[state],
                reason=reason,
                implicit=source.implicit,
                place=ADDED,
                rank=rank,
                source=source.path,
            )
            if isinstance(declared, Failure):
                yield copy._replace(reason=f"{reason}; {self._failure(declared, file.path)}")
            else:
                yield _described(copy, declared)._replace(health=self._health(declared))

    def _failure(self, failure: Failure, file: str) -> str:
        verdict = Verdict(
            failure.name,
            Kind.LAYER,
            Outcome.SKIPPED,
            failure.reason,
            failure.detail,
            file,
            failure.line,
        )
        return sentence(verdict, self._inventory)

    def _source_of(self, file: str) -> str:
        for path in (file, posixpath.dirname(file)):
            if path in self._sources:
                return path
        return ""

    def _key(self, file: str) -> str:
        self._numbers[file] += 1
        number = self._numbers[file]
        return f"{file}#{number}" if number > 1 else file


class _Ranks:
    """Search order of the files, and the reason why the loader finds each."""

    def __init__(self, inventory: LoaderReport) -> None:
        implicit, explicit = inventory.implicit_search, inventory.explicit_search
        self.last = len(implicit.paths) + len(explicit.paths)
        self._of = {
            True: _numbered(implicit, 0),
            False: _numbered(explicit, len(implicit.paths)),
        }

    def of(self, file: str, *, implicit: bool) -> tuple[int, str]:
        """Return the position of a file in the search order, and the source that named it."""
        places = self._of[implicit]
        place = places.get(file) or places.get(posixpath.dirname(file))
        return place or (self.last, "")


def _numbered(search: ManifestSearch, first: int) -> Mapping[str, tuple[int, str]]:
    numbered: dict[str, tuple[int, str]] = {}
    for number, (path, source) in enumerate(zip(search.paths, search.sources, strict=False), first):
        numbered.setdefault(path.rstrip("/") or path, (number, source_text(source)))
    return numbered


def _is_copy(layer: FoundLayer) -> bool:
    verdict = layer.verdict
    usable = verdict.outcome not in _BAD or verdict.reason is Reason.DUPLICATE
    return layer.manifest is not None and usable and verdict.reason not in FOR_OTHER_PROGRAMS


def _unusable(copy: LayerCopy, layer: FoundLayer) -> LayerCopy:
    """Mark a copy as unusable, or as not used if it suits other programs (word size)."""
    if layer.verdict.reason in FOR_OTHER_PROGRAMS:
        return copy._replace(state=CopyState.AWAY, word=_NOT_USED, tone=Tone.NEUTRAL)
    return copy._replace(state=CopyState.BROKEN, tone=Tone.ERROR)


def _described(copy: LayerCopy, manifest: LayerManifest) -> LayerCopy:
    version = version_text(manifest.api_version)
    return copy._replace(version=version, description=manifest.description)


def _why_away(file: str, source: CollectionSource) -> tuple[CopyState, str]:
    if file in source.without:
        return CopyState.LEFT_OUT, tr("you left this manifest out")
    if not source.enabled:
        return CopyState.TURNED_OFF, tr("you turned {path} off", path=source.path)
    return CopyState.AWAY, tr("the loader does not search it in this configuration")


def _place(scanned: ScannedSource) -> AddedSource:
    source = scanned.source
    title = posixpath.basename(source.path.rstrip("/")) or source.path
    if scanned.error:
        return AddedSource(source, title, scanned.error, Tone.WARN)
    layers = sum(isinstance(f, LayerManifest) for file in scanned.files for f in file.found)
    out = len(set(source.without) & {file.path for file in scanned.files})
    parts = (
        "" if source.enabled else tr("turned off"),
        tr("implicit") if source.implicit else tr("explicit"),
        counted("{n} layers", "{n} layer", layers) if layers else tr("no layer in it"),
        counted("{n} left out", "{n} left out", out) if out else "",
    )
    tone = Tone.NEUTRAL if layers else Tone.WARN
    return AddedSource(source, title, " · ".join(part for part in parts if part), tone)


def added_message(collection: Collection, paths: Several[str]) -> str:
    """Return the message about the content of added places and its effect on other layers.

    Empty if all of them have been removed since.
    """
    if not any(place.source.path in paths for place in collection.places):
        return ""
    brought = [copy for copy in collection.copies if copy.source in paths]
    if not brought:
        return tr("no layer added")
    winners = {copy.name for copy in brought if copy.state in (CopyState.TAKEN, CopyState.BROKEN)}
    states = Counter(copy.state for copy in brought)
    parts = [
        counted("{n} layers added", "{n} layer added", len({copy.name for copy in brought})),
    ]
    if hidden := sum(_is_hidden_by(winners, copy, paths) for copy in collection.copies):
        parts.append(
            counted("{n} other copies hidden by that", "{n} other copy hidden by that", hidden)
        )
    if hides := states[CopyState.HIDDEN]:
        parts.append(counted("{n} hidden by another copy", "{n} hidden by another copy", hides))
    if broken := states[CopyState.BROKEN]:
        parts.append(counted("{n} cannot be used", "{n} cannot be used", broken))
    if away := sum(states[state] for state in NOT_IN_USE):
        parts.append(counted("{n} not in use", "{n} not in use", away))
    return ", ".join(parts)


def _is_hidden_by(winners: set[str], copy: LayerCopy, paths: Several[str]) -> bool:
    hidden = copy.state is CopyState.HIDDEN and copy.source not in paths
    return hidden and copy.name in winners


# Rows of every copy of every layer, and of the added folders.

_ICONS = {
    CopyState.TAKEN: "layer",
    CopyState.HIDDEN: "copy",
    CopyState.BROKEN: "error",
    CopyState.LEFT_OUT: "minus",
    CopyState.TURNED_OFF: "minus",
    CopyState.AWAY: "minus",
}
_SUMMARY: tuple[tuple[tuple[CopyState, ...], Callable[[int], str]], ...] = (
    (
        (CopyState.HIDDEN,),
        lambda n: counted("{n:,} hidden by another copy", "{n} hidden by another copy", n),
    ),
    ((CopyState.BROKEN,), lambda n: counted("{n:,} cannot be used", "{n} cannot be used", n)),
    (NOT_IN_USE, lambda n: counted("{n:,} not in use", "{n} not in use", n)),
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


class PlaceAction(Enum):
    """What a button of an added folder does."""

    TURN_OFF = "turn off"
    TURN_ON = "turn on"
    REMOVE = "remove"


LABELS = {
    CopyAction.SHOW: tr("Show"),
    CopyAction.PROBLEM: tr("Show problem"),
    CopyAction.TAKE_IN: tr("Include"),
    CopyAction.TURN_ON: tr("Turn on"),
    CopyAction.USE: tr("Use this one"),
    CopyAction.USE_FIRST: tr("Use the first found"),
    CopyAction.LEAVE_OUT: tr("Leave out"),
    CopyAction.REMOVE: tr("Remove"),
    PlaceAction.TURN_OFF: tr("Turn off"),
    PlaceAction.TURN_ON: tr("Turn on"),
    PlaceAction.REMOVE: tr("Remove"),
}


class CopyLine(NamedTuple):
    """A copy as its row shows it.

    Attributes:
        is_new: it came since the panel was opened.
        siblings: how many copies of its layer there are, itself among them.
    """

    copy: LayerCopy
    is_new: bool
    siblings: int


class CopyFilter(NamedTuple):
    """Which copies are listed, and in which order."""

    text: str = ""
    added_only: bool = False
    order: CopyOrder = CopyOrder.NAME


def list_copies(
    copies: Sequence[LayerCopy], fresh: frozenset[str], copy_filter: CopyFilter
) -> list[CopyLine]:
    """Return the copies that a filter takes. Those that the first scan did not find are new."""
    siblings = Counter(copy.name for copy in copies)
    chosen = (
        copy
        for copy in copies
        if (copy.source or not copy_filter.added_only) and matches(copy, copy_filter.text)
    )
    return [
        CopyLine(copy, copy.key in fresh, siblings[copy.name])
        for copy in sort_copies(chosen, copy_filter.order)
    ]


def summarize_copies(copies: Sequence[LayerCopy]) -> str:
    """Return the number of layers, and notes about them."""
    layers = len({copy.name for copy in copies if copy.state is not CopyState.BROKEN})
    states = Counter(copy.state for copy in copies)
    counts = ((sum(map(states.__getitem__, kinds)), words) for kinds, words in _SUMMARY)
    notes = [words(count) for count, words in counts if count]
    return " · ".join([count_of(layers, "layer"), *notes])


def copy_key(line: CopyLine) -> str:
    return line.copy.key


def present_copy(line: CopyLine, home: str = "") -> ListLine:
    """Return the name with version and origin, verdict, manifest."""
    copy = line.copy
    return ListLine(
        copy.name,
        join_parts(copy.reason, copy.health, between=" · "),
        at_home(copy.file, home),
        _ICONS[copy.state],
        copy.tone.value,
        actions=tuple(LineAction(action, LABELS[action]) for action in actions_of(copy)),
        prefix=PREFIX if copy.name.startswith(PREFIX) else "",
        note=join_parts(
            copy.version, copy.kind, copy.place, tr("new") if line.is_new else "", between=" · "
        ),
        word=copy.word,
        tip=join_parts(
            copy.name,
            copy.description,
            copy.file,
            f"{copy.word}: {copy.reason}",
            copy.health,
            copy.place,
            between="\n",
        ),
        spoken=join_parts(
            short_name(copy.name),
            f"{copy.version} {copy.kind}".strip(),
            tr("new", "a layer") if line.is_new else "",
            tr("one of {count} copies", count=line.siblings) if line.siblings > 1 else "",
            f"{copy.word.lower()}: {copy.reason}",
            copy.health,
            copy.file,
        ),
    )


def source_key(place: AddedSource) -> str:
    return place.source.path


def present_source(place: AddedSource, home: str = "") -> ListLine:
    """Return the name of a folder or manifest, what it contains, path."""
    path = place.source.path
    warns = place.tone.value == "warn"
    turn = PlaceAction.TURN_OFF if place.source.enabled else PlaceAction.TURN_ON
    return ListLine(
        place.title,
        place.text,
        at_home(path, home),
        "warn" if warns else "file" if path.endswith(".json") else "folder",
        place.tone.value,
        actions=tuple(LineAction(action, LABELS[action]) for action in (turn, PlaceAction.REMOVE)),
        tip=f"{path}\n{place.text}",
        spoken=f"{place.title}, {place.text}, {path}",
    )


def actions_of(copy: LayerCopy) -> tuple[CopyAction, ...]:
    """Return the actions on a copy, the most common first."""
    if copy.state is CopyState.LEFT_OUT:
        return (CopyAction.TAKE_IN,)
    if copy.state is CopyState.TURNED_OFF:
        return (CopyAction.TURN_ON,)
    actions = []
    if copy.state is CopyState.BROKEN:
        actions.append(CopyAction.PROBLEM)
    elif copy.state is CopyState.HIDDEN:
        actions.append(CopyAction.USE)
    elif copy.row:
        actions.append(CopyAction.SHOW)
    if copy.chosen:
        actions.append(CopyAction.USE_FIRST)
    if copy.source:
        single = copy.source == copy.file
        actions.append(CopyAction.REMOVE if single else CopyAction.LEAVE_OUT)
    return tuple(actions)
