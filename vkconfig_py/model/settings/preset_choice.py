"""Which preset the values of a layer are named by. Pure.

A preset whose values all hold names them, whatever else is set: it says nothing about the rest.
Where none holds, the nearest one does, as changed.
"""

from __future__ import annotations

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.declared import DeclaredLayer, Preset
from vkconfig_py.model.settings.presets import matches, presets_of, with_preset
from vkconfig_py.model.settings.values import Values, default_values, is_default


class PresetChoice(NamedTuple):
    """The presets of a layer, and the one that its values come from.

    Attributes:
        nearest: the one that holds, else the one from which the fewest values differ.
        changed: whether any value that `nearest` lists is another one.
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


def detect_preset(declared: DeclaredLayer, values: Values, platform: str) -> PresetChoice:
    """Return the presets with the one that holds and says most, else with the nearest.

    Of equals the first counts. One that lists less would otherwise hide one that lists more.
    """
    presets = presets_of(declared, platform)
    holding = [one for one in presets if matches(declared, values, one)]
    if holding:
        return PresetChoice(presets, max(holding, key=lambda preset: len(preset.values)))
    nearest = min(presets, key=lambda one: _distance(declared, values, one), default=None)
    return PresetChoice(presets, nearest, changed=nearest is not None)


def _distance(declared: DeclaredLayer, values: Values, preset: Preset) -> int:
    """Return how many values differ from those of a preset applied to the defaults."""
    wanted = with_preset(declared, default_values(declared), preset)
    return sum(
        not is_default(setting._replace(default=wanted[setting.key]), values[setting.key])
        for setting in declared.walk()
        if setting.key in values
    )
