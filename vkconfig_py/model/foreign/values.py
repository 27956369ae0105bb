"""What becomes of a file that another program wrote: values that all its readers share."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.workspace import Source
from vkconfig_py.model.settings.declared import DeclaredLayer

# Every declared layer of the machine, of several copies the one first that the loader takes. A
# function, since reading all manifests is work that most files do not need.
Declared = Callable[[], tuple[DeclaredLayer, ...]]


class ForeignKind(StrEnum):
    """What a file is, as people call it."""

    OWN = "a configuration of this program"
    OWN_COLLECTION = "a collection of this program"
    VKCONFIG = "a configuration of VkConfig"
    VKCONFIG_STATE = "the state of VkConfig"
    OVERRIDE = "an override manifest"
    LOADER_SETTINGS = "a loader settings file"
    LAYER_SETTINGS = "a layer settings file"
    SCRIPT = "a script of variables"
    LAYER_MANIFEST = "a layer manifest"
    LAYER_FOLDER = "a folder with layers"
    UNKNOWN = "a file of another kind"


class Note(NamedTuple):
    """Something that could not be carried over, or not as it was.

    Attributes:
        line: 1-based line of `file`, or 0.
        file: "" is the file that was opened.
    """

    sentence: str
    line: int = 0
    file: str = ""

    def located(self, path: str) -> str:
        """Return the sentence with its place in front."""
        place = self.file or path
        return f"{place}:{self.line}: {self.sentence}" if self.line else f"{place}: {self.sentence}"


class Opened(NamedTuple):
    """A foreign file as configurations.

    Attributes:
        configurations: what it says, each with a key of its own.
        sources: folders and manifests that it adds to the search.
        put_away: names of built-in configurations that its owner deleted.
        selected: name of the configuration that was in use, or "".
        notes: what is not carried over.
        refused: why nothing could be made of it, or "".
    """

    kind: ForeignKind
    configurations: tuple[Configuration, ...] = ()
    sources: tuple[Source, ...] = ()
    put_away: tuple[str, ...] = ()
    selected: str = ""
    notes: tuple[Note, ...] = ()
    refused: str = ""


class Rendered(NamedTuple):
    """A configuration as a file of another program."""

    content: bytes
    notes: tuple[Note, ...] = ()


def no_layers() -> tuple[DeclaredLayer, ...]:
    """Know no layer."""
    return ()


def find_declared(declared: Declared, name: str, manifest: str = "") -> DeclaredLayer | None:
    """Return a layer by its name; of several copies the named one, else the first."""
    copies = [layer for layer in declared() if layer.name == name]
    for layer in copies:
        if manifest and layer.manifest == manifest:
            return layer
    return copies[0] if copies else None
