"""Option sets that known programs have until the user changes theirs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import OptionSet

_CUBE = (
    OptionSet(tr("100 frames, then ends"), ("--c", "100")),
    OptionSet(tr("No dialogs"), ("--suppress_popups",)),
    OptionSet(tr("Not limited to the screen's rate"), ("--present_mode", "0")),
)
# By base name.
DEFAULTS: Mapping[str, tuple[OptionSet, ...]] = MappingProxyType(
    {
        "vkcube": _CUBE,
        "vkcubepp": _CUBE,
        "vkcube-wayland": _CUBE,
        "vulkaninfo": (
            OptionSet("Summary", ("--summary",)),
            OptionSet(tr("With formats"), ("--show-formats",)),
            OptionSet(tr("Active tools"), ("--show-tool-props",)),
        ),
    }
)
