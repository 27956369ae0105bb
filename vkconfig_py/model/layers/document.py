"""The documentation of one layer as it stands in a configuration, for a view in the window."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import LayerEntry
from vkconfig_py.model.settings.declared import DeclaredLayer
from vkconfig_py.model.settings.path_variables import PathVariables
from vkconfig_py.model.writers.layer_html import render_body
from vkconfig_py.model.writers.layer_page import anchors_of, layer_page
from vkconfig_py.model.writers.shown_layer import ShownLayer


class LayerDocument(NamedTuple):
    """What is shown of a layer.

    Attributes:
        body: HTML without scripts and without a style.
        url: page of the layer on the web, or "".
        anchors: where each setting stands, by its key.
    """

    layer: str
    body: str
    url: str
    anchors: Mapping[str, str]


def layer_document(
    declared: DeclaredLayer, entry: LayerEntry | None, paths: PathVariables | None = None
) -> LayerDocument:
    """Return the documentation of a layer with the values that hold in a configuration.

    Paths are shown without their variables if it is told what these stand for.
    """
    shown = ShownLayer.of(declared, entry, paths=paths)
    body = render_body(layer_page([shown]))
    return LayerDocument(declared.name, body, declared.url, anchors_of(shown))
