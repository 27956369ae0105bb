"""The table of features and defects of VkConfig is whole, and names tests that there are."""

from __future__ import annotations

import re
from collections import Counter

from devtools.console import ROOT
from devtools.plugins.parity import list_named_tests, read_rows

DOCUMENT = ROOT / "docs" / "vkconfig_parity.md"
MOST_DIFFERENT = 10  # features that may be deliberately different
ROW = re.compile(r"(?m)^\| ([FW]\d+) \| [^|]+ \| ([^|]+) \|$")


def test_the_table_has_every_number_once_and_each_has_a_test_or_a_reason():
    rows = ROW.findall(DOCUMENT.read_text(encoding="utf-8"))
    features = (f"F{number:03}" for number in range(1, 191))
    wanted = Counter((*features, *(f"W{number}" for number in range(1, 62))))
    assert Counter(number for number, _here in rows) == wanted
    tested = read_rows()
    assert not tested.keys() - wanted
    reason = re.compile(r"(?:Different|Not built): \S")
    assert [row for row, here in rows if not tested.get(row) and not reason.search(here)] == []
    different = [row for row, here in rows if row[0] == "F" and "Different:" in here]
    assert len(different) <= MOST_DIFFERENT


def test_every_named_test_stands_in_its_file():
    for test in list_named_tests():
        file, _, name = test.partition("::")
        assert f"def {name.rpartition('::')[2]}(" in (ROOT / file).read_text(), test
