import pytest
from PySide6.QtCore import Qt

from vkconfig_py.loader.base.device_values import ExtensionName
from vkconfig_py.model.items.inspector_models import PairsModel, extension_pairs
from vkconfig_py.model.items.roles import PairRole

MANY = extension_pairs([ExtensionName(f"VK_EXT_number_{number}", 1) for number in range(410)])


@pytest.fixture
def model(qtmodeltester):
    model = PairsModel()
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
