"""Names that rows show: without VK_LAYER_ where that stays unique."""

from __future__ import annotations

import pytest

from vkconfig_py.model.chain.snapshot_values import Row, RowKind, with_short_titles


def make_row(name: str, number: int, kind: RowKind = RowKind.LAYER) -> Row:
    return Row(key=f"row:{number}", kind=kind, name=name)


@pytest.mark.parametrize(
    ("names", "titles"),
    [
        (["VK_LAYER_KHRONOS_validation"], ["KHRONOS_validation"]),
        (["VK_LAYER_A", "VK_LAYER_B"], ["A", "B"]),
        # Two names that differ in the prefix alone are both shown whole.
        (["VK_LAYER_A", "A", "VK_LAYER_B"], ["VK_LAYER_A", "A", "B"]),
        # Two files of one layer have one name.
        (["VK_LAYER_A", "VK_LAYER_A"], ["A", "A"]),
        (["VK_LAYER_", "Other layers"], ["VK_LAYER_", "Other layers"]),
    ],
)
def test_prefix_is_left_out_where_the_short_name_is_unique(
    names: list[str], titles: list[str]
) -> None:
    rows = with_short_titles(make_row(name, number) for number, name in enumerate(names))
    assert [row.title for row in rows] == titles
    assert [row.name for row in rows] == names
