"""Option sets that known programs have until the user changes theirs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import OptionSet

_CUBE = (
    OptionSet("100 frames, then ends", ("--c", "100")),
    OptionSet("No dialogs", ("--suppress_popups",)),
    OptionSet("Not limited to the screen's rate", ("--present_mode", "0")),
)
# By base name. Names of sets are stored where they are chosen, so they are the same everywhere.
DEFAULTS: Mapping[str, tuple[OptionSet, ...]] = MappingProxyType(
    {
        "vkcube": _CUBE,
        "vkcubepp": _CUBE,
        "vkcube-wayland": _CUBE,
        "vulkaninfo": (
            OptionSet("Summary", ("--summary",)),
            OptionSet("With formats", ("--show-formats",)),
            OptionSet("Active tools", ("--show-tool-props",)),
        ),
    }
)
# As people read them, who may speak another language now than when they chose a set.
_SHOWN: Mapping[str, str] = MappingProxyType(
    {
        "100 frames, then ends": tr("100 frames, then ends"),
        "No dialogs": tr("No dialogs"),
        "Not limited to the screen's rate": tr("Not limited to the screen's rate"),
        "Summary": tr("Summary"),
        "With formats": tr("With formats"),
        "Active tools": tr("Active tools"),
    }
)


def shown_name(name: str) -> str:
    """The name of a set as it is shown: of those above in the language of the user."""
    return _SHOWN.get(name, name)
