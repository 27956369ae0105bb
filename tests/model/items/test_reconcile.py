from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.items.keyed_list import Insert, Remove, RowMove, apply_move, reconcile

KEYS = st.lists(st.sampled_from("abcdefghij"), unique=True)


def replay(old, new):
    rows = list(old)
    for step in reconcile(old, new):
        match step:
            case Remove(first, last):
                del rows[first : last + 1]
            case RowMove():
                assert step.target not in (step.source, step.source + 1)
                apply_move(rows, step)
            case Insert(first, last):
                rows[first:first] = new[first : last + 1]
    return rows


@given(KEYS, KEYS)
def test_the_steps_lead_from_any_order_to_any_other(old, new):
    assert replay(old, new) == new


@given(st.permutations("abcdefgh"), st.integers(0, 7), st.integers(0, 7))
def test_one_moved_row_is_one_move(rows, source, target):
    moved = list(rows)
    moved.insert(target, moved.pop(source))
    steps = reconcile(rows, moved)
    assert [type(step) for step in steps] == ([] if source == target else [RowMove])


def test_equal_orders_need_no_step():
    assert reconcile("abc", "abc") == []


def test_neighbours_go_and_come_together():
    assert reconcile("abcd", "ad") == [Remove(1, 2)]
    assert reconcile("ad", "abcd") == [Insert(1, 2)]
