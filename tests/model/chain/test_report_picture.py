"""Pictures of finished reports: whatever a saved report holds, rows or a refusal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.loader.api.test_saved_report import DAMAGED, JSON
from vkconfig_py.loader.api.saved_report import SavedReportError, read_report
from vkconfig_py.model.chain.report_picture import picture_of, told_steps


def show(document):
    try:
        report = read_report(document).report
    except SavedReportError:
        return
    picture = picture_of(report)
    for row in picture.rows:
        told_steps(report, row.key)


@given(st.data())
def test_a_damaged_member_leads_to_rows_or_a_refusal(data):
    key = data.draw(st.sampled_from(sorted(DAMAGED)))
    show({**DAMAGED, key: data.draw(JSON)})


@given(st.data())
def test_a_damaged_element_leads_to_rows_or_a_refusal(data):
    lists = sorted(key for key, value in DAMAGED.items() if value and isinstance(value, list))
    key = data.draw(st.sampled_from(lists))
    first, *rest = DAMAGED[key]
    member = data.draw(st.sampled_from(sorted(first)))
    kind = type(first[member])
    values = {str: st.text(max_size=8), int: st.integers(-5, 1 << 40), bool: st.booleans()}
    value = data.draw(values.get(kind, JSON))
    show({**DAMAGED, key: [{**first, member: value}, *rest]})


@given(st.text("0123456789.", max_size=14), st.integers(-1, 1 << 70))
def test_odd_numbers_of_the_loader_lead_to_rows_or_a_refusal(version, bits):
    loader = {"version": version, "library": "/l", "pointer_bits": bits}
    show({**DAMAGED, "loader": loader, "loaders": [loader, loader]})


def test_searches_without_sources_are_read():
    found = {"driver": {"paths": ["/a", "/b"], "files": [], "sources": ["built in"]}}
    report = read_report({**DAMAGED, "search": found}).report
    assert report.driver_search.sources == ("built in", "")
    assert picture_of(report).rows
