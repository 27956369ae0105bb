"""Two sides, compared, filtered and exported."""

from __future__ import annotations

import json

from vkconfig_py.model.chain.device_entries import DeviceFact
from vkconfig_py.model.comparison.sides import (
    ComparedValue,
    Comparison,
    ComparisonFormat,
    ComparisonSide,
    compare_sides,
    filter_lines,
    render_comparison,
)


def side(title: str, *entries: tuple[str, str, str]) -> ComparisonSide:
    return ComparisonSide(title, tuple(DeviceFact(*entry) for entry in entries))


LEFT = side("A", ("Limits", "a", "1"), ("Limits", "c", "3"), ("Features", "x", "yes"))
RIGHT = side(
    "B", ("Limits", "a", "1"), ("Limits", "b", "2"), ("Limits", "c", "4"), ("New", "n", "yes")
)


def names(found: Comparison) -> list[tuple[str, str]]:
    return [(line.group, line.name) for line in found.values]


def test_lines_of_both_sides_stand_in_their_groups_where_each_has_them():
    found = compare_sides(LEFT, RIGHT)
    assert names(found) == [
        ("Limits", "a"),
        ("Limits", "b"),
        ("Limits", "c"),
        ("Features", "x"),
        ("New", "n"),
    ]
    assert found.values[1] == ComparedValue("Limits", "b", None, "2")
    assert found.values[1].displayed_values == ("–", "2")
    assert [line.name for line in found.differences] == ["b", "c", "x", "n"]
    assert found.summary == "4 of 5 values differ."


def test_several_values_of_one_name_are_compared_in_order():
    one = side("A", ("Variables", "P", "first"), ("Variables", "P", "second"))
    other = side("B", ("Variables", "P", "first"))
    found = compare_sides(one, other)
    assert [line.right for line in found.values] == ["first", None]


def test_two_equal_sides_say_so():
    assert compare_sides(LEFT, LEFT).summary == "No differences: 3 values are the same."
    assert not compare_sides(LEFT, LEFT).differences


def test_a_note_is_given_to_differences_alone():
    notes = {("Limits", "a"): "no", ("Limits", "c"): "a rule"}
    found = compare_sides(LEFT, RIGHT, notes)
    assert {line.name: line.note for line in found.values if line.note} == {"c": "a rule"}


def test_a_filter_asks_names_groups_and_values():
    lines = compare_sides(LEFT, RIGHT).values
    assert [x.name for x in filter_lines(lines, "limits 4", only_differences=False)] == ["c"]
    assert [x.name for x in filter_lines(lines, "limits", only_differences=True)] == ["b", "c"]
    assert filter_lines(lines, "nothing", only_differences=False) == ()


def test_a_comparison_is_exported_as_tables_and_as_json():
    odd = side("A|*x*", ("Limits", "a", "<b>\n2"))
    found = compare_sides(odd, side("B", ("Limits", "a", "1")))
    markdown = render_comparison(ComparisonFormat.MARKDOWN, found, found.values)
    assert "<a id" not in markdown
    assert "| a | &lt;b&gt;; 2 | 1 |" in markdown.replace("\\<", "&lt;").replace("\\>", "&gt;")
    assert "## Limits" in markdown
    page = render_comparison(ComparisonFormat.HTML, found, found.values)
    assert "<b>" not in page
    document = json.loads(render_comparison(ComparisonFormat.JSON, found, found.values))
    assert document["lines"][0]["left"] == "<b>\n2"
    assert document["lines"][0]["equal"] is False
