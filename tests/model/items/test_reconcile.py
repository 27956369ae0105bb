from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.items.keyed_list import (
    RowInsertion,
    RowMove,
    RowRemoval,
    apply_move,
    plan_steps,
)

KEYS = st.lists(st.sampled_from("abcdefghij"), unique=True)


def replay(old, new):
    rows = list(old)
    for step in plan_steps(old, new):
        match step:
            case RowRemoval(first, last):
                del rows[first : last + 1]
            case RowMove():
                assert step.target not in (step.source, step.source + 1)
                apply_move(rows, step)
            case RowInsertion(first, last):
                rows[first:first] = new[first : last + 1]
    return rows


@given(KEYS, KEYS)
def test_the_steps_lead_from_any_order_to_any_other(old, new):
    assert replay(old, new) == new


@given(st.permutations("abcdefgh"), st.integers(0, 7), st.integers(0, 7))
def test_one_moved_row_is_one_move(rows, source, target):
    moved = list(rows)
    moved.insert(target, moved.pop(source))
    steps = plan_steps(rows, moved)
    assert [type(step) for step in steps] == ([] if source == target else [RowMove])


def test_equal_orders_need_no_step():
    assert plan_steps("abc", "abc") == []


def test_neighbours_go_and_come_together():
    assert plan_steps("abcd", "ad") == [RowRemoval(1, 2)]
    assert plan_steps("ad", "abcd") == [RowInsertion(1, 2)]
