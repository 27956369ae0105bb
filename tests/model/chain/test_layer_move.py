from __future__ import annotations

import pytest

from tests.ui import sample
from vkconfig_py.model.chain.layer_move import OFF, outcome, start_move
from vkconfig_py.model.text.wording import ordinal

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
    assert ordinal(number) == text


def test_a_layer_of_the_chain_starts_at_its_place():
    move = start_move(ROWS, FIRST)
    assert (move.layer, move.origin, move.place, move.others) == (FIRST.name, 1, 0, 2)


def test_a_layer_from_below_starts_outside():
    move = start_move(ROWS, BASALT)
    assert (move.origin, move.place, move.others) == (0, OFF, 3)


def test_stepping_down_ends_outside_the_chain():
    move = start_move(ROWS, FIRST)
    places = []
    for _step in range(5):
        move = move.stepped(1)
        places.append(move.place)
    assert places == [1, 2, OFF, OFF, OFF]
    assert move.stepped(-1).place == 2


def test_the_card_names_both_places_and_the_neighbour():
    move = start_move(ROWS, FIRST)._replace(place=2)
    names = named("MESA_device", "KHRONOS", "MANGOHUD")
    assert outcome(move, snapshot(*names)).text == "1st → 3rd, below KHRONOS_validation"


def test_the_card_says_what_turning_on_and_off_means():
    into = start_move(ROWS, BASALT)._replace(place=1)
    names = named("MANGOHUD", "VKBASALT", "MESA_device", "KHRONOS")
    chain = [r._replace(kind=sample.CHAIN[0].kind) for r in map(_row, names)]
    assert outcome(into, sample.snapshot_of(chain, ())).text == "Turns it on, 2nd"
    out = start_move(ROWS, FIRST)._replace(place=OFF)
    assert outcome(out, sample.snapshot_of(sample.CHAIN[1:], ())).text == "Turns it off"


def _row(name):
    return next(r for r in (*sample.CHAIN, *sample.BELOW) if r.name == name)


def test_the_card_warns_where_the_loader_does_not_follow():
    move = start_move(ROWS, FIRST)._replace(place=2)
    said = outcome(move, sample.snapshot_of())
    assert not said.followed
    assert "stays 1st" in said.text


def test_where_a_layer_cannot_stand_the_card_says_where_it_can():
    move = start_move(ROWS, FIRST)._replace(place=None)
    assert outcome(move, None).text == "Drop the layer between the program row and the loader row"
