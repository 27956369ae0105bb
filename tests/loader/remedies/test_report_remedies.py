"""A report is made without remedies; they are added to it where they are asked for."""

from __future__ import annotations

import subprocess
import sys

from tests.loader.machine import Machine
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import NoRemedy
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.rules.loader_report import LoaderReport

NONE = NoRemedy("")


def without(report: LoaderReport) -> LoaderReport:
    """Return a report with no remedy for its layers, drivers and problems."""
    return report._replace(
        found_layers=tuple(
            x._replace(verdict=x.verdict._replace(remedy=NONE)) for x in report.found_layers
        ),
        drivers=tuple(x._replace(verdict=x.verdict._replace(remedy=NONE)) for x in report.drivers),
        verdicts=tuple(x._replace(remedy=NONE) for x in report.verdicts),
        problems=tuple(x._replace(remedy=NONE, other_remedies=()) for x in report.problems),
    )


def test_remedies_change_nothing_else_of_a_report():
    machine = Machine().driver().driver("lost", library_path="/none.so").implicit("I")
    machine.explicit("A").explicit("gone", library=False).file("/dd/vulkan/icd.d/bad.json", "{}")
    host, cache = machine.host(), DocumentCache()
    whole = discover(host, cache=cache)
    plain = discover(host, cache=cache, with_remedies=False)
    found = (*plain.found_layers, *plain.drivers)
    assert {one.verdict.remedy for one in found} == {NONE}
    assert NONE not in {one.verdict.remedy for one in (*whole.found_layers, *whole.drivers)}
    assert without(plain) == without(whole)


def test_a_report_without_remedies_loads_none_of_their_modules():
    code = (
        "import sys\n"
        "from vkconfig_py.loader.api.discover import discover\n"
        "from vkconfig_py.loader.base.host import Host\n"
        "discover(Host.read_current(), with_remedies=False)\n"
        "sys.exit(any(name.startswith('vkconfig_py.loader.remedies') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
