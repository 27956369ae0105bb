"""ShownLayer: a layer with the values that a document or a piece of code is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import LayerEntry
from vkconfig_py.model.configuration.setting_value import SettingType, Value
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting, Visibility
from vkconfig_py.model.layer_settings.encoding import WritableValue, writable_value
from vkconfig_py.model.layer_settings.layer_values import (
    ValueNote,
    changed_values,
    effective_values,
    lost_values,
)
from vkconfig_py.model.layer_settings.setting_conditions import find_without_effect, reason
from vkconfig_py.model.layer_settings.setting_paths import PathVariables


class ShownLayer(NamedTuple):
    """A layer and the values of its settings.

    Attributes:
        values: of every setting, as they are kept; one that is missing here has its default.
        chosen: keys of the settings that the user set, which differ from their defaults.
        without_effect: why a setting has no effect, for those whose conditions do not hold.
        is_on: the configuration turns the layer on, so code has to ask for it.
        paths: what variables in paths stand for; None leaves them as they are.
        lost: values that are kept and that this copy of the layer has no use for.
    """

    declared: DeclaredLayer
    values: Mapping[str, Value]
    chosen: frozenset[str] = frozenset()
    without_effect: Mapping[str, str] = {}
    is_on: bool = True
    paths: PathVariables | None = None
    lost: tuple[ValueNote, ...] = ()

    @classmethod
    def of(
        cls,
        declared: DeclaredLayer,
        entry: LayerEntry | None = None,
        *,
        is_on: bool = True,
        paths: PathVariables | None = None,
    ) -> ShownLayer:
        values = effective_values(declared, entry)
        unmet = find_without_effect(declared, values)
        return cls(
            declared,
            values,
            frozenset(changed_values(declared, entry)),
            {key: reason(declared, one) for key, one in unmet.items()},
            is_on,
            paths,
            lost_values(declared, entry),
        )

    def written(self, setting: Setting) -> WritableValue:
        return writable_value(setting, self.value(setting), self.paths)

    def value(self, setting: Setting) -> Value:
        return self.values.get(setting.key, setting.default)

    def shown(self) -> Iterator[tuple[int, Setting]]:
        """Depth and setting of everything that is not hidden, parents first."""
        yield from _shown(self.declared.settings, 0)

    def valued(self) -> Iterator[Setting]:
        """Each setting that has a value, once; a manifest may declare a key twice."""
        seen = set()
        for _depth, setting in self.shown():
            if setting.type is not SettingType.GROUP and setting.key not in seen:
                seen.add(setting.key)
                yield setting


def _shown(settings: tuple[Setting, ...], depth: int) -> Iterator[tuple[int, Setting]]:
    for setting in settings:
        if setting.visibility is not Visibility.HIDDEN:
            yield depth, setting
            yield from _shown(tuple(setting.children()), depth + 1)
