"""What tests of the documents share: awkward layers, and a strict reader of HTML."""

from __future__ import annotations

from html.parser import HTMLParser

from tests.framework.settings import (
    another_value,
    declared,
    depends,
    flag,
    preset,
    sdk_manifests,
    setting,
)
from vkconfig_py.model.configuration.configuration import LayerEntry, Value
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.layer_values import entry_with
from vkconfig_py.model.layer_settings.parse_layer import read_declared

ODD = """<b>a & b</b> | `tick` *star* _under_ [x](y) \\ "q" 'p' <!-- --> */ ?? \u202e ü"""
_VOID = {"meta", "br"}


def chosen(layer: DeclaredLayer, /, **values: Value) -> LayerSettings:
    """Return a layer of which a configuration sets these values."""
    entry = LayerEntry(layer.name)
    for key, value in values.items():
        entry = entry_with(layer, entry, key, value)
    return LayerSettings.of(layer, entry)


def sdk_layers() -> list[DeclaredLayer]:
    """Return every layer of the SDK."""
    return [read_declared(path.read_bytes()).layers[0] for path in sdk_manifests()]


def all_changed(layer: DeclaredLayer) -> LayerSettings:
    """Return a layer of which every setting is set to something else."""
    values = {s.key: another_value(s) for s in layer.walk() if s.type != "GROUP"}
    return chosen(layer, **values)


def odd_layer() -> DeclaredLayer:
    """Return a layer whose texts try to be something else, and whose labels are all equal."""
    return declared(
        setting("a", "STRING", label=ODD, description=ODD, detailed=ODD, default=ODD, url=ODD),
        setting("A", "BOOL", label=ODD, description="", status="DEPRECATED", deprecated_by_key="b"),
        setting("b", "ENUM", label=ODD, flags=[flag("one", description=ODD)], default="one"),
        setting("list", "LIST", default=[76, 82], label="Frames | of"),
        setting("deep", "BOOL", settings=[setting("below", "INT", dependence=depends(deep=True))]),
        name="VK_LAYER_TEST_odd",
        introduction=ODD,
        presets=[preset(ODD, list=[76])],
    )


def find(layer: DeclaredLayer, key: str) -> Setting:
    found = layer.setting(key)
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
