"""A layer with settings of several types, and what is written of it."""

from __future__ import annotations

from tests.framework.settings import declare_layer, entry_with_values, make_dependence, make_setting
from vkconfig_py.model.configuration.configuration import LayerEntry, Value
from vkconfig_py.model.formats.layer_settings_txt import LayerSettings

LAYER = declare_layer(
    make_setting(
        "core", default=True, settings=[make_setting("deep", dependence=make_dependence(core=True))]
    ),
    make_setting("limit", "INT", default=10, range={"min": 1, "max": 16}, unit="messages"),
    make_setting("log", "SAVE_FILE", default="stdout"),
    make_setting("flags", "FLAGS", flags=("error", "warn"), default=["error"]),
    make_setting("ids", "LIST"),
)


def chosen(*, layer=LAYER, **values: Value) -> LayerSettings:
    return LayerSettings.from_entry(layer, entry_with_values(layer, LayerEntry(layer.name), values))
