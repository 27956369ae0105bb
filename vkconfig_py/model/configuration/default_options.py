"""Option sets that known programs have until the user changes theirs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

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
