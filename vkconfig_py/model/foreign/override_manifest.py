"""Override manifests (VK_LAYER_LUNARG_override, as VkConfig 2 and others write it) as ours.

The engine's own parser reads them, so what it gives is what the loader sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.manifests.layer import LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.profiles.profile import NEWEST
from vkconfig_py.loader.verdicts import Reason
from vkconfig_py.model.documents.configuration import (
    Configuration,
    LayerEntry,
    ProgramEntry,
    Wish,
    new_key,
)
from vkconfig_py.model.documents.workspace import Source
from vkconfig_py.model.foreign.json_text import ForeignError
from vkconfig_py.model.foreign.values import ForeignKind, Note, Opened
from vkconfig_py.model.picture.wording import join_words
from vkconfig_py.model.writers.override import OWNER

_POINTER_BITS = 64
_BESIDE = (
    "The override lets explicit layers be searched in its own folders alone; here they are "
    "searched beside the usual ones."
)


def open_override(path: str, content: bytes) -> Opened:
    """Read the overrides of a manifest, each as a configuration.

    Raises:
        ForeignError: the loader finds no override in it.
    """
    document = Document(content)
    file = parse_layer_file(path, document, True, Dialect.of(NEWEST, _POINTER_BITS))
    overrides = [x for x in file.entries if isinstance(x, LayerManifest) and x.is_override]
    failures = [x for x in file.entries if isinstance(x, Failure)]
    if not overrides:
        first = failures[0] if failures else None
        sentence = f"the loader does not read it: {_why(first)}" if first else "it has no override"
        raise ForeignError(sentence, first.line if first else 0)
    positions = document.positions(True)
    notes = [Note(f"The loader does not read this layer: {_why(x)}.", x.line) for x in failures]
    for layer in file.entries:
        if isinstance(layer, LayerManifest) and not layer.is_override:
            sentence = f"{layer.name} is no override and is left out."
            notes.append(Note(sentence, positions.line(*layer.place)))
    folders = dict.fromkeys(folder for one in overrides for folder in one.override_paths)
    for folder in [one for one in folders if not one.startswith("/")]:
        sentence = f"Where {folder} leads depends on each program's folder; it is not searched."
        notes.append(Note(sentence, positions.line(*overrides[0].place, "override_paths")))
        del folders[folder]
    if folders:
        notes.append(Note(_BESIDE, positions.line(*overrides[0].place, "override_paths")))
    return Opened(
        ForeignKind.OVERRIDE,
        tuple(_configurations(overrides)),
        tuple(Source(folder) for folder in folders),
        notes=tuple(notes),
    )


def _why(failure: Failure) -> str:
    missing = f"it has no “{failure.detail}”"
    return missing if failure.reason is Reason.MISSING_KEY else failure.detail


def program_title(title: str, programs: Sequence[str]) -> str:
    """Return a name that says for which programs something is."""
    names = dict.fromkeys(PurePath(program).name or program for program in programs)
    return f"{title} for {join_words(list(names))}" if names else title


def _configurations(overrides: Sequence[LayerManifest]) -> Iterator[Configuration]:
    served: set[str] = set()
    for override in overrides:
        # A program gets the first override that names it; ours repeat the keys of those before.
        programs = [key for key in dict.fromkeys(override.app_keys) if key not in served]
        served.update(programs)
        if override.app_keys and not programs:
            continue
        yield Configuration(
            key=new_key(),
            name=_name(override, programs),
            layers=tuple(_entries(override)),
            programs=tuple(ProgramEntry(program) for program in programs),
        )


def _name(override: LayerManifest, programs: Sequence[str]) -> str:
    mark = f"{OWNER}: "
    if override.description.startswith(mark):
        return override.description.removeprefix(mark)
    return program_title("Override", programs)


def _entries(override: LayerManifest) -> Iterator[LayerEntry]:
    blocked = dict.fromkeys(override.blacklisted_layers)
    for name in dict.fromkeys(override.component_layers):
        if name not in blocked:
            yield LayerEntry(name, Wish.ON, placed=True)
    for name in blocked:
        yield LayerEntry(name, Wish.OFF)
