"""Which preset the values of a layer are nearest to. Pure."""

from __future__ import annotations

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.declared import DeclaredLayer, Preset
from vkconfig_py.model.settings.presets import presets_of, with_preset
from vkconfig_py.model.settings.values import Values, default_values


class PresetChoice(NamedTuple):
    """The presets of a layer, and the one that its values come from.

    Attributes:
        nearest: the one from which the fewest values differ; changed: whether any does.
    """

    presets: tuple[Preset, ...]
    nearest: Preset | None = None
    changed: bool = False

    @property
    def title(self) -> str:
        """Return what the closed choice shows."""
        if self.nearest is None:
            return ""
        return f"{self.nearest.label}, changed" if self.changed else self.nearest.label


def choose_nearest(declared: DeclaredLayer, values: Values, platform: str) -> PresetChoice:
    """Compare the values with every preset applied to the defaults; of equals the first counts."""
    presets = presets_of(declared, platform)
    defaults = default_values(declared)
    nearest, fewest = None, -1
    for preset in presets:
        wanted = with_preset(declared, defaults, preset)
        differing = sum(wanted.get(key) != value for key, value in values.items())
        if nearest is None or differing < fewest:
            nearest, fewest = preset, differing
    return PresetChoice(presets, nearest, fewest > 0)
