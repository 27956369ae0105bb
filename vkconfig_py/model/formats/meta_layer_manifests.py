"""Meta-layer manifests: overrides, rendered and parsed, and the chain of one launch.

Overrides of any program (VK_LAYER_LUNARG_override, as written by VkConfig 2 and others) are parsed
by the engine's parser, so the result is what the loader sees.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

from vkconfig_py.language.sentences import Message, join_words, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    make_key,
)
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.formats.foreign_files import (
    ForeignError,
    ForeignKind,
    ImportNote,
    OpenedFile,
)

# Below 1.1.0 loaders warn of component_layers and override_paths.
FORMAT_VERSION = "1.1.2"
_LONE_SURROGATE_PATTERN = re.compile("[\ud800-\udc7f\udd00-\udfff]")
DESCRIPTION_LIMIT = 200  # the loader drops a layer whose description needs 255 bytes


def render_manifest(layers: Sequence[dict[str, Any]]) -> bytes:
    """Render a manifest with one layer as `layer`, or with several as `layers`."""
    # LunarG's schema of layer manifests demands `layer` and knows no `layers`. The loader counts
    # what follows `layer` as further layers (loader_add_layer_properties): it is the last member.
    only = {"layer": layers[0]} if len(layers) == 1 else {"layers": list(layers)}
    # Paths that are not UTF-8 are written as their original bytes, since app_keys are compared
    # bytewise.
    document = {"file_format_version": FORMAT_VERSION, **only}
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return encode_text(text + "\n")


def encode_text(text: str) -> bytes:
    """Encode text and restore bytes that were not UTF-8."""
    # A lone surrogate, possible in JSON, becomes the replacement character.
    return _LONE_SURROGATE_PATTERN.sub("\ufffd", text).encode("utf-8", "surrogateescape")


def clean_description(text: str) -> str:
    """Make text valid as a description: no control characters, limited in bytes."""
    plain_text = "".join(char for char in text if char.isprintable())
    # Cut by bytes but never inside a character: "ignore" drops the incomplete rest.
    short_text = plain_text.encode("utf-8", "ignore")[:DESCRIPTION_LIMIT].decode("utf-8", "ignore")
    # The loader counts each of these twice, since its JSON printer escapes them.
    return short_text.replace('"', "'").replace("\\", "/")


CHAIN_NAME = "VK_LAYER_VKCONFIG_PY_chain"
CHAIN_FILE = "chain.json"


def render_chain(title: str, components: Sequence[str], api_version: str) -> bytes:
    """Render the manifest of a meta-layer whose components load in this order."""
    return render_manifest(
        [
            {
                "name": CHAIN_NAME,
                "type": "GLOBAL",
                "api_version": api_version,
                "implementation_version": "1",
                "description": clean_description(f"{OWNER_NAME}: {title}"),
                "component_layers": list(components),
            }
        ]
    )


DISABLE_OVERRIDE = f"DISABLE_{OVERRIDE_NAME}"
OWNER_NAME = "vkconfig-py"


class OverrideLayer(NamedTuple):
    """One override: what it turns on and off, and for which programs.

    Attributes:
        override_paths: () leaves the key out, so that the normal places are searched.
        app_keys: () leaves the key out: every program.
        library_arch: "32" or "64" for programs of that word size alone; "" for all.
    """

    title: str
    api_version: str
    components: tuple[str, ...]
    blocked_layers: tuple[str, ...] = ()
    override_paths: tuple[str, ...] = ()
    app_keys: tuple[str, ...] = ()
    disable_variable: str = DISABLE_OVERRIDE
    library_arch: str = ""


def render_override(overrides: Sequence[OverrideLayer]) -> bytes:
    """Render the override manifest. A program gets the first override that names it."""
    # Keys are made cumulative here: every override also lists the keys of those before it. An
    # override whose key was served before is removed for that program; one that does not list it
    # would stay and leak into the program (loader.c, remove_all_non_valid_override_layers). Keys
    # served before come first: after a removal the loader goes on at the same index in the entry
    # that moved up, and must find the same key there.
    covered_programs: list[str] = []
    layers = []
    for override in overrides:
        keys = (
            list(dict.fromkeys([*covered_programs, *override.app_keys]))
            if override.app_keys
            else []
        )
        layers.append(_render_layer(override, keys))
        covered_programs.extend(key for key in override.app_keys if key not in covered_programs)
    return render_manifest(layers)


def make_own_description(title: str) -> str:
    """Return the description by which a manifest is known as ours."""
    return clean_description(f"{OWNER_NAME}: {title}")


def _render_layer(override: OverrideLayer, keys: list[str]) -> dict[str, Any]:
    """Return the JSON members of an override layer. `keys`: programs that it is limited to."""
    layer: dict[str, Any] = {
        "name": OVERRIDE_NAME,
        "type": "GLOBAL",
        # Read since 1.3.219; older loaders use such an override for both word sizes.
        **({"library_arch": override.library_arch} if override.library_arch else {}),
        "api_version": override.api_version,
        # A string: a number is treated as missing, which drops the layer.
        "implementation_version": "1",
        "description": make_own_description(override.title),
        "component_layers": list(override.components),
        "blacklisted_layers": list(override.blocked_layers),
    }
    if override.override_paths:
        layer["override_paths"] = list(override.override_paths)
    if keys:
        layer["app_keys"] = keys
    # An implicit manifest without this member is refused; of the variable the loader asks only
    # whether it is set.
    layer["disable_environment"] = {override.disable_variable: "1"}
    return layer


_POINTER_BITS = 64
_REPLACED_FOLDERS_SENTENCE = tr(
    "The override replaces the folders for explicit layers; the imported configuration "
    "adds its folders to the default folders."
)


def open_override(path: str, content: bytes) -> OpenedFile:
    """Read the overrides of a manifest, each as a configuration.

    Raises:
        ForeignError: the manifest has no override for the loader.
    """
    document = Document(content)
    file = parse_layer_file(path, document, True, Dialect.of(NEWEST_PROFILE, _POINTER_BITS))
    overrides = [
        layer for layer in file.entries if isinstance(layer, LayerManifest) and layer.is_override
    ]
    failures = [failure for failure in file.entries if isinstance(failure, Failure)]
    if not overrides:
        failure = failures[0] if failures else None
        sentence = (
            tr("the loader does not read it: {reason}", reason=_render_failure_reason(failure))
            if failure
            else tr("it does not contain an override")
        )
        raise ForeignError(sentence, failure.line if failure else 0)
    positions = document.positions(True)
    notes = [
        ImportNote(
            tr(
                "The loader does not read this layer: {reason}.",
                reason=_render_failure_reason(failure),
            ),
            failure.line,
        )
        for failure in failures
    ]
    for layer in file.entries:
        if isinstance(layer, LayerManifest) and not layer.is_override:
            sentence = tr("{layer} is not an override and was omitted.", layer=layer.name)
            notes.append(ImportNote(sentence, positions.find_line(*layer.key_path)))
    folders = dict.fromkeys(folder for override in overrides for folder in override.override_paths)
    for folder in [path for path in folders if not path.startswith("/")]:
        sentence = tr(
            "{folder} is relative to each program's working folder, so it is not searched.",
            folder=folder,
        )
        notes.append(
            ImportNote(sentence, positions.find_line(*overrides[0].key_path, "override_paths"))
        )
        del folders[folder]
    if folders:
        notes.append(
            ImportNote(
                _REPLACED_FOLDERS_SENTENCE,
                positions.find_line(*overrides[0].key_path, "override_paths"),
            )
        )
    return OpenedFile(
        ForeignKind.OVERRIDE,
        tuple(_list_configurations(overrides)),
        tuple(CollectionSource(folder) for folder in folders),
        notes=tuple(notes),
    )


def _render_failure_reason(failure: Failure) -> Message | str:
    """Return why a layer of a manifest cannot be read."""
    if failure.reason is Reason.MISSING_KEY:
        return tr("“{member}” is missing", member=failure.detail)
    return failure.detail


def make_program_title(title: str, programs: Sequence[str]) -> str:
    """Return a title with the programs that a configuration is for."""
    names = dict.fromkeys(PurePath(program).name or program for program in programs)
    if not names:
        return title
    return tr("{title} for {programs}", title=title, programs=join_words(list(names)))


def _list_configurations(overrides: Sequence[LayerManifest]) -> Iterator[Configuration]:
    """Yield a configuration for each override that some program gets."""
    covered_programs: set[str] = set()
    for override in overrides:
        # A program gets the first override that names it; ours repeat the keys of earlier ones.
        programs = [key for key in dict.fromkeys(override.app_keys) if key not in covered_programs]
        covered_programs.update(programs)
        if override.app_keys and not programs:
            continue
        yield Configuration(
            key=make_key(),
            name=_make_name(override, programs),
            layers=tuple(_list_entries(override)),
            programs=tuple(ProgramEntry(program) for program in programs),
        )


def _make_name(override: LayerManifest, programs: Sequence[str]) -> str:
    """Return the name of an override's configuration: ours contain it."""
    mark = f"{OWNER_NAME}: "
    if override.description.startswith(mark):
        return override.description.removeprefix(mark)
    return make_program_title(tr("Override"), programs)


def _list_entries(override: LayerManifest) -> Iterator[LayerEntry]:
    """Yield an entry for each layer that an override turns on or blocks."""
    blocked_layers = dict.fromkeys(override.blacklisted_layers)
    for name in dict.fromkeys(override.component_layers):
        # The loader removes a name that is in both lists from the components.
        if name not in blocked_layers:
            yield LayerEntry(name, LayerControl.ON, placed=True)
    for name in blocked_layers:
        yield LayerEntry(name, LayerControl.OFF)
