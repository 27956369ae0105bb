import pytest
from PySide6.QtCore import Qt

from vkconfig_py.loader.base.device_values import ExtensionName
from vkconfig_py.model.items.inspector_models import Pair, PairsModel, extension_pairs, value_pairs
from vkconfig_py.model.items.roles import PairRole

MANY = extension_pairs([ExtensionName(f"VK_EXT_number_{number}", 1) for number in range(410)])


@pytest.fixture
def model(qtmodeltester):
    model = PairsModel("extension")
    two = (ExtensionName("VK_KHR_surface", 25), ExtensionName("VK_EXT_b", 1))
    model.show(extension_pairs(two))
    qtmodeltester.check(model)
    return model


def names(model):
    return [model.index(row).data() for row in range(model.rowCount())]


def test_extensions_stand_in_the_order_of_their_names_with_their_versions(model):
    assert names(model) == ["VK_EXT_b", "VK_KHR_surface"]
    assert model.index(1).data(PairRole.VALUE) == "version 25"
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "VK_KHR_surface, version 25"
    assert model.summary() == "2 extensions"


def test_every_word_is_sought_in_any_case_in_names_and_values(model):
    model.set_text("KHR surf")
    assert names(model) == ["VK_KHR_surface"]
    assert model.summary() == "1 of 2 extensions"
    model.set_text("version 25")
    assert names(model) == ["VK_KHR_surface"]
    model.set_text("nothing")
    assert names(model) == []
    model.set_text(" ")
    assert model.rowCount() == 2


def test_another_device_keeps_the_search(model):
    model.set_text("number_40")
    model.show(MANY)
    assert model.summary() == "11 of 410 extensions"
    model.show(MANY)
    assert model.rowCount() == 11


def test_every_value_of_a_document_is_found_by_the_way_to_it():
    document = {
        "properties": {"limits": {"maxImageDimension2D": 16384, "pair": [1, 2]}, "empty": {}},
        "features": {"geometryShader": True, "sparseBinding": False},
        "heaps": [{"size": 1, "flags": []}, {"size": None}, {"size": 0}],
        "name": "GPU",
    }
    assert value_pairs(document) == (
        Pair("properties.limits.maxImageDimension2D", "16384"),
        Pair("properties.limits.pair", "1, 2"),
        Pair("properties.empty", "none"),
        Pair("features.geometryShader", "yes"),
        Pair("features.sparseBinding", "no"),
        Pair("heaps[0].size", "1"),
        Pair("heaps[0].flags", "none"),
        Pair("heaps[1].size", "none"),
        Pair("heaps[2].size", "0"),
        Pair("name", "GPU"),
    )
