"""Drafts: texts that were typed and are not valid, until they are mended or forgotten. No Qt."""

from __future__ import annotations

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.settings.declared import Value


class Draft(NamedTuple):
    """A typed text that is not valid, and the value that stays in force."""

    text: str
    value: Value


class Drafts:
    """Drafts by configuration, layer and setting."""

    def __init__(self) -> None:
        self._drafts: dict[tuple[str, str, str], Draft] = {}

    def put(self, configuration: Configuration, layer: str, key: str, text: str) -> None:
        """Keep what was typed."""
        value = _chosen(configuration, layer, key)
        self._drafts[configuration.key, layer, key] = Draft(text, value)

    def drop(self, configuration: Configuration, layer: str, key: str) -> None:
        """Forget what was typed for one setting."""
        self._drafts.pop((configuration.key, layer, key), None)

    def drop_all(self, configuration: Configuration, layer: str) -> None:
        """Forget what was typed for a layer."""
        here = (configuration.key, layer)
        self._drafts = {at: draft for at, draft in self._drafts.items() if at[:2] != here}

    def of_layer(self, configuration: Configuration, layer: str) -> dict[str, str]:
        """Return the texts of a layer; one whose value was changed meanwhile is forgotten."""
        found = {}
        for place, draft in list(self._drafts.items()):
            if place[:2] != (configuration.key, layer):
                continue
            if _chosen(configuration, layer, place[2]) == draft.value:
                found[place[2]] = draft.text
            else:
                del self._drafts[place]
        return found


def _chosen(configuration: Configuration, layer: str, key: str) -> Value:
    """Return the value that a configuration keeps, None if it keeps none."""
    entry = configuration.entry(layer)
    chosen = entry.value(key) if entry else None
    return chosen.value if chosen else None
