"""A layer with settings of several types, and what is written of it."""

from __future__ import annotations

from tests.framework.settings import declared, depends, entry_with_values, setting
from vkconfig_py.model.configuration.configuration import LayerEntry, Value
from vkconfig_py.model.formats.layer_settings_txt import LayerSettings

LAYER = declared(
    setting("core", default=True, settings=[setting("deep", dependence=depends(core=True))]),
    setting("limit", "INT", default=10, range={"min": 1, "max": 16}, unit="messages"),
    setting("log", "SAVE_FILE", default="stdout"),
    setting("flags", "FLAGS", flags=("error", "warn"), default=["error"]),
    setting("ids", "LIST"),
)


def chosen(*, layer=LAYER, **values: Value) -> LayerSettings:
    return LayerSettings.of(layer, entry_with_values(layer, LayerEntry(layer.name), values))
