"""The lint inside a Flatpak sandbox: it says whose layers these are, and where the others are."""

from tests.loader.lint.lint_machines import SANDBOX
from tests.loader.machine import Machine
from vkconfig_py.loader.lint.file_problems import SANDBOX_HOST as HOST
from vkconfig_py.loader.lint.file_problems import SANDBOX_INFO as INFO
from vkconfig_py.loader.lint.linter import lint


def sandbox_problems(machine, **changes):
    report = machine.report()
    report = report._replace(host=report.host._replace(**changes))
    return [found for found in lint(report) if found.code == "in-sandbox"]


def test_a_sandbox_names_its_application_and_its_runtime():
    (found,) = sandbox_problems(Machine().driver().file(INFO, SANDBOX))
    assert found.title == "vkconfig-py runs in the Flatpak sandbox of org.x.App"
    assert "the layers and drivers of org.freedesktop.Platform/x86_64/25.08" in found.consequence
    assert "install vkconfig-py outside" in found.consequence


def test_where_the_system_is_visible_the_sandbox_says_how_to_open_it():
    seen = Machine().file(INFO, SANDBOX).file(f"{HOST}/usr/share/vulkan/icd.d/a.json", "{}")
    (found,) = sandbox_problems(seen)
    assert "show --machine " in found.consequence


def test_outside_of_a_sandbox_and_in_the_view_of_a_running_program_nothing_is_said():
    assert sandbox_problems(Machine()) == []
    assert sandbox_problems(Machine().file(INFO, SANDBOX), root="/proc/7/root") == []
