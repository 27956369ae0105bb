"""Layers with settings, and what is generated of them."""

from __future__ import annotations

from tests.framework.settings import make_flag, make_setting
from vkconfig_py.cli import main
from vkconfig_py.model.configuration.configuration import SettingValue

ONE, TWO, AUTO, OFF = (f"VK_LAYER_TEST_{name}" for name in ("one", "two", "auto", "off"))
FEATURES = {
    "settings": [
        make_setting("on"),
        make_setting("words", "STRING"),
        make_setting("flags", "FLAGS", flags=[make_flag("A"), make_flag("B")]),
    ]
}


def chosen(key, kind, value):
    return SettingValue(key, kind, value)


def generated(capsys, *arguments):
    assert main(["generate", *arguments]) == 0
    return capsys.readouterr().out
