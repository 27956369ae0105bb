"""The picture of a program is made with the loader that it opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.loader.files.test_binaries import cache_of
from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED, WhatIf
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.row_details import list_loader_facts
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind, Tone
from vkconfig_py.model.chain.what_if_snapshot import add_what_if, copy_to_configuration
from vkconfig_py.model.configuration.configuration import Configuration, Target, Variable
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, Mechanism, PlanView, PredictionRequest
from vkconfig_py.model.problems import actionable

WIDE = "/usr/lib/x86_64-linux-gnu/libvulkan.so.1"
NARROW = "/usr/lib/i386-linux-gnu/libvulkan.so.1"
OWN = "/opt/own/libvulkan.so.1"


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Return a machine below a root of its own, with programs and loaders of both word sizes."""
    for path, version, bits in (
        (WIDE, "1.3.239", 64),
        (NARROW, "1.3.204", 32),
        (OWN, "1.4.364", 64),
    ):
        file = tmp_path / f"{path[1:]}"
        file.parent.mkdir(parents=True)
        file.with_name(f"libvulkan.so.{version}").write_bytes(make_elf_file(bits, kind=LIBRARY))
        file.symlink_to(f"libvulkan.so.{version}")
    (tmp_path / "etc").mkdir()
    cache = cache_of([("libvulkan.so.1", WIDE), ("libvulkan.so.1", NARROW)])
    (tmp_path / "etc/ld.so.cache").write_bytes(cache)
    for name, bits in (("wide", 64), ("narrow", 32)):
        program = tmp_path / "usr/bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_bytes(make_elf_file(bits))
        program.chmod(0o755)
    return Host({"HOME": "/home/u", "PATH": "/usr/bin"}, root=str(tmp_path))


def snapshot_of(
    host: Host,
    program: str,
    assumptions: WhatIf = NOTHING_ASSUMED,
    view: PlanView = DEFAULT_VIEW,
    **variables: str,
) -> ChainSnapshot:
    """Return the picture of a program whose configuration sets these variables."""
    loaders = read_versions(find_loaders(host), "")
    environment = tuple(Variable(name, value) for name, value in variables.items())
    target = Configuration("k", "n", target=Target(program), environment=environment)
    request = PredictionRequest(host, loaders[0], target, view, loaders=loaders)
    return compute_snapshot(add_what_if(request, assumptions, loaders))


def loader_row(snapshot: ChainSnapshot) -> Row:
    (row,) = [row for row in snapshot.rows if row.kind is RowKind.LOADER]
    return row


def test_the_loader_row_names_library_word_size_and_reason(host: Host) -> None:
    row = loader_row(snapshot_of(host, "/usr/bin/narrow"))
    assert row.name == "Loader 1.3.204"
    assert row.secondary == f"32-bit · {NARROW}"
    assert "the copy found in the dynamic linker's cache" in row.tooltip
    assert "reads override layers, but not vk_loader_settings.json" in row.tooltip
    row = loader_row(snapshot_of(host, "wide"))
    assert (row.name, row.manifest) == ("Loader 1.3.239", WIDE)


def test_the_inspector_tells_it_whole(host: Host) -> None:
    facts = {fact.label: fact.value for fact in list_loader_facts(snapshot_of(host, "narrow"))}
    assert facts["Word size"] == "32-bit"
    assert facts["Rules"].startswith(f"{facts['Version']} (")
    assert facts["Why this loader"].startswith("narrow is not linked to a loader.")
    assert facts["Other installed loaders"] == f"1.3.239, 64-bit: {WIDE}"
    assert facts["Reads"] == "override layers, but not vk_loader_settings.json"


def test_variables_of_a_launch_count_for_it_and_not_for_what_is_applied(host: Host) -> None:
    row = loader_row(snapshot_of(host, "wide", LD_LIBRARY_PATH="/opt/own"))
    assert (row.name, row.manifest) == ("Loader 1.4.364", OWN)
    assert "found in LD_LIBRARY_PATH; 1 other loader is possible" in row.secondary
    applied = PlanView(Mechanism.OVERRIDE, ("/usr/bin/wide",))
    row = loader_row(snapshot_of(host, "wide", view=applied, LD_LIBRARY_PATH="/opt/own"))
    assert row.manifest == WIDE


def test_every_program_is_looked_at_with_the_loader_of_most(host: Host) -> None:
    snapshot = snapshot_of(host, "narrow", view=PlanView(Mechanism.OVERRIDE))
    assert (loader_row(snapshot).manifest, snapshot.report.opened_loader) == (WIDE, None)
    assert loader_row(snapshot).secondary.endswith(" · also installed: 32-bit 1.3.204")


def test_a_word_size_without_a_loader(host: Host) -> None:
    Path(f"{host.root}{NARROW}").unlink()
    row = loader_row(snapshot_of(host, "narrow"))
    assert (row.name, row.tone) == ("No 32-bit Vulkan loader found", Tone.ERROR)
    assert "the program cannot use Vulkan" in row.tooltip


@pytest.mark.parametrize(
    ("assumptions", "version", "bits", "library"),
    [
        (WhatIf(library=OWN), (1, 4, 364), 64, OWN),
        (WhatIf(library=NARROW), (1, 3, 204), 32, NARROW),
        (WhatIf(library=OWN, version=(1, 3, 275)), (1, 3, 275), 64, OWN),
        (WhatIf(pointer_bits=32), (1, 3, 204), 32, NARROW),
        (WhatIf(version=(1, 4, 309)), (1, 4, 309), 64, WIDE),
        (WhatIf(program="narrow"), (1, 3, 204), 32, NARROW),
        (WhatIf(program="narrow", pointer_bits=64), (1, 3, 239), 64, WIDE),
        (WhatIf(variables=(("LD_LIBRARY_PATH", "/opt/own"),)), (1, 4, 364), 64, OWN),
        (WhatIf(library="/nowhere/libvulkan.so.1"), (1, 3, 239), 64, WIDE),
    ],
)
def test_what_is_supposed_counts(
    host: Host, assumptions: WhatIf, version: tuple[int, int, int], bits: int, library: str
) -> None:
    snapshot = snapshot_of(host, "wide", assumptions)
    profile = snapshot.report.profile
    assert (profile.version, profile.pointer_bits, profile.library) == (version, bits, library)
    assert snapshot.report.host.pointer_bits == bits
    prefix = "" if assumptions.version else "simulated · "  # a version has a chip instead
    assert loader_row(snapshot).secondary.startswith(f"{prefix}{bits}-bit")


def test_a_chosen_loader_is_named_and_not_taken_over(host: Host) -> None:
    assumptions = WhatIf(library=OWN, variables=(("A", "1"),))
    snapshot = snapshot_of(host, "wide", assumptions)
    assert f" · {OWN}" in loader_row(snapshot).secondary
    adoption = copy_to_configuration(
        assumptions, snapshot.request.configuration, DEFAULT_VIEW, host
    )
    assert adoption is not None
    assert adoption.remaining_what_if == WhatIf(library=OWN)
    assert "Not copied: the loader." in adoption.sentence


def test_elevated_or_not_may_be_supposed(host: Host) -> None:
    assumptions = WhatIf(elevated=True, variables=(("LD_LIBRARY_PATH", "/opt/own"),))
    assert loader_row(snapshot_of(host, "wide", assumptions)).manifest == WIDE


def test_a_loader_whose_version_nobody_can_tell(host: Host) -> None:
    beside = Path(f"{host.root}/usr/bin/libvulkan.so.1")
    beside.write_bytes(make_elf_file(kind=LIBRARY))
    row = loader_row(snapshot_of(host, "wide"))
    assert row.name == "Loader of unknown version"
    assert "found next to the program; 1 other loader is possible" in row.secondary
    assert row.secondary.endswith("predicted for loader 1.3.239")


def test_without_a_known_loader_the_one_that_is_asked_about_stands_for_it(host: Host) -> None:
    asked = LoaderProfile((1, 4, 309), "/elsewhere/libvulkan.so.1")
    target = Configuration("k", "n", target=Target("wide"))
    snapshot = compute_snapshot(PredictionRequest(host, asked, target, DEFAULT_VIEW))
    assert (snapshot.report.profile, snapshot.report.opened_loader) == (asked, None)


def test_problems_are_looked_for_with_the_loader_of_the_program(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports: list[LoaderReport] = []

    def find(report: LoaderReport, *_more: object, **_named: object) -> tuple[()]:
        reports.append(report)
        return ()

    monkeypatch.setattr(actionable, "find_problems", find)
    loaders = read_versions(find_loaders(host), "")
    target = Configuration("k", "n", target=Target("narrow"))
    request = PredictionRequest(host, loaders[0], target, DEFAULT_VIEW, loaders=loaders)
    actionable.lint_request(request, loaders, DocumentCache())
    (report,) = reports
    assert (report.profile.library, report.host.pointer_bits) == (NARROW, 32)
    assert report.host.executable == "/usr/bin/narrow"


@pytest.mark.parametrize(
    ("version", "rules"),
    [
        ((1, 0, 39), "1.0.39 (checked against that release)"),
        ((1, 4, 362), "1.4.362 (from its source code)"),
        ((1, 0, 9), "this loader version was never released; the rules for 1.0.8 apply"),
    ],
)
def test_the_inspector_says_how_the_rules_are_known(
    host: Host, version: tuple[int, int, int], rules: str
) -> None:
    snapshot = snapshot_of(host, "wide", NOTHING_ASSUMED._replace(version=version))
    assert {fact.label: fact.value for fact in list_loader_facts(snapshot)}["Rules"] == rules


@pytest.mark.parametrize(
    ("changes", "version", "rules"),
    [
        (
            {"version": (1, 0, 44), "oldest": (1, 0, 43), "is_version_known": False},
            "1.0.43 to 1.0.44",
            "1.0.44: the library reports no version, but its contents match 1.0.44",
        ),
        (
            {"version": (1, 0, 69), "is_version_known": False},
            "before 1.1.70",
            "1.0.69 (assumed: the library reports no version)",
        ),
        (
            {"version": (1, 3, 233), "told": (1, 3, 300)},
            "1.3.233",
            "1.3.233: the library reports 1.3.300, but its contents match 1.3.233",
        ),
        (
            {"version": (1, 3, 239), "is_branch": True},
            "1.3.239",
            (
                "1.3.239 SDK branch (checked against that release)\nassumed: the library's "
                "contents also match the release with this number\ndoes not apply: a driver "
                "may provide all functions through vk_icdGetInstanceProcAddr"
            ),
        ),
    ],
)
def test_only_what_was_compared_is_told_as_measured(
    host: Host, changes: dict[str, object], version: str, rules: str
) -> None:
    (loader,) = (one for one in read_versions(find_loaders(host), "") if one.library == WIDE)
    loader = loader._replace(**changes)
    request = PredictionRequest(
        host, loader, Configuration("k", "n"), DEFAULT_VIEW, loaders=(loader,)
    )
    facts = {fact.label: fact.value for fact in list_loader_facts(compute_snapshot(request))}
    assert (facts["Version"], facts["Rules"]) == (version, rules)


def test_a_loader_of_unknown_version_says_once_for_which_it_is_predicted(host: Host) -> None:
    loader = read_versions(find_loaders(host), "")[0]._replace(is_version_known=False)
    request = PredictionRequest(
        host, loader, Configuration("k", "n"), DEFAULT_VIEW, loaders=(loader,)
    )
    told = loader_row(compute_snapshot(request)).secondary
    assert told.count("predicted for loader") == 1


def test_searched_folders_are_facts_of_their_own_in_order_with_what_named_them(host: Host) -> None:
    snapshot = snapshot_of(host, "narrow")
    facts = {fact.label: fact for fact in list_loader_facts(snapshot)}
    drivers = facts["Drivers"]
    assert [folder.path for folder in drivers.folders] == [*snapshot.report.driver_search.paths]
    described = [f"{folder.path} ({folder.source})" for folder in drivers.folders]
    assert described == drivers.value.splitlines()
    assert not facts["Version"].folders
