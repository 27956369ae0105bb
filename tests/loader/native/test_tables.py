"""Dispatch tables."""

import ctypes

import pytest

from vkconfig_py.loader.native.memory import DISPATCH_SLOT_COUNT, DispatchTable


def test_word_0_is_the_magic_number_and_the_rest_is_missing():
    table = DispatchTable(0x77, magic=0x10ADED040410ADED)
    words = (ctypes.c_size_t * len(table)).from_address(table.address)
    assert words[:3] == [0x10ADED040410ADED, 0x77, 0x77]
    assert len(table) == DISPATCH_SLOT_COUNT
    assert not table.has(5)


def test_slots_are_filled_and_emptied_where_they_are():
    table = DispatchTable(0x77)
    table[5] = 0x1000
    assert ctypes.c_size_t.from_address(table.address + 40).value == table[5] == 0x1000
    assert table.has(5)
    table[5] = 0
    assert table[5] == 0x77


@pytest.mark.parametrize("slot", [-1, 0, DISPATCH_SLOT_COUNT])
def test_no_slot_outside(slot):
    with pytest.raises(IndexError):
        DispatchTable(0x77)[slot] = 1
