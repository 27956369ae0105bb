"""Edits after which the loader accepts a refused manifest.

Theory of operation. The same parser reads the manifest again after each edit until it accepts it: a
file that lacks one key often lacks another. Values that only the author knows, such as a library
name, get a conventional value that the user can change. A file that is no manifest at all can only
be removed.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence

from vkconfig_py.language.sentences import Message, render, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    Json,
    KeyPath,
    MoveFile,
    NoRemedy,
    Reason,
    Remedy,
    Removed,
    RemoveFile,
    ReplaceLine,
)
from vkconfig_py.loader.explain.remedies import (
    NOTHING_TO_REPAIR,
    DecisionContext,
    library_steps,
    without_part,
)
from vkconfig_py.loader.files.read_file import PIPE
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.files.search_paths import VARIABLES
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.loader.json.text_edits import EditError, edit_document, edit_file, find_correction
from vkconfig_py.loader.manifests.driver import (
    DRIVER_ENTRY_POINTS,
    DriverManifest,
    parse_driver_file,
)
from vkconfig_py.loader.manifests.layer import NO_LAYERS, LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import LONGEST_TEXT, Failure, measured_length
from vkconfig_py.loader.platforms.rules import base_name, folder_name, rules_of
from vkconfig_py.loader.rules.loader_report import Entry

_MOST_EDITS = 24
# Each edit reads the file anew, and each broken layer of a file is edited by itself; a sound
# manifest has some thousand bytes.
_MOST_READ = 1 << 19
_LONGEST_STEM = 60
_ABSENT = os.strerror(errno.ENOENT)
_DEEPEST = 100


class NextSteps(NamedTuple):
    """Further requirements of a layer whose manifest is valid, from LayerAdviser.

    Attributes:
        broken: layers of the same file that cannot be used, at least one.
        meta: steps for the components of a meta-layer.
        library: steps for the library.
        copies: steps for copies that are used instead.
    """

    broken: int
    meta: Callable[[Entry], list[Remedy]]
    library: Callable[[LayerManifest], list[Remedy]]
    copies: Callable[[Entry], list[Remedy]]


def repair_layer(following: NextSteps, context: DecisionContext, entry: Entry) -> list[Remedy]:
    """Steps that make a broken layer of a file usable."""
    failure = entry.failure or _half_read(entry.layer)
    assert failure is not None, f"{entry.file} is sound"
    whole = _whole_file(context, entry.file, failure, "icd.d")
    if whole is not None:
        implicit = entry.implicit

        def further(data: bytes) -> list[Remedy] | None:
            found = parse_layer_file(entry.file, Document(data), implicit, context.dialect).entries
            sound = [x for x in found if isinstance(x, LayerManifest) and not x.stopped_at]
            is_manifest = bool(sound) and len(sound) == len(found)
            return _needed(following.library(sound[0])) if is_manifest else None

        return _corrected(context, entry.file, implicit, further) or whole
    repair = _Repair(
        entry.file,
        context.document(entry.file).data(),
        entry.implicit,
        context.dialect.new_json,
        following.broken,
    )
    number = failure.number
    layer: LayerManifest | None = None

    def parse(document: Document) -> Failure | None:
        nonlocal layer
        found = parse_layer_file(entry.file, document, entry.implicit, context.dialect).entries
        same = [x for x in found if _number(x) == number] or list(found[-1:])
        if not same:
            return NO_LAYERS
        if isinstance(same[0], Failure):
            return same[0]
        layer = same[0]
        return _half_read(layer)

    steps = repair.run(parse, failure)
    if layer is None or _half_read(layer) is not None:
        return steps
    usable = Entry(entry.file, entry.implicit, layer)
    steps += following.meta(usable)
    steps += _needed(following.library(layer))
    return [*steps, *following.copies(usable)]


def _corrected(
    context: DecisionContext,
    file: str,
    implicit: bool | None,
    further: Callable[[bytes], list[Remedy] | None],
) -> list[Remedy]:
    """Steps that correct a file that strict parsers do not read; [] if none makes it usable.

    `implicit` is the kind of its layers, None for a driver; `further` returns what a corrected text
    needs besides, None if it is no manifest.
    """
    document = context.document(file)
    if document.error:
        return []
    data = document.data()
    key = ("correction", context.dialect, implicit)
    if key not in document.memory:
        document.memory[key] = find_correction(file, data, lambda x: further(x) is not None)
    correction: ReplaceLine | None = document.memory[key]
    if correction is None:
        return []
    return [correction, *(further(edit_file(data, correction)) or ())]


def _half_read(layer: LayerManifest) -> Failure | None:
    """Failure of a layer that some loaders list although reading it stopped halfway."""
    if not layer.stopped_at:
        return None
    place = (*layer.place, layer.stopped_at)
    return Failure(layer.name, Reason.MISSING_KEY, layer.stopped_at, 0, layer.index, place=place)


def repair_driver(context: DecisionContext, file: str, failure: Failure) -> list[Remedy]:
    """Steps that make a driver manifest usable."""
    whole = _whole_file(context, file, failure, "explicit_layer.d")
    if whole is not None:

        def further(data: bytes) -> list[Remedy] | None:
            found = parse_driver_file(file, Document(data), context.dialect)
            if isinstance(found, Failure):
                return None
            return _library_of(context, found)

        return _corrected(context, file, None, further) or whole
    repair = _Repair(file, context.document(file).data(), None, context.dialect.new_json)
    driver: DriverManifest | None = None

    def parse(document: Document) -> Failure | None:
        nonlocal driver
        driver_file = parse_driver_file(file, document, context.dialect)
        driver = None if isinstance(driver_file, Failure) else driver_file
        return driver_file if isinstance(driver_file, Failure) else None

    steps = repair.run(parse, failure)
    if driver is not None:
        steps += _library_of(context, driver)
    return steps


def _library_of(context: DecisionContext, driver: DriverManifest) -> list[Remedy]:
    """Steps that make the library of a sound driver manifest open."""
    place, entry_points = ("ICD", "library_path"), DRIVER_ENTRY_POINTS
    return _needed(library_steps(context, driver.file, driver.library, place, entry_points))


def _needed(steps: Sequence[Remedy]) -> list[Remedy]:
    """Drop the remark that a library is for other programs: the file is repaired anyway."""
    return [step for step in steps if step != NOTHING_TO_REPAIR]


def find_layer(
    path: str, name: str, implicit: bool, context: DecisionContext
) -> LayerManifest | None:
    """Find a layer by name in a file, parsed as implicit or explicit, whichever yields it."""
    for kind in (implicit, not implicit):
        document = context.document(path)
        for entry in parse_layer_file(path, document, kind, context.dialect).entries:
            if isinstance(entry, LayerManifest) and entry.name == name:
                return entry
    return None


def _plain(value: Any, levels: int = _DEEPEST) -> Any:
    """Convert to plain dictionaries; the first of duplicate keys wins.

    Levels deeper than in any realistic file are dropped.
    """
    if isinstance(value, list) and levels == 0:
        return None
    if isinstance(value, Members):
        return {key: _plain(inner, levels - 1) for key, inner in value.first().items()}
    return [_plain(inner, levels - 1) for inner in value] if isinstance(value, list) else value


def _is_deep(value: Any, levels: int = _DEEPEST) -> bool:
    if not isinstance(value, list):
        return False
    inner = (x for _, x in value) if isinstance(value, Members) else value
    return levels == 0 or any(_is_deep(x, levels - 1) for x in inner)


def _fitting(text: str) -> str:
    text = text[: LONGEST_TEXT + 1]  # a character has a byte at least
    while measured_length(text) > LONGEST_TEXT:
        text = text[:-1]
    return text


def _number(found: LayerManifest | Failure) -> int:
    return found.number if isinstance(found, Failure) else found.index


def _whole_file(
    context: DecisionContext, file: str, failure: Failure, other_folder: str
) -> list[Remedy] | None:
    """Steps for a file that is refused as a whole; None if it can be edited."""
    match failure.reason:
        case Reason.WRONG_ARCHITECTURE:
            return [NOTHING_TO_REPAIR]
        case Reason.UNREADABLE:
            return [_unreadable(context, file, failure.detail)]
        case Reason.OTHER_MANIFEST_TYPE:
            return [_move(context, file, other_folder)]
        case Reason.INVALID_JSON | Reason.ABORTS_ALL | Reason.ENDS_SEARCH | Reason.NOT_A_MANIFEST:
            return [RemoveFile(file)]
        case _:
            return None


def _unreadable(context: DecisionContext, file: str, why: Message | str) -> Remedy:
    """Remedy for a missing file: change the variable that names it, or remove the dead link."""
    # Opening it blocks every program forever.
    if why == PIPE:
        return RemoveFile(file)
    # Qt sets the locale of the C library, which may have spoken English before.
    if why not in (_ABSENT, os.strerror(errno.ENOENT)):
        return NoRemedy(tr("the loader is not allowed to read it: {reason}", reason=render(why)))
    environment, rules = context.host.environment, rules_of(context.host.platform)
    # An entry that ends in .json is treated as a file; its existence is not checked
    # (add_data_files).
    names = [n for rules in VARIABLES.values() for n, _ in (*rules.replacing, rules.adding)]
    for name in (*names, *_FOLDER_VARIABLES):
        value = environment.get(name, "")
        if file in rules.entries(value):
            return without_part(name, value, rules.separator, file)
    for edit in (_listed_driver(context, file), _override_path(context, file)):
        if edit is not None:
            return edit
    return _listed_layer(context, file) or RemoveFile(_where(context, file))


def _where(context: DecisionContext, file: str) -> str:
    # loader.c, add_data_files: a link that leads nowhere is kept by its bare name.
    if "/" in file:
        return file
    listed = (f"{x.path}/{file}" for x in context.folders if file in x.files and x.path != file)
    return next(listed, file)


_FOLDER_VARIABLES = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS")


def _listed_driver(context: DecisionContext, file: str) -> Remedy | None:
    settings = context.settings
    for index, path in enumerate(settings.additional_drivers):
        if path == file:
            place = (*settings.place, "additional_drivers", index)
            return EditKey(settings.file, place, REMOVED, tr("remove the entry"))
    return None


def _listed_layer(context: DecisionContext, file: str) -> Remedy | None:
    settings = context.settings
    for index, listed in enumerate(settings.layers or ()):
        if listed.path == file:
            place = (*settings.place, "layers", index)
            return EditKey(settings.file, place, REMOVED, tr("remove the entry"))
    return None


def _override_path(context: DecisionContext, file: str) -> Remedy | None:
    for entry in context.entries:
        if entry.manifest is not None and file in entry.manifest.override_paths:
            index = entry.manifest.override_paths.index(file)
            place = (*entry.manifest.place, "override_paths", index)
            return EditKey(entry.file, place, REMOVED, tr("remove {file}", file=file))
    return None


def _move(context: DecisionContext, file: str, folder: str) -> Remedy:
    above, _, name = file.rpartition("/")
    base = folder_name(above) or "/usr/share/vulkan"
    # The folders of drivers and layers are neighbours below vulkan/.
    target = f"{base}/{folder}/{name}"
    while not context.document(target).error:
        target = f"{target.removesuffix('.json')}_moved.json"
    return MoveFile(file, target)


class _Repair:
    """Edits one file until its parser accepts it."""

    def __init__(
        self, file: str, data: bytes, implicit: bool | None, lenient: bool, broken: int = 1
    ) -> None:
        self._edits_left = min(_MOST_EDITS, _MOST_READ // (len(data) * broken + 1))
        self._file = file
        self._data = data
        self._implicit = implicit
        self._lenient = lenient
        self._steps: list[Remedy] = []
        stem = base_name(file).removesuffix(".json") or "layer"
        self._stem = stem[:_LONGEST_STEM]

    def run(self, parse: Callable[[Document], Failure | None], failure: Failure) -> list[Remedy]:
        """Return the edits; the removal of the file if no edit helps."""
        now: Failure | None = failure
        for _ in range(self._edits_left):
            if now is None or now.reason is Reason.WRONG_ARCHITECTURE:
                return self._steps
            edits = self._edits(now)
            if not edits or not all(self._apply(edit) for edit in edits):
                break
            now = parse(Document(self._data))
        return [RemoveFile(self._file)]

    def _apply(self, edit: EditKey) -> bool:
        try:
            changed = edit_document(self._data, edit.path, edit.value)
        except EditError:
            return False
        if changed == self._data:
            return False
        self._data = changed
        self._steps.append(edit)
        return True

    def _edit(self, path: KeyPath, value: Json | Removed, advice: str) -> EditKey:
        return EditKey(self._file, path, value, advice)

    def _edits(self, failure: Failure) -> list[EditKey]:
        if failure.reason is Reason.MULTIPLE_LAYER_NODES:
            return self._layer_last(str(failure.detail))
        place = failure.place
        if not place:
            return [self._whole_object(str(failure.detail))]
        key = place[-1]
        if isinstance(key, int):
            return [self._edit(place, REMOVED, tr("remove this element"))]
        if key.lower() in ("icd", "layer", "layers"):
            return [self._whole_object(key)]
        # Beside a library_path none of them is required.
        if key in ("enable_environment", "functions", "component_layers"):
            return [self._edit(place, REMOVED, tr("remove “{key}”", key=key))]
        value = self._value(key, self._raw(place))
        if failure.reason is Reason.MISSING_KEY:
            return [self._edit(place, value, tr("add “{key}”", key=key))]
        return [self._edit(place, value, tr("correct “{key}”", key=key))]

    def _value(self, key: str, raw: Any) -> Json:
        """Valid value for a key, as close as possible to the current one."""
        text = raw if isinstance(raw, str) else ""
        match key:
            case "name":
                return _fitting(text) or f"VK_LAYER_{self._stem}"
            case "description":
                return _fitting(text) or self._stem
            case "api_version":
                # Of four numbers the first is the variant, which has to be 0.
                return text.partition(".")[2] if text.count(".") > 2 else "1.0.0"
            case "disable_environment":
                # The loader uses the name of the first member and ignores its value.
                return {f"DISABLE_{self._stem.upper()}": "1"}
            case "library_path":
                return f"./lib{self._stem}.so"
            case _:
                return {"type": "GLOBAL", "file_format_version": "1.0.0"}.get(key, "1")

    def _whole_object(self, key: str) -> EditKey:
        """Edit that writes the object with all required keys."""
        # What loader_parse_icd_manifest requires of "ICD".
        keys: Sequence[str] = ("library_path", "api_version")
        if self._implicit is not None:
            more = ("disable_environment",) if self._implicit else ()
            # What loader_read_layer_json requires.
            keys = ("name", "type", *keys, "implementation_version", "description", *more)
        if key == "file_format_version":
            return self._edit((key,), "1.0.0", tr("add “file_format_version”"))
        name = "ICD" if self._implicit is None else key.lower()
        value: Json = {member: self._value(member, None) for member in keys}
        if name == "layers":
            value = [value]
        return self._edit((name,), value, tr("rewrite “{name}”", name=name))

    def _layer_last(self, first: str) -> list[EditKey]:
        """Move every root key after "layer" to before it."""
        parsed = self._root()
        if not isinstance(parsed, Members) or _is_deep(parsed):
            return []  # moving it would lose what lies deepest
        root = _plain(parsed)
        names = list(root)
        behind = names[names.index(first) :] if first in names else []
        return [
            edit
            for name in behind
            for edit in (
                self._edit(
                    (name,), REMOVED, tr("“layer” has to be the last key: move “{name}”", name=name)
                ),
                self._edit((name,), root[name], tr("move “{name}” in front of it", name=name)),
            )
        ]

    def _root(self) -> Any:
        """Root value of the file, parsed like the loader that refuses it."""
        return Document(self._data).parse(self._lenient).value

    def _raw(self, place: KeyPath) -> Any:
        here = _plain(self._root())
        for part in place:
            if isinstance(here, dict):
                # Of keys that differ in case alone the loader finds the first.
                folded = {str(key).lower(): value for key, value in reversed(here.items())}
                here = folded.get(str(part).lower())
            elif isinstance(here, list) and isinstance(part, int) and part < len(here):
                here = here[part]
            else:
                return None
        return here
