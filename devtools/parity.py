"""docs/vkconfig_parity.md: each feature and defect of VkConfig, and the test that shows ours.

`dev.py parity` runs the tests that the table names and says which of them do not exist, were not
run or failed; a full run of all tests does the same (devtools/plugins/parity.py).
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from typing import NamedTuple

from devtools.console import ROOT, say

DOCUMENT = ROOT / "docs" / "vkconfig_parity.md"
MOST_DIFFERENT = 10  # features that may be deliberately different
DIFFERENT = "Different:"
NOT_BUILT = "Not built:"
_ROW = re.compile(r"\| ([FW]\d+) \| (.+) \| (.+) \| (.+) \|")
_TEST = re.compile(r"`(tests/[^`]+::[^`]+)`")


class Row(NamedTuple):
    """One line of the table.

    Attributes:
        number: of the feature ("F028") or the defect ("W1").
        tests: as pytest names them, without parameters.
        differs: why it is deliberately different, or "".
        not_built: what this program does not have of it, or "".
    """

    number: str
    what: str
    where: str
    tests: tuple[str, ...]
    differs: str = ""
    not_built: str = ""


def wanted_numbers() -> tuple[str, ...]:
    """Return the numbers that the table must have, each once."""
    features = (f"F{number:03}" for number in range(1, 191))
    return (*features, *(f"W{number}" for number in range(1, 62)))


def read_rows(text: str) -> tuple[Row, ...]:
    """Read the table's lines."""
    rows = []
    for line in text.splitlines():
        found = _ROW.fullmatch(line.strip())
        if found:
            number, what, where, shown = found.groups()
            tests = tuple(_TEST.findall(shown))
            reasons = (shown.partition(word)[2].strip() for word in (DIFFERENT, NOT_BUILT))
            rows.append(Row(number, what, where, tests, *reasons))
    return tuple(rows)


def table() -> tuple[Row, ...]:
    """Return the document's rows."""
    return read_rows(DOCUMENT.read_text(encoding="utf-8"))


def named_tests(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return every test that is named, once."""
    return tuple(dict.fromkeys(test for row in rows for test in row.tests))


def find_faults(rows: Iterable[Row]) -> list[str]:
    """Return what is wrong with the table itself."""
    rows = tuple(rows)
    numbers = [row.number for row in rows]
    wanted = wanted_numbers()
    faults = [f"{number} is missing" for number in wanted if number not in numbers]
    faults += [
        f"{number} stands twice" for number in sorted({n for n in numbers if numbers.count(n) > 1})
    ]
    faults += [f"{number} is not asked for" for number in numbers if number not in wanted]
    faults += [
        f"{row.number} names neither a test nor a reason"
        for row in rows
        if not (row.tests or row.differs or row.not_built)
    ]
    different = [row.number for row in rows if row.differs and row.number.startswith("F")]
    if len(different) > MOST_DIFFERENT:
        faults.append(f"{len(different)} features are deliberately different: {different}")
    return faults


def base_name(test: str) -> str:
    """Return a test's name without its parameters."""
    return test.partition("[")[0]


def main(arguments: list[str]) -> int:
    """Run the named tests; the plugin says which did not pass."""
    rows = table()
    faults = find_faults(rows)
    for fault in faults:
        say(fault)
    features = sum(row.number.startswith("F") for row in rows)
    tests = named_tests(rows)
    absent = sum(bool(row.not_built) for row in rows)
    say(f"{features} features, {absent} of them not built, {len(rows) - features} defects")
    say(f"{len(tests)} tests")
    files = sorted({test.partition("::")[0] for test in tests})
    missing = [file for file in files if not (ROOT / file).exists()]
    for file in missing:
        say(f"{file} does not exist")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "devtools.plugins.parity"]
    command += ["--only-named", *arguments]
    existing = [file for file in files if file not in missing]
    code = subprocess.run([*command, *existing], cwd=ROOT, check=False).returncode
    return 1 if faults or missing else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
