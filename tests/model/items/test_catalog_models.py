import pytest
from PySide6.QtCore import QModelIndex, Qt

from vkconfig_py.model.catalog.layer_copies import (
    LEFT_OUT,
    TURNED_OFF,
    Copy,
    CopyState,
    Order,
    Place,
)
from vkconfig_py.model.configuration.workspace import Source
from vkconfig_py.model.items.catalog_models import CollectionModel, PlacesModel, actions_of
from vkconfig_py.model.items.roles import CollectionRole

TAKEN = Copy("/a.json", "VK_LAYER_a", "/a.json", CopyState.TAKEN, "Off", "not requested",
             version="1.3.0", place="HOME", rank=2, row="layer:VK_LAYER_a")  # fmt: skip
HIDDEN = TAKEN._replace(key="/b.json", file="/b.json", state=CopyState.HIDDEN, word="Hidden",
                        reason="hidden by /a.json, found first", row="", rank=3)  # fmt: skip
OWN = Copy("/own/c.json", "VK_LAYER_c", "/own/c.json", CopyState.AWAY, TURNED_OFF, "you did",
           source="/own", rank=1)  # fmt: skip
ALL = (HIDDEN, OWN, TAKEN)


@pytest.fixture
def model(qtmodeltester):
    model = CollectionModel()
    model.show(ALL, frozenset({"/b.json"}))
    qtmodeltester.check(model)
    return model


def keys(model):
    return list(model.keys())


def test_copies_of_a_layer_stand_together_with_the_winner_first(model):
    assert keys(model) == ["/a.json", "/b.json", "/own/c.json"]
    model.set_order(Order.PLACE)
    assert keys(model) == ["/own/c.json", "/a.json", "/b.json"]


def test_a_search_and_what_was_added_narrow_the_list(model):
    model.set_text("hidden 1.3")
    assert keys(model) == ["/b.json"]
    model.set_text("")
    model.set_added_only(True)
    assert keys(model) == ["/own/c.json"]
    assert model.total() == 3
    model.set_added_only(False)
    assert len(keys(model)) == 3


def test_the_summary_counts_layers_and_what_is_to_be_known(model):
    assert model.summary() == "2 layers · 1 hidden by another copy · 1 not in use"


def test_a_row_is_one_sentence_for_screen_readers(model):
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == (
        "a, 1.3.0 explicit, new, one of 2 copies, hidden: hidden by /a.json, found first, /b.json"
    )
    assert model.index(1).data(CollectionRole.FRESH)


def test_each_state_offers_what_can_be_done(model):
    broken = TAKEN._replace(state=CopyState.BROKEN, source="/a.json")
    inside = TAKEN._replace(source="/own")
    out = OWN._replace(word=LEFT_OUT)
    chosen = TAKEN._replace(chosen=True)
    offered = [actions_of(one) for one in (TAKEN, chosen, HIDDEN, OWN, broken, inside, out)]
    assert offered == [
        ("Show",),
        ("Show", "Use the first found"),
        ("Use this one",),
        ("Turn on",),
        ("Show problem", "Remove"),
        ("Show", "Leave out"),
        ("Include",),
    ]


def test_places_are_turned_off_and_removed(qtmodeltester):
    model = PlacesModel()
    on, off = Source("/own"), Source("/two.json", enabled=False)
    model.show([Place(on, "own", "explicit · 1 layer"), Place(off, "two.json", "turned off")])
    qtmodeltester.check(model)
    assert model.index(0).data(CollectionRole.ACTIONS) == ("Turn off", "Remove")
    assert model.index(1).data(CollectionRole.ACTIONS) == ("Turn on", "Remove")
    assert (
        model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "own, explicit · 1 layer, /own"
    )
    assert model.value_at(QModelIndex()) is None
    assert model.rowCount(model.createIndex(0, 0)) == 0
