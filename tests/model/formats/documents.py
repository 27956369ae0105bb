"""What tests of the documents share: awkward layers, and a strict reader of HTML."""

from __future__ import annotations

from html.parser import HTMLParser

from tests.framework.settings import (
    choose_other_value,
    declare_layer,
    make_dependence,
    make_flag,
    make_preset,
    make_setting,
    sdk_manifests,
)
from vkconfig_py.model.configuration.configuration import LayerEntry, Value
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.layer_values import set_entry_value
from vkconfig_py.model.layer_settings.parse_layer import read_declared

ODD = """<b>a & b</b> | `tick` *star* _under_ [x](y) \\ "q" 'p' <!-- --> */ ?? \u202e ü"""
_VOID = {"meta", "br"}


def chosen(layer: DeclaredLayer, /, **values: Value) -> LayerSettings:
    """Return a layer of which a configuration sets these values."""
    entry = LayerEntry(layer.name)
    for key, value in values.items():
        entry = set_entry_value(layer, entry, key, value)
    return LayerSettings.from_entry(layer, entry)


def sdk_layers() -> list[DeclaredLayer]:
    """Return every layer of the SDK."""
    return [read_declared(path.read_bytes()).layers[0] for path in sdk_manifests()]


def all_changed(layer: DeclaredLayer) -> LayerSettings:
    """Return a layer of which every setting is set to something else."""
    values = {s.key: choose_other_value(s) for s in layer.walk_settings() if s.type != "GROUP"}
    return chosen(layer, **values)


def odd_layer() -> DeclaredLayer:
    """Return a layer whose texts try to be something else, and whose labels are all equal."""
    return declare_layer(
        make_setting("a", "STRING", label=ODD, description=ODD, detailed=ODD, default=ODD, url=ODD),
        make_setting(
            "A", "BOOL", label=ODD, description="", status="DEPRECATED", deprecated_by_key="b"
        ),
        make_setting(
            "b", "ENUM", label=ODD, flags=[make_flag("one", description=ODD)], default="one"
        ),
        make_setting("list", "LIST", default=[76, 82], label="Frames | of"),
        make_setting(
            "deep",
            "BOOL",
            settings=[make_setting("below", "INT", dependence=make_dependence(deep=True))],
        ),
        name="VK_LAYER_TEST_odd",
        introduction=ODD,
        presets=[make_preset(ODD, list=[76])],
    )


def find(layer: DeclaredLayer, key: str) -> Setting:
    found = layer.find_setting(key)
    assert found is not None
    return found


class Html(HTMLParser):
    """Reads HTML as the strictest reader would: every element is closed in its turn.

    Attributes:
        ids, links: anchors, and the addresses that links lead to.
        text: what a reader sees.
    """

    def __init__(self, document: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self._open: list[str] = []
        self.feed(document)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names))
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "href":
                self.links.append(value or "")
            assert not name.startswith("on")
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.text += data
