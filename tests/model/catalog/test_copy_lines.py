from vkconfig_py.model.catalog.layer_copies import (
    ACTION_LABELS,
    AddedSource,
    CopyFilter,
    CopyOrder,
    CopyState,
    LayerCopy,
    get_copy_key,
    list_actions,
    list_copies,
    present_copy,
    present_source,
    summarize_copies,
)
from vkconfig_py.model.configuration.workspace import CollectionSource

TAKEN = LayerCopy("/a.json", "VK_LAYER_a", "/a.json", CopyState.TAKEN, "Off", "not requested",
             version="1.3.0", found_through="HOME", search_position=2,
             row_key="layer:VK_LAYER_a")  # fmt: skip
HIDDEN = TAKEN._replace(key="/b.json", file="/b.json", state=CopyState.HIDDEN, status="Hidden",
                        reason="hidden by /a.json, found first", row_key="",
                        search_position=3)  # fmt: skip
OWN = LayerCopy("/own/c.json", "VK_LAYER_c", "/own/c.json", CopyState.TURNED_OFF, "Turned off",
           "you did", added_source="/own", search_position=1)  # fmt: skip
ALL = (HIDDEN, OWN, TAKEN)


NEW = frozenset({"/b.json"})


def keys(**wanted):
    return [get_copy_key(line) for line in list_copies(ALL, NEW, CopyFilter(**wanted))]


def test_copies_of_a_layer_stand_together_with_the_winner_first():
    assert keys() == ["/a.json", "/b.json", "/own/c.json"]
    assert keys(order=CopyOrder.PLACE) == ["/own/c.json", "/a.json", "/b.json"]


def test_a_search_and_what_was_added_narrow_the_list():
    assert keys(text="hidden 1.3") == ["/b.json"]
    assert keys(lists_added_only=True) == ["/own/c.json"]


def test_the_summary_counts_layers_and_what_is_to_be_known():
    assert summarize_copies(ALL) == "2 layers · 1 hidden by another copy · 1 not in use"


def test_a_row_is_one_sentence_for_screen_readers():
    line = list_copies(ALL, NEW, CopyFilter())[1]
    assert present_copy(line).accessible_text == (
        "a, 1.3.0 explicit, new, one of 2 copies, hidden: hidden by /a.json, found first, /b.json"
    )
    assert line.is_new


def test_each_state_offers_what_can_be_done():
    broken = TAKEN._replace(state=CopyState.BROKEN, added_source="/a.json")
    inside = TAKEN._replace(added_source="/own")
    out = OWN._replace(state=CopyState.LEFT_OUT)
    chosen = TAKEN._replace(is_chosen=True)
    registered = TAKEN._replace(is_registered=True)
    copies = (TAKEN, chosen, HIDDEN, OWN, broken, inside, out, registered)
    offered = [tuple(ACTION_LABELS[does] for does in list_actions(copy)) for copy in copies]
    assert offered == [
        ("Show in chain",),
        ("Show in chain", "Use the first copy found"),
        ("Use this copy",),
        ("Turn on",),
        ("Show problem", "Remove"),
        ("Show in chain", "Register", "Leave out"),
        ("Include",),
        ("Show in chain", "Unregister"),
    ]


def test_places_are_turned_off_and_removed():
    on, off = CollectionSource("/own"), CollectionSource("/two.json", enabled=False)
    first = present_source(AddedSource(on, "own", "explicit · 1 layer"))
    second = present_source(AddedSource(off, "two.json", "turned off"))
    assert [action.label for action in first.actions] == ["Turn off", "Remove from list"]
    assert [action.label for action in second.actions] == ["Turn on", "Remove from list"]
    assert first.accessible_text == "own, explicit · 1 layer, /own"
