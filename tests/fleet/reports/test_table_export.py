"""The table as CSV, HTML and JSON."""

import csv
import io
import json
from html.parser import HTMLParser

import pytest

from tests.framework.german import speak_german
from vkconfig_py.fleet.reports.machine_report import (
    MachineReport,
    ReportedComponent,
    ReportedProblem,
    make_unreadable,
    read_named_files,
)
from vkconfig_py.fleet.reports.outliers import OUTLIER_RULE
from vkconfig_py.fleet.reports.table import TableFormat, export_table, make_rows, render_table

HOSTILE = '<script>alert("x")</script>&\x1b[31m\u202e'
USUAL = MachineReport("u.json", "usual", loader="1.4.364", pointer_bits=64, result="VK_SUCCESS")
ODD = USUAL._replace(
    file="odd.json",
    machine="=HYPERLINK(1)",
    layers=(ReportedComponent(HOSTILE, "off", "not-requested", HOSTILE),),
    devices=(HOSTILE,),
    problems=(ReportedProblem("error", HOSTILE, HOSTILE),),
)
ROWS = make_rows((USUAL, USUAL, USUAL, ODD, make_unreadable("bad.json", "damaged: line 1: x")))


def rendered(form, rows=ROWS):
    return render_table(form, rows, "/lab").decode()


def test_csv_has_a_row_for_each_file_and_no_formula():
    text = rendered(TableFormat.CSV)
    assert text.startswith("\ufeff")
    lines = list(csv.DictReader(io.StringIO(text[1:])))
    assert [line["file"] for line in lines] == ["u.json"] * 3 + ["odd.json", "bad.json"]
    assert lines[3]["machine"] == "'=HYPERLINK(1)"
    assert "on 3 of 4 machines" in lines[3]["why"]
    assert (lines[4]["error"], lines[4]["layers"]) == ("damaged: line 1: x", "")
    assert "\x1b" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize("start", "=+-@")
def test_no_cell_is_a_formula(start):
    rows = make_rows((USUAL._replace(machine=f"{start}cmd"),))
    assert f",'{start}cmd," in rendered(TableFormat.CSV, rows)


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = []
        self.rows = 0

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.rows += tag == "tr"


def test_html_is_one_file_without_scripts_or_addresses():
    text = rendered(TableFormat.HTML)
    found = _Tags()
    found.feed(text)
    assert found.rows == 1 + len(ROWS)
    names = {tag for tag, _ in found.tags}
    assert names.isdisjoint({"script", "link", "img", "a", "iframe"})
    assert not any({"src", "href", "onclick"} & attrs.keys() for _, attrs in found.tags)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert str(OUTLIER_RULE) in text
    assert "http" not in text


def test_json_holds_all_that_is_kept():
    text = rendered(TableFormat.JSON)
    document = json.loads(text)
    assert (document["folder"], document["measure"]) == ("/lab", str(OUTLIER_RULE))
    odd, bad = document["machines"][3:]
    assert (odd["devices"], odd["problems"][0]["title"]) == ([HOSTILE], HOSTILE)
    assert odd["odd"] == round(sum(one["share"] for one in odd["differences"]), 4)
    assert bad == {"file": "bad.json", "machine": "bad", "error": "damaged: line 1: x"}
    assert "\x1b" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize("form", TableFormat)
def test_an_empty_table_and_names_that_are_no_utf8_are_rendered(form):
    assert render_table(form, (), "/lab")
    rows = make_rows((make_unreadable("\udcff.json", "damaged"),))
    assert b"\xff" not in render_table(form, rows, "/\udcff")


@pytest.mark.parametrize("form", [TableFormat.CSV, TableFormat.JSON])
def test_programs_get_english_whatever_the_window_speaks(lab, tmp_path, form):
    lab.write_one(tmp_path / "a.json", machine="a")
    lab.write_one(tmp_path / "b.json", "quiet", machine="b")
    (tmp_path / "c.json").write_text("{")
    english = make_rows(tuple(read_named_files(tmp_path, ["a.json", "b.json", "c.json"])))
    with speak_german():
        rows = make_rows(tuple(read_named_files(tmp_path, ["a.json", "b.json", "c.json"])))
        assert rows[2].report.error != english[2].report.error
        exported = export_table(form, tmp_path, rows, rows[::-1])
    assert exported == render_table(form, english[::-1], str(tmp_path))
