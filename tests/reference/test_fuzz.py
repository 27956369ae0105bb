"""Random machines: the engine's answer is that of the real loader, key by key."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.framework.amount import choose_amount
from tests.framework.cache import PROJECT
from tests.framework.reference import RealLoader, chromium_loader, debian_loader
from tests.fuzz.answers import predict
from tests.fuzz.command import describe, run_in
from tests.fuzz.coverage import FORMS, UNREACHABLE, Covered, of_machine, without
from tests.fuzz.crowd import compare_documents
from tests.fuzz.documents import Mutator
from tests.fuzz.faults import FAULTS, Fault, source_of
from tests.fuzz.generate import generate
from tests.fuzz.machine import FIXED_FOLDERS, Item, Machine, What
from tests.fuzz.probing.faults import FAULTS as FAULTS_OF_PROBES
from tests.fuzz.reading import HangError, read_all, time_limit
from tests.fuzz.trial import NOT_FOUND, find_difference, stock_up
from tests.fuzz.variables import DRIVER_FILTERS, LAYER_FILTERS
from tests.fuzz.workshop import workshop
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

SEED = 20_240_601
MACHINES = choose_amount(50, long=300)
DOCUMENTS = choose_amount(400, long=4000)
ASKED_DOCUMENTS = choose_amount(40, long=200)
# What is rarer than one machine in a thousand is left to the long runs of dev.py fuzz.
SELDOM = {Reason.ELEVATED, Reason.SHADOWED, Reason.NOT_REACHED}


@pytest.mark.long
@pytest.mark.parametrize("find", [debian_loader, chromium_loader])
def test_machines(find) -> None:
    loader: RealLoader = find()
    with workshop() as place:
        outcomes = run_in(place, loader, SEED, range(MACHINES), ())
    numbers = ", ".join(map(str, outcomes.differing))
    assert not outcomes.differing, f"dev.py fuzz --seed {SEED} shows machines {numbers} of {loader}"
    assert outcomes.results["VK_SUCCESS"] > MACHINES / 2, "most machines must be alive"
    assert_covers_most_reasons(outcomes.covered, loader)


def assert_covers_most_reasons(covered: Covered, loader: RealLoader) -> None:
    missing = {
        reason
        for reason in Reason
        if not covered["reason", reason.value]
        and reason not in SELDOM
        and reason not in UNREACHABLE
    }
    assert len(missing) < 20, f"{loader} gave none of {sorted(missing)}"


def test_machine_is_the_same_on_every_computer() -> None:
    assert generate(1, 7) == generate(1, 7)
    assert generate(1, 7) != generate(2, 7)


def test_every_form_of_a_filter_token_is_generated() -> None:
    missing = {
        ("form", f"{variable} {form}")
        for variable in (*LAYER_FILTERS, *DRIVER_FILTERS)
        for form in FORMS
    }
    for number in range(2000):
        missing -= {*of_machine(generate(SEED, number))}
        if not missing:
            break
    assert not missing


def test_profile_on_the_other_side_of_one_gate() -> None:
    profile = chromium_loader().profile
    other = without(profile, Gate.NEW_JSON)
    changed = [gate for gate in Gate if profile.has(gate) != other.has(gate)]
    assert changed == [Gate.NEW_JSON]


def test_loader_that_ignores_variables_sees_the_machine() -> None:
    old = RealLoader("old", LoaderProfile((1, 0, 3)))
    text = b'{"file_format_version": "1.0.0", "ICD": {"library_path": "./a.so"}}'
    items = tuple(
        Item(f"{folder}/icd.d/{name}.json", What.TEXT, text)
        for name, folder in zip("ab", FIXED_FOLDERS.values(), strict=True)
    )
    before = Path("/usr/share/vulkan").stat()
    with workshop() as place, place.built(Machine("m", items, (), Application())) as tree:
        try:
            report = predict(tree, old)
        except OSError as error:
            pytest.skip(f"no mount namespace here: {error}")
    assert [driver.file for driver in report.drivers] == [
        "/etc/vulkan/icd.d/a.json",
        "/usr/share/vulkan/icd.d/b.json",
    ]
    assert Path("/usr/share/vulkan").stat() == before


@pytest.mark.parametrize(
    "fault",
    [*FAULTS, *FAULTS_OF_PROBES],
    ids=lambda fault: f"{fault.module}: {fault.breaks}",
)
def test_deliberate_fault_still_has_its_line(fault: Fault) -> None:
    compile(fault.apply(source_of(fault)), fault.full_module, "exec")


def test_one_deliberate_fault_is_found(tmp_path: Path) -> None:
    file = tmp_path / "known.pickle"
    with workshop() as place:
        stock_up(place, [debian_loader()], SEED, 12, file)
        assert find_difference(str(file)) == NOT_FOUND
        reversed_chain = next(
            n for n, x in enumerate(FAULTS) if x.line == "loaded_layers.reverse()"
        )
        command = [sys.executable, "-m", "tests.fuzz.mutant", str(reversed_chain), str(file)]
        result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PROJECT)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("machine"), result.stdout


def test_mutated_documents_are_read() -> None:
    mutator = Mutator(SEED)
    profiles = (debian_loader().profile, chromium_loader().profile)
    counts = read_all((mutator.make() for _ in range(DOCUMENTS)), profiles)
    assert counts["documents"] == DOCUMENTS
    assert counts["structural"] >= 0.4 * DOCUMENTS
    for profile in profiles:
        assert 0.2 * DOCUMENTS <= counts[f"accepted {profile.version_text}"] <= 0.8 * DOCUMENTS


@pytest.mark.parametrize("find", [debian_loader, chromium_loader])
def test_mutated_documents_before_a_real_loader(find) -> None:
    with workshop() as place:
        found = [
            x for x, _ in compare_documents(place, find(), SEED, ASKED_DOCUMENTS) if x.differing
        ]
    assert not found, "\n".join(describe(comparison, SEED, 0) for comparison in found)


def test_document_that_takes_too_long_is_named() -> None:
    with pytest.raises(HangError), time_limit(0.01):
        threading.Event().wait(60)
