"""Names whose values are not the same on two sides."""

from vkconfig_py.loader.base.records import find_differences


def test_what_differs_is_told_in_the_order_of_the_sides():
    before, after = {"a": 1, "b": 2, "c": 3}, {"d": 4, "c": 0, "b": 2}
    assert find_differences(before, after) == (("a", 1, None), ("c", 3, 0), ("d", None, 4))
    assert find_differences(before, before) == ()
