"""The table of features and defects of VkConfig is whole, and names tests that there are."""

from __future__ import annotations

import re
from collections import Counter

from devtools.console import ROOT
from devtools.plugins.parity import DOCUMENT, named_tests

MOST_DIFFERENT = 10  # features that may be deliberately different
ROW = re.compile(r"(?m)^\| ([FW]\d+) \| .+ \| .+ \| (.+) \|\s*$")


def test_the_table_has_every_number_once_and_each_names_a_test_or_a_reason():
    rows = ROW.findall(DOCUMENT.read_text(encoding="utf-8"))
    features = (f"F{number:03}" for number in range(1, 191))
    wanted = Counter((*features, *(f"W{number}" for number in range(1, 62))))
    assert Counter(number for number, _shown in rows) == wanted
    reason = re.compile(r"`tests/[^`]+::[^`]+`|(?:Different|Not built):\s*\S")
    assert [number for number, shown in rows if not reason.search(shown)] == []
    different = [number for number, shown in rows if number[0] == "F" and "Different:" in shown]
    assert len(different) <= MOST_DIFFERENT


def test_every_named_test_stands_in_its_file():
    for test in named_tests():
        file, _, name = test.partition("::")
        assert f"def {name.rpartition('::')[2]}(" in (ROOT / file).read_text(), test
