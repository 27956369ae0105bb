"""Finds the edits after which the loader accepts a refused manifest.

Theory of operation. The same parser reads the manifest again after each edit until it accepts it: a
file that lacks one key often lacks another. What a refused value means is kept: the name of a
variable stays, a number becomes text. Values that only the author knows, such as a library
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
    find_library_remedy_steps,
    remove_part,
)
from vkconfig_py.loader.files.safe_paths import PIPE_REASON
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.files.search_paths import VARIABLES_BY_MANIFEST_TYPE
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.loader.json.text_edits import EditError, edit_document, edit_file, find_correction
from vkconfig_py.loader.manifests.driver import (
    DRIVER_ENTRY_POINTS,
    DriverManifest,
    parse_driver_file,
)
from vkconfig_py.loader.manifests.layer import NO_LAYERS, LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import MAX_TEXT_LENGTH, Failure, measure_printed_length
from vkconfig_py.loader.platforms.rules import get_base_name, get_folder_name, get_platform_rules
from vkconfig_py.loader.rules.loader_report import Entry

_MAX_EDITS = 24
# Each edit reads the file anew, and each broken layer of a file is edited by itself; a sound
# manifest has some thousand bytes.
_MAX_BYTES_READ = 1 << 19
_MAX_STEM_LENGTH = 60
_NO_SUCH_FILE_TEXT = os.strerror(errno.ENOENT)
_MAX_DEPTH = 100
_FOLDER_VARIABLES = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS")


class NextSteps(NamedTuple):
    """Further requirements of a layer whose manifest is valid, from LayerAdviser.

    Attributes:
        broken: layers of the same file that cannot be used, at least one.
        find_meta_steps: steps for the components of a meta-layer.
        find_library_steps: steps for the library.
        find_copy_steps: steps for copies that are used instead.
    """

    broken: int
    find_meta_steps: Callable[[Entry], list[Remedy]]
    find_library_steps: Callable[[LayerManifest], list[Remedy]]
    find_copy_steps: Callable[[Entry], list[Remedy]]


def repair_layer(next_steps: NextSteps, context: DecisionContext, entry: Entry) -> list[Remedy]:
    """Return the steps that make a layer with a broken manifest usable."""
    failure = entry.failure or _find_halted_failure(entry.layer)
    assert failure is not None, f"{entry.file} is sound"
    file_steps = _find_whole_file_steps(context, entry.file, failure, "icd.d")
    if file_steps is not None:
        is_implicit = entry.implicit

        def find_remaining_steps(data: bytes) -> list[Remedy] | None:
            """Return the steps for the library of a corrected text, None if it is no manifest."""
            parsed_layers = parse_layer_file(
                entry.file, Document(data), is_implicit, context.dialect
            ).entries
            complete_layers = [
                manifest
                for manifest in parsed_layers
                if isinstance(manifest, LayerManifest) and not manifest.stopped_at
            ]
            is_manifest = bool(complete_layers) and len(complete_layers) == len(parsed_layers)
            return (
                _drop_other_program_remarks(next_steps.find_library_steps(complete_layers[0]))
                if is_manifest
                else None
            )

        return (
            _find_correction_steps(context, entry.file, is_implicit, find_remaining_steps)
            or file_steps
        )
    repair = _ManifestRepair(
        entry.file,
        context.read_document(entry.file).data(),
        entry.implicit,
        context.dialect.new_json,
        next_steps.broken,
    )
    number = failure.layer_index
    layer: LayerManifest | None = None

    def parse(document: Document) -> Failure | None:
        """Return the failure of the layer in an edited manifest, or None if it is valid."""
        nonlocal layer
        parsed_layers = parse_layer_file(
            entry.file, document, entry.implicit, context.dialect
        ).entries
        same_number = [
            manifest for manifest in parsed_layers if _get_layer_number(manifest) == number
        ] or list(parsed_layers[-1:])
        if not same_number:
            return NO_LAYERS
        if isinstance(same_number[0], Failure):
            return same_number[0]
        layer = same_number[0]
        return _find_halted_failure(layer)

    steps = repair.run(parse, failure)
    if layer is None or _find_halted_failure(layer) is not None:
        return steps
    usable_entry = Entry(entry.file, entry.implicit, layer)
    steps += next_steps.find_meta_steps(usable_entry)
    steps += _drop_other_program_remarks(next_steps.find_library_steps(layer))
    return [*steps, *next_steps.find_copy_steps(usable_entry)]


def _find_correction_steps(
    context: DecisionContext,
    file: str,
    is_implicit: bool | None,
    find_remaining_steps: Callable[[bytes], list[Remedy] | None],
) -> list[Remedy]:
    """Return the steps that correct a file that strict parsers do not read, or [] if none helps.

    Args:
        context: inputs of the decision about the file.
        file: path of the manifest.
        is_implicit: kind of its layers; None for a driver.
        find_remaining_steps: returns the further steps of a corrected text; None if that is no
            manifest.
    """
    document = context.read_document(file)
    if document.error:
        return []
    data = document.data()
    key = ("correction", context.dialect, is_implicit)
    if key not in document.memory:
        document.memory[key] = find_correction(
            file, data, lambda x: find_remaining_steps(x) is not None
        )
    correction: ReplaceLine | None = document.memory[key]
    if correction is None:
        return []
    return [correction, *(find_remaining_steps(edit_file(data, correction)) or ())]


def _find_halted_failure(layer: LayerManifest) -> Failure | None:
    """Return the failure of a listed layer that the loader read only in part, or None."""
    if not layer.stopped_at:
        return None
    key_path = (*layer.key_path, layer.stopped_at)
    return Failure(
        layer.name, Reason.MISSING_KEY, layer.stopped_at, 0, layer.index, key_path=key_path
    )


def repair_driver(context: DecisionContext, file: str, failure: Failure) -> list[Remedy]:
    """Return the steps that make a driver manifest usable."""
    file_steps = _find_whole_file_steps(context, file, failure, "explicit_layer.d")
    if file_steps is not None:

        def find_remaining_steps(data: bytes) -> list[Remedy] | None:
            """Return the steps for the library of a corrected text, None if it is no manifest."""
            parsed_manifest = parse_driver_file(file, Document(data), context.dialect)
            if isinstance(parsed_manifest, Failure):
                return None
            return _find_library_steps(context, parsed_manifest)

        return _find_correction_steps(context, file, None, find_remaining_steps) or file_steps
    repair = _ManifestRepair(
        file, context.read_document(file).data(), None, context.dialect.new_json
    )
    driver: DriverManifest | None = None

    def parse(document: Document) -> Failure | None:
        """Return the failure of an edited driver manifest, or None if it is valid."""
        nonlocal driver
        driver_file = parse_driver_file(file, document, context.dialect)
        driver = None if isinstance(driver_file, Failure) else driver_file
        return driver_file if isinstance(driver_file, Failure) else None

    steps = repair.run(parse, failure)
    if driver is not None:
        steps += _find_library_steps(context, driver)
    return steps


def _find_library_steps(context: DecisionContext, driver: DriverManifest) -> list[Remedy]:
    """Return the steps that make the library of a valid driver manifest open."""
    key_path, entry_points = ("ICD", "library_path"), DRIVER_ENTRY_POINTS
    return _drop_other_program_remarks(
        find_library_remedy_steps(context, driver.file, driver.library, key_path, entry_points)
    )


def _drop_other_program_remarks(steps: Sequence[Remedy]) -> list[Remedy]:
    """Return the steps without the remark that a library is for other programs."""
    return [step for step in steps if step != NOTHING_TO_REPAIR]


def find_layer(
    path: str, name: str, is_implicit: bool, context: DecisionContext
) -> LayerManifest | None:
    """Return the layer with a name in a file, read as implicit or explicit, or None."""
    for kind in (is_implicit, not is_implicit):
        document = context.read_document(path)
        for entry in parse_layer_file(path, document, kind, context.dialect).entries:
            if isinstance(entry, LayerManifest) and entry.name == name:
                return entry
    return None


def _convert_to_plain(value: Any, levels: int = _MAX_DEPTH) -> Any:
    """Convert a JSON value to dictionaries and lists. The first of duplicate keys wins.

    Levels deeper than in any realistic file are dropped.
    """
    if isinstance(value, list) and levels == 0:
        return None
    if isinstance(value, Members):
        return {key: _convert_to_plain(member, levels - 1) for key, member in value.first().items()}
    return (
        [_convert_to_plain(member, levels - 1) for member in value]
        if isinstance(value, list)
        else value
    )


def _is_nested_deeply(value: Any, levels: int = _MAX_DEPTH) -> bool:
    """Return whether a JSON value has more levels than any realistic manifest."""
    if not isinstance(value, list):
        return False
    members = (x for _, x in value) if isinstance(value, Members) else value
    return levels == 0 or any(_is_nested_deeply(x, levels - 1) for x in members)


def _truncate_text(text: str) -> str:
    """Return a text cut to the length that the loader accepts."""
    text = text[: MAX_TEXT_LENGTH + 1]  # a character has a byte at least
    while measure_printed_length(text) > MAX_TEXT_LENGTH:
        text = text[:-1]
    return text


def _read_text(raw: Any) -> str:
    """Return the text that a value of a manifest means, such as 1 without its quotes, or ""."""
    if isinstance(raw, list) and raw:
        return _read_text(raw[0])
    if isinstance(raw, bool):
        return str(int(raw))
    if isinstance(raw, float) and raw.is_integer():
        return str(int(raw))
    return str(raw) if isinstance(raw, str | int | float) else ""


def _read_switch(raw: Any) -> dict[str, Json]:
    """Return the variable that a switch of a layer means, with a text as its value, or {}.

    The loader uses the first member alone.
    """
    if isinstance(raw, dict):
        name = next(iter(raw), "")
        return {**raw, name: _read_text(raw[name]) or "1"} if name else {}
    name, _, value = _read_text(raw).partition("=")
    return {name: value or "1"} if name.replace("_", "a").isalnum() else {}


def _complete_version(text: str) -> str:
    """Return a version with three numbers, or "" if the text is none."""
    numbers = text.split(".")
    # Of four numbers the first is the variant, which has to be 0.
    numbers = numbers[1:] if len(numbers) > 3 else [*numbers, "0", "0"][:3]
    return ".".join(numbers) if all(number.isdecimal() for number in numbers) else ""


def _get_layer_number(parsed_manifest: LayerManifest | Failure) -> int:
    """Return the index of a layer in its file."""
    return (
        parsed_manifest.layer_index
        if isinstance(parsed_manifest, Failure)
        else parsed_manifest.index
    )


def _find_whole_file_steps(
    context: DecisionContext, file: str, failure: Failure, other_folder: str
) -> list[Remedy] | None:
    """Return the steps for a file that is refused as a whole, or None if edits may help."""
    match failure.reason:
        case Reason.WRONG_ARCHITECTURE:
            return [NOTHING_TO_REPAIR]
        case Reason.UNREADABLE:
            return [_find_unreadable_remedy(context, file, failure.detail)]
        case Reason.OTHER_MANIFEST_TYPE:
            return [_move_to_folder(context, file, other_folder)]
        case Reason.INVALID_JSON | Reason.ABORTS_ALL | Reason.ENDS_SEARCH | Reason.NOT_A_MANIFEST:
            return [RemoveFile(file)]
        case _:
            return None


def _find_unreadable_remedy(context: DecisionContext, file: str, error: Message | str) -> Remedy:
    """Return the remedy for a missing file: change what names it, or remove the dead link."""
    # Opening it blocks every program forever.
    if error == PIPE_REASON:
        return RemoveFile(file)
    # Qt sets the locale of the C library, which may have spoken English before.
    if error not in (_NO_SUCH_FILE_TEXT, os.strerror(errno.ENOENT), os.strerror(errno.ELOOP)):
        return NoRemedy(
            tr("the loader lacks permission to read it: {reason}", reason=render(error))
        )
    environment, rules = context.host.environment, get_platform_rules(context.host.platform)
    # An entry that ends in .json is treated as a file; its existence is not checked
    # (add_data_files).
    names = [
        variable
        for rules in VARIABLES_BY_MANIFEST_TYPE.values()
        for variable, _ in (*rules.replacing_variables, rules.adding_variable)
    ]
    for name in (*names, *_FOLDER_VARIABLES):
        value = environment.get(name, "")
        if file in rules.split_list(value):
            return remove_part(name, value, rules.separator, file)
    for edit in (_remove_listed_driver(context, file), _remove_override_path(context, file)):
        if edit is not None:
            return edit
    return _remove_listed_layer(context, file) or RemoveFile(_find_listed_path(context, file))


def _find_listed_path(context: DecisionContext, file: str) -> str:
    """Return the path of a file that the loader knows by its bare name only."""
    # loader.c, add_data_files: a link that leads nowhere is kept by its bare name.
    if "/" in file:
        return file
    listed_paths = (
        f"{folder.path}/{file}"
        for folder in context.folders
        if file in folder.files and folder.path != file
    )
    return next(listed_paths, file)


def _remove_listed_driver(context: DecisionContext, file: str) -> Remedy | None:
    """Return the remedy that removes a driver from the loader settings file, or None."""
    settings = context.settings
    for index, path in enumerate(settings.additional_drivers):
        if path == file:
            key_path = (*settings.key_path, "additional_drivers", index)
            return EditKey(settings.file, key_path, REMOVED, tr("remove the entry"))
    return None


def _remove_listed_layer(context: DecisionContext, file: str) -> Remedy | None:
    """Return the remedy that removes a layer from the loader settings file, or None."""
    settings = context.settings
    for index, element in enumerate(settings.layers or ()):
        if element.path == file:
            key_path = (*settings.key_path, "layers", index)
            return EditKey(settings.file, key_path, REMOVED, tr("remove the entry"))
    return None


def _remove_override_path(context: DecisionContext, file: str) -> Remedy | None:
    """Return the remedy that removes a path from the override that names it, or None."""
    for entry in context.entries:
        if entry.manifest is not None and file in entry.manifest.override_paths:
            index = entry.manifest.override_paths.index(file)
            key_path = (*entry.manifest.key_path, "override_paths", index)
            return EditKey(entry.file, key_path, REMOVED, tr("remove {file}", file=file))
    return None


def _move_to_folder(context: DecisionContext, file: str, folder: str) -> Remedy:
    """Return the remedy that moves a manifest to the neighboring folder of its kind.

    `folder`: name of the folder, such as icd.d.
    """
    parent, _, name = file.rpartition("/")
    base = get_folder_name(parent) or "/usr/share/vulkan"
    # The folders of drivers and layers are neighbours below vulkan/.
    target = f"{base}/{folder}/{name}"
    while not context.read_document(target).error:
        target = f"{target.removesuffix('.json')}_moved.json"
    return MoveFile(file, target)


class _ManifestRepair:
    """Edits one file until its parser accepts it."""

    def __init__(
        self,
        file: str,
        data: bytes,
        is_implicit: bool | None,
        lenient: bool,
        broken_layers: int = 1,
    ) -> None:
        """Prepare the repair of a manifest.

        Args:
            file: its path.
            data: its content.
            is_implicit: kind of its layers, None for a driver.
            lenient: as in parse_json().
            broken_layers: how many layers of the file are broken.
        """
        self._edits_left = min(_MAX_EDITS, _MAX_BYTES_READ // (len(data) * broken_layers + 1))
        self._file = file
        self._data = data
        self._is_implicit = is_implicit
        self._is_lenient = lenient
        self._steps: list[Remedy] = []
        stem = get_base_name(file).removesuffix(".json") or "layer"
        self._file_stem = stem[:_MAX_STEM_LENGTH]

    def run(self, parse: Callable[[Document], Failure | None], failure: Failure) -> list[Remedy]:
        """Return the edits that make the file valid, or its removal if none does.

        `parse`: returns the failure of an edited file, None if it is valid.
        """
        failure_left: Failure | None = failure
        for _ in range(self._edits_left):
            if failure_left is None or failure_left.reason is Reason.WRONG_ARCHITECTURE:
                return self._steps
            edits = self._find_edits(failure_left)
            if not edits or not all(self._apply_edit(edit) for edit in edits):
                break
            failure_left = parse(Document(self._data))
        return [RemoveFile(self._file)]

    def _apply_edit(self, edit: EditKey) -> bool:
        """Make an edit and record it as a step. Return whether it changed the text."""
        try:
            changed_content = edit_document(self._data, edit.path, edit.value)
        except EditError:
            return False
        if changed_content == self._data:
            return False
        self._data = changed_content
        self._steps.append(edit)
        return True

    def _build_edit(self, path: KeyPath, value: Json | Removed, advice: str) -> EditKey:
        """Return an edit of the file."""
        return EditKey(self._file, path, value, advice)

    def _find_edits(self, failure: Failure) -> list[EditKey]:
        """Return the edits that correct one failure."""
        if failure.reason is Reason.MULTIPLE_LAYER_NODES:
            return self._move_layer_last(str(failure.detail))
        key_path = failure.key_path
        if not key_path:
            return [self._write_whole_object(str(failure.detail))]
        key = key_path[-1]
        if isinstance(key, int):
            parent = key_path[-2] if len(key_path) > 1 else ""
            if isinstance(parent, str) and isinstance(self._find_raw_value(key_path[:-1]), dict):
                return [self._write_whole_object(parent)]  # one layer where a list has to be
            return [self._build_edit(key_path, REMOVED, tr("remove this element"))]
        if key.lower() in ("icd", "layer", "layers"):
            return [self._write_whole_object(key)]
        raw = self._find_raw_value(key_path)
        if key == "enable_environment" and (switch := _read_switch(raw)):
            return [self._build_edit(key_path, switch, tr("correct “{key}”", key=key))]
        # Beside a library_path none of them is required.
        if key in ("enable_environment", "functions", "component_layers"):
            return [self._build_edit(key_path, REMOVED, tr("remove “{key}”", key=key))]
        value = self._propose_value(key, raw)
        if value == raw:  # what it says is what the loader refuses
            value = self._propose_value(key, None)
        if failure.reason is Reason.MISSING_KEY:
            return [self._build_edit(key_path, value, tr("add “{key}”", key=key))]
        return [self._build_edit(key_path, value, tr("correct “{key}”", key=key))]

    def _propose_value(self, key: str, raw: Any) -> Json:
        """Return a valid value for a key: what the current one means, or else a usual value."""
        text = _read_text(raw)
        match key:
            case "name":
                return _truncate_text(text) or f"VK_LAYER_{self._file_stem}"
            case "description":
                return _truncate_text(text) or self._file_stem
            case "api_version" | "file_format_version":
                return _complete_version(text) or "1.0.0"
            case "disable_environment":
                return _read_switch(raw) or {f"DISABLE_{self._file_stem.upper()}": "1"}
            case "library_path":
                return _truncate_text(text) or f"./lib{self._file_stem}.so"
            case "type":
                return "GLOBAL"
            case _:
                return _truncate_text(text) or "1"

    def _write_whole_object(self, key: str) -> EditKey:
        """Return the edit that writes the object with all required keys."""
        # What loader_parse_icd_manifest requires of "ICD".
        keys: Sequence[str] = ("library_path", "api_version")
        if self._is_implicit is not None:
            implicit_keys = ("disable_environment",) if self._is_implicit else ()
            # What loader_read_layer_json requires.
            keys = ("name", "type", *keys, "implementation_version", "description", *implicit_keys)
        if key == "file_format_version":
            return self._build_edit((key,), "1.0.0", tr("add “file_format_version”"))
        name = "ICD" if self._is_implicit is None else key.lower()
        raw = self._find_raw_value((name,))
        intended_object = raw[0] if isinstance(raw, list) and raw else raw
        members: dict[str, Json] = (
            dict(intended_object) if isinstance(intended_object, dict) else {}
        )
        value: Json = members | {
            member: self._propose_value(member, members.get(member)) for member in keys
        }
        if name == "layers":
            value = [value]
        return self._build_edit((name,), value, tr("rewrite “{name}”", name=name))

    def _move_layer_last(self, first_after: str) -> list[EditKey]:
        """Return the edits that move every root key behind "layer" to before it."""
        parsed = self._parse_root()
        if not isinstance(parsed, Members) or _is_nested_deeply(parsed):
            return []  # moving it would lose what lies deepest
        root = _convert_to_plain(parsed)
        names = list(root)
        later_names = names[names.index(first_after) :] if first_after in names else []
        return [
            edit
            for name in later_names
            for edit in (
                self._build_edit(
                    (name,),
                    REMOVED,
                    tr("“layer” must be the last key, so move “{name}”", name=name),
                ),
                self._build_edit(
                    (name,), root[name], tr("move “{name}” before “layer”", name=name)
                ),
            )
        ]

    def _parse_root(self) -> Any:
        """Return the root value of the file, parsed like the loader that refuses it."""
        return Document(self._data).parse(self._is_lenient).value

    def _find_raw_value(self, key_path: KeyPath) -> Any:
        """Return the value at a place of the file as it is, None if there is none."""
        current = _convert_to_plain(self._parse_root())
        for part in key_path:
            if isinstance(current, dict):
                # Of keys that differ in case alone the loader finds the first.
                folded_members = {
                    str(key).lower(): value for key, value in reversed(current.items())
                }
                current = folded_members.get(str(part).lower())
            elif isinstance(current, list) and isinstance(part, int) and part < len(current):
                current = current[part]
            else:
                return None
        return current
