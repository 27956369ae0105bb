from __future__ import annotations

import pytest

from tests.ui import sample
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.items.chain_model import OFF_INDEX, predict_outcome, start_move
from vkconfig_py.model.text.wording import render_ordinal

ROWS = sample.rows_of(sample.CHAIN, sample.BELOW)
FIRST, BASALT = ROWS[1], sample.BELOW[0]


def snapshot(*names):
    every = {row.name: row for row in (*sample.CHAIN, *sample.BELOW)}
    return sample.snapshot_of([every[name] for name in names], ())


def named(*parts):
    return tuple(
        next(r.name for r in (*sample.CHAIN, *sample.BELOW) if part in r.name) for part in parts
    )


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd")]
)
def test_ordinals(number, text):
    assert render_ordinal(number) == text


def test_a_layer_of_the_chain_starts_at_its_place():
    move = start_move(ROWS, FIRST)
    assert (move.layer, move.start_position, move.target_index, move.other_layer_count) == (
        FIRST.name,
        1,
        0,
        2,
    )


def test_a_layer_from_below_starts_outside():
    move = start_move(ROWS, BASALT)
    assert (move.start_position, move.target_index, move.other_layer_count) == (0, OFF_INDEX, 3)


def test_stepping_down_ends_outside_the_chain():
    move = start_move(ROWS, FIRST)
    places = []
    for _step in range(5):
        move = move.shift_by(1)
        places.append(move.target_index)
    assert places == [1, 2, OFF_INDEX, OFF_INDEX, OFF_INDEX]
    assert move.shift_by(-1).target_index == 2


@pytest.mark.parametrize(
    ("index", "order", "text"),
    [
        (1, ("MESA_device", "MANGOHUD", "KHRONOS"), "1st → 2nd, below MESA_device_select"),
        (
            2,
            ("MESA_device", "KHRONOS", "MANGOHUD"),
            "1st → 3rd · Its own calls are not checked by KHRONOS_validation",
        ),
    ],
)
def test_the_card_names_both_places_and_what_is_beside_the_new_one(index, order, text):
    move = start_move(ROWS, FIRST)._replace(target_index=index)
    assert predict_outcome(move, snapshot(*named(*order))).text == text


def test_the_card_says_that_a_layer_comes_nearest_the_application_or_the_driver():
    move = start_move(ROWS, ROWS[3])._replace(target_index=0)
    names = (ROWS[3].name, *named("MESA_device"))
    assert predict_outcome(move, snapshot(*names)).text == "3rd → 1st, nearest the application"
    move = start_move(ROWS, FIRST)._replace(target_index=2)
    names = named("MESA_device", "INTEL_nullhw", "MANGOHUD")
    chain = [row._replace(kind=RowKind.LAYER) for row in map(_row, names)]
    outcome = predict_outcome(move, sample.snapshot_of(chain, ()))
    assert outcome.text == "1st → 3rd, nearest the driver"


def test_the_card_says_what_the_order_means_for_the_picture():
    names = named("VKBASALT", "MANGOHUD")
    chain = [r._replace(kind=RowKind.LAYER) for r in map(_row, names)]
    basalt, mangohud = chain
    move = start_move([mangohud, basalt], basalt)._replace(target_index=0)
    assert predict_outcome(move, sample.snapshot_of(chain, ())).text == (
        "2nd → 1st · Does not change the overlays drawn by MANGOHUD_overlay"
    )


def test_the_card_says_what_turning_on_and_off_means():
    into = start_move(ROWS, BASALT)._replace(target_index=1)
    names = named("MANGOHUD", "VKBASALT", "MESA_device", "KHRONOS")
    chain = [r._replace(kind=sample.CHAIN[0].kind) for r in map(_row, names)]
    assert (
        predict_outcome(into, sample.snapshot_of(chain, ())).text
        == "Turns it on as the 2nd layer · Changes the overlays drawn by MANGOHUD_overlay"
    )
    out = start_move(ROWS, FIRST)._replace(target_index=OFF_INDEX)
    assert predict_outcome(out, sample.snapshot_of(sample.CHAIN[1:], ())).text == "Turns it off"


def _row(name):
    return next(r for r in (*sample.CHAIN, *sample.BELOW) if r.name == name)


def test_the_card_warns_where_the_loader_does_not_follow():
    move = start_move(ROWS, FIRST)._replace(target_index=2)
    said = predict_outcome(move, sample.snapshot_of())
    assert not said.is_as_requested
    assert "stays 1st" in said.text


def test_where_a_layer_cannot_stand_the_card_says_where_it_can():
    move = start_move(ROWS, FIRST)._replace(target_index=None)
    assert (
        predict_outcome(move, None).text
        == "Drop the layer between the program row and the loader row"
    )
