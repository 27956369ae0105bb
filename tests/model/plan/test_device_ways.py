"""Each way of choosing devices: what its plan says is what programs get from real loaders."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.framework import manifests
from tests.framework.chromium import get_swiftshader_driver
from tests.framework.ladder import BOTH, find_loader
from tests.framework.probe_parts import ProbeDevice
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, LAUNCH, carry_out, look
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.probe.probe_run import ProbeSelection, probe
from vkconfig_py.loader.profiles.profile import IDENTITY_EXTENSIONS, LoaderProfile
from vkconfig_py.model.apply.verify import prove_devices
from vkconfig_py.model.chain.chosen_devices import (
    list_devices,
    replace_chosen_devices,
    set_selection_method,
)
from vkconfig_py.model.chain.probe_results import SeenDevice
from vkconfig_py.model.chain.prober import make_probe_report
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import (
    EVERY_DEVICE,
    Configuration,
    DeviceChoice,
    DeviceMode,
    DeviceSelectionMethod,
    DriverControl,
    Variable,
)
from vkconfig_py.model.plan.device_plan import METHODS
from vkconfig_py.model.plan.plan import Mechanism, PlanView
from vkconfig_py.model.plan.planned_devices import MESA_LAYER, DevicePlan

NEWER = Application(api_version=(1, 1, 0))
PCI = ("VK_EXT_pci_bus_info:1",)
BIG = ProbeDevice("Big", type=2, vendor=0x10DE, id=0x2684, uuid=1, pci="0:1:0:0", extensions=PCI)
SMALL = ProbeDevice(
    "Small", type=1, vendor=0x8086, id=0x46A6, uuid=2, pci="0:0:2:0", extensions=PCI
)
SOFT = ProbeDevice("Soft", type=4, vendor=0x10005, id=0, uuid=3)
TWIN = ProbeDevice("Twin", type=4, vendor=0x10005, id=7, uuid=4)
CHOICES = {
    "only-big": (DeviceMode.LISTED, ("Big",)),
    "only-small": (DeviceMode.LISTED, ("Small",)),
    "only-soft": (DeviceMode.LISTED, ("Soft",)),
    "soft-then-twin": (DeviceMode.LISTED, ("Soft", "Twin")),
    "small-then-big": (DeviceMode.LISTED, ("Small", "Big")),
    "soft-then-big": (DeviceMode.LISTED, ("Soft", "Twin", "Big")),
    "small-first": (DeviceMode.FIRST, ("Small",)),
    "twin-first": (DeviceMode.FIRST, ("Twin",)),
}
_FOUND: dict[object, Sequence[SeenDevice]] = {}
DEBIANS_LAYER = Path("/usr/share/vulkan/implicit_layer.d/VkLayer_MESA_device_select.json")


@pytest.fixture(params=BOTH)
def loader(request: pytest.FixtureRequest) -> RealLoader:
    return find_loader(request.param)


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Three drivers; one has two devices."""
    system.add_probe_driver("big", devices=(BIG,), file="big_icd.x86_64.json")
    system.add_probe_driver("small", devices=(SMALL,), file="small_icd.json")
    return system.add_probe_driver("soft", devices=(SOFT, TWIN), file="soft_icd.json")


def with_mesa_layer(system: SystemBuilder) -> SystemBuilder:
    folder = system.root / "mesa" / "vulkan" / "implicit_layer.d"
    folder.mkdir(parents=True)
    shutil.copy(DEBIANS_LAYER, folder)
    return system.with_env(
        XDG_DATA_DIRS=f"{system.environment['XDG_DATA_DIRS']}:{system.root / 'mesa'}"
    )


def add_nvidias_layer(system: SystemBuilder) -> None:
    system.add_implicit_layer(
        "VK_LAYER_NV_optimus", enable_environment={"__NV_PRIME_RENDER_OFFLOAD": "1"}
    )


def find_devices(system: SystemBuilder, profile: LoaderProfile) -> Sequence[SeenDevice]:
    """Return what a probe finds: of the same drivers the same devices, wherever they lie."""
    report = look(system.host(), Configuration("k", "plain"), LAUNCH, profile).report
    drivers = profile.version, *(Path(one.file).name for one in report.drivers)
    if drivers not in _FOUND:
        run = probe(report, ProbeSelection(layers=frozenset(), chain=False))
        probed = make_probe_report(report, run).findings
        _FOUND[drivers] = [device for group in probed.devices.values() for device in group]
    return _FOUND[drivers]


def choose(
    system: SystemBuilder,
    profile: LoaderProfile,
    mode: DeviceMode,
    names: Sequence[str],
    by: DeviceSelectionMethod = DeviceSelectionMethod.AUTOMATIC,
) -> DeviceChoice:
    """Return a choice among the devices that a probe finds."""
    lines = list_devices(EVERY_DEVICE, find_devices(system, profile))
    keys = [next(line.key for line in lines if line.name == name) for name in names]
    choice = replace_chosen_devices(EVERY_DEVICE, lines, keys, mode)
    assert choice is not None
    return set_selection_method(choice, by) or choice


def planned(
    system: SystemBuilder, profile: LoaderProfile, choice: DeviceChoice, view: PlanView = LAUNCH
) -> ChainSnapshot:
    configuration = Configuration("k", "chosen", devices=choice)
    return look(system.host(), configuration, view, profile, folder=str(system.root / "private"))


def chosen(snapshot: ChainSnapshot) -> DevicePlan:
    assert snapshot.plan.devices is not None
    return snapshot.plan.devices


def names(devices: Sequence[object]) -> tuple[str, ...]:
    return tuple(one.name for one in devices)  # type: ignore[attr-defined]


def is_right(got: Sequence[str], wanted: Sequence[str], choice: DeviceChoice) -> bool:
    """Return whether programs get what was chosen; others may follow in any order."""
    first = len(choice.devices) if choice.mode is DeviceMode.FIRST else len(wanted)
    return got[:first] == wanted[:first] and sorted(got) == sorted(wanted)


@pytest.mark.parametrize("case", CHOICES)
def test_what_each_way_says_is_what_programs_get(
    case: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    with_mesa_layer(machine)
    mode, wanted = CHOICES[case]
    choice = choose(machine, loader.profile, mode, wanted)
    tried = []
    for way in (DeviceSelectionMethod.AUTOMATIC, *METHODS):
        snapshot = planned(machine, loader.profile, choice._replace(by=way))
        taken = chosen(snapshot).selected_verdict
        if taken is None:
            continue
        answer = carry_out(snapshot.plan, machine, loader, application=NEWER)
        assert answer.devices == names(taken.resulting_devices), way
        assert taken.is_exact is is_right(
            answer.devices, names(chosen(snapshot).wanted_devices), choice
        ), way
        tried.append(way)
    assert {
        DeviceSelectionMethod.AUTOMATIC,
        DeviceSelectionMethod.DRIVER_FILES,
        DeviceSelectionMethod.MESA,
    } <= set(tried)
    hides = loader.name == "chromium" and mode is DeviceMode.LISTED
    assert (DeviceSelectionMethod.ID_FILTERS in tried) is hides


@pytest.mark.parametrize(
    ("name", "case", "way"),
    [
        ("debian", "only-big", DeviceSelectionMethod.DRIVERS_SELECT),
        ("debian", "only-soft", DeviceSelectionMethod.DEVICE_SELECT),
        ("debian", "small-first", DeviceSelectionMethod.DEVICE_SELECT),
        ("debian", "small-then-big", DeviceSelectionMethod.DRIVER_FILES),
        ("chromium", "only-big", DeviceSelectionMethod.DRIVERS_SELECT),
        ("chromium", "only-soft", DeviceSelectionMethod.ID_FILTERS),
        ("chromium", "soft-then-twin", DeviceSelectionMethod.SETTINGS),
        ("chromium", "twin-first", DeviceSelectionMethod.DEVICE_SELECT),
    ],
)
def test_the_first_way_that_outlives_a_driver_update_is_taken(
    name: str, case: str, way: DeviceSelectionMethod, machine: SystemBuilder
) -> None:
    loader = find_loader(name)
    snapshot = planned(machine, loader.profile, choose(machine, loader.profile, *CHOICES[case]))
    taken = chosen(snapshot).selected_verdict
    assert taken is not None
    assert taken.method is way
    # 1.3.239 cannot hide one of two devices of a driver, and says so in one sentence.
    short = (name, case) == ("debian", "only-soft")
    assert taken.is_exact is not short
    told = [limit.text for limit in snapshot.plan.limits if not limit.is_note]
    text = "VK_LOADER_DEVICE_SELECT puts Soft first but cannot hide Big, Small and Twin"
    assert told == ([text] if short else [])


def test_a_choice_by_variables_outlives_a_driver_update(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    choice = choose(machine, loader.profile, DeviceMode.LISTED, ["Small"])
    (entry,) = choice.devices
    older = choice._replace(devices=(entry._replace(driver_version=99),))
    answer = carry_out(
        planned(machine, loader.profile, older).plan, machine, loader, application=NEWER
    )
    assert answer.devices == ("Small",)


def test_a_driver_that_is_gone_is_told(machine: SystemBuilder) -> None:
    loader = find_loader("debian")
    choice = choose(machine, loader.profile, DeviceMode.LISTED, ["Small"])
    (entry,) = choice.devices
    snapshot = planned(
        machine,
        loader.profile,
        choice._replace(devices=(entry._replace(driver="gone.json"),)),
    )
    assert chosen(snapshot).selected_verdict is None
    assert [limit.text for limit in snapshot.plan.limits] == [
        (
            "the device choice is not applied: VK_LOADER_DRIVERS_SELECT no longer works "
            "because gone.json is not in use; choose the devices again"
        )
    ]


def test_the_other_word_size_keeps_its_driver(machine: SystemBuilder, loader: RealLoader) -> None:
    document = manifests.driver_document("libbig32.so", library_arch="32")
    folder = machine.root / "data_dirs" / "vulkan" / "icd.d"
    assert (folder / "big_icd.x86_64.json").exists()
    machine.add_file(folder / "big_icd.i686.json", document)
    choice = choose(machine, loader.profile, DeviceMode.LISTED, ["Big"])
    plan = planned(machine, loader.profile, choice).plan
    select = {one.name: one.value for one in plan.variables}["VK_LOADER_DRIVERS_SELECT"]
    assert set((select or "").split(",")) == {"big_icd.x86_64.json", "big_icd.i686.json"}
    configuration = Configuration("k", "one").with_driver_control(
        "big_icd.x86_64.json", DriverControl.ONLY
    )
    plan = look(machine.host(), configuration, LAUNCH, loader.profile).plan
    assert {one.name: one.value for one in plan.variables} == {"VK_LOADER_DRIVERS_SELECT": select}


def test_what_the_session_chooses_is_left_out_of_the_run(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    choice = choose(machine, loader.profile, DeviceMode.LISTED, ["Big", "Small"])
    machine.with_env(VK_LOADER_DEVICE_SELECT="8086:46a6", MESA_VK_DEVICE_SELECT="8086:46a6")
    snapshot = planned(machine, loader.profile, choice)
    # Mesa's layer is not in the chain, so what the session says to it does not matter.
    text = (
        "the program runs without VK_LOADER_DEVICE_SELECT from your session, which would "
        "choose other devices"
    )
    assert text in [limit.text for limit in snapshot.plan.limits]
    answer = carry_out(snapshot.plan, machine, loader, application=NEWER)
    assert answer.devices == ("Big", "Small")


def test_a_variable_of_the_configuration_wins_and_is_told(machine: SystemBuilder) -> None:
    loader = find_loader("debian")
    choice = choose(machine, loader.profile, DeviceMode.FIRST, ["Small"])
    own = Variable("VK_LOADER_DEVICE_SELECT", "10de:2684")
    configuration = Configuration("k", "own", devices=choice, environment=(own,))
    snapshot = look(machine.host(), configuration, LAUNCH, loader.profile)
    (limit,) = snapshot.plan.limits
    name = "VK_LOADER_DEVICE_SELECT"
    assert limit.text == f"{name} from this configuration overrides its device choice"
    assert carry_out(snapshot.plan, machine, loader, application=NEWER).devices[0] == "Big"


def test_variables_alone_choose_too(machine: SystemBuilder, loader: RealLoader) -> None:
    choice = choose(machine, loader.profile, DeviceMode.LISTED, ["Small"])
    snapshot = planned(machine, loader.profile, choice, ENVIRONMENT)
    assert not snapshot.plan.files
    answer = carry_out(snapshot.plan, machine, loader, application=NEWER)
    assert answer.devices == ("Small",)


def test_what_is_applied_has_the_settings_file_alone(machine: SystemBuilder) -> None:
    loader = find_loader("chromium")
    choice = choose(machine, loader.profile, DeviceMode.FIRST, ["Twin"])
    snapshot = planned(machine, loader.profile, choice, PlanView(Mechanism.AUTOMATIC))
    found = chosen(snapshot)
    assert [one.method for one in found.verdicts if not one.is_refused] == [
        DeviceSelectionMethod.SETTINGS
    ]
    answer = carry_out(snapshot.plan, machine, loader, application=NEWER)
    assert found.selected_verdict is not None
    assert answer.devices == names(found.selected_verdict.resulting_devices)
    assert (found.is_exact, answer.devices[0]) == (True, "Twin")


def test_what_acts_beside_an_applied_choice_is_told(machine: SystemBuilder) -> None:
    loader = find_loader("chromium")
    choice = choose(
        machine, loader.profile, DeviceMode.LISTED, ["Twin"], DeviceSelectionMethod.DRIVER_FILES
    )
    machine.with_env(VK_LOADER_VENDOR_ID_FILTER="0x8086")
    snapshot = planned(machine, loader.profile, choice, PlanView(Mechanism.AUTOMATIC))
    told = [limit.text for limit in snapshot.plan.limits]
    assert "VK_DRIVER_FILES works only for launches, so the file lists the devices" in told
    assert "VK_LOADER_VENDOR_ID_FILTER from your session also takes effect" in told
    taken = chosen(snapshot).selected_verdict
    assert taken is not None
    assert (taken.is_exact, taken.sentence) == (False, "leaves programs without a device")
    assert carry_out(snapshot.plan, machine, loader, application=NEWER).devices == ()


@pytest.mark.parametrize(
    ("case", "value"),
    [
        ("only-big", "NVIDIA_only"),
        ("only-small", "non_NVIDIA_only"),
        ("small-then-big", ""),
        ("big-first", ""),
    ],
)
def test_nvidias_layer_is_asked_in_its_own_words_and_nothing_is_claimed_of_it(
    case: str, value: str, machine: SystemBuilder
) -> None:
    add_nvidias_layer(machine)
    profile = find_loader("debian").profile
    mode, wanted = {**CHOICES, "big-first": (DeviceMode.FIRST, ("Big",))}[case]
    forced = chosen(
        planned(
            machine, profile, choose(machine, profile, mode, wanted, DeviceSelectionMethod.NVIDIA)
        )
    ).selected_verdict
    assert forced is not None
    said = dict(forced.changes.variables)
    assert said.pop("__NV_PRIME_RENDER_OFFLOAD") == "1"
    assert said == ({"__VK_LAYER_NV_optimus": value} if value else {})
    assert (forced.is_exact, forced.sentence) == (
        False,
        "may not work: it had no effect on a machine with NVIDIA driver 580",
    )
    # What programs get is predicted as it is without the layer.
    assert names(forced.resulting_devices) == ("Big", "Small", "Twin", "Soft")


def test_nvidias_layer_is_never_taken_by_itself(machine: SystemBuilder) -> None:
    add_nvidias_layer(machine)
    profile = find_loader("debian").profile
    for mode, wanted in CHOICES.values():
        taken = chosen(
            planned(machine, profile, choose(machine, profile, mode, wanted))
        ).selected_verdict
        assert taken is None or taken.method is not DeviceSelectionMethod.NVIDIA


def test_a_proof_asks_the_real_loader(machine: SystemBuilder, loader: RealLoader) -> None:
    choice = choose(machine, loader.profile, DeviceMode.LISTED, ["Small"])
    snapshot = planned(machine, loader.profile, choice)
    proof = prove_devices(snapshot.report, chosen(snapshot), choice)
    assert (proof.is_proved, proof.device_names) == (True, ("Small",))
    assert proof.sentence == "Verified: programs get Small only."
    other = choice._replace(devices=choice.others[:1], others=choice.devices)
    wrong = chosen(planned(machine, loader.profile, other))
    proof = prove_devices(snapshot.report, wrong, other)
    assert not proof.is_proved
    assert proof.was_checked
    assert proof.sentence.startswith("Not as chosen: ")


def test_a_proof_of_what_would_be_applied_writes_nothing(machine: SystemBuilder) -> None:
    loader = find_loader("chromium")
    choice = choose(machine, loader.profile, DeviceMode.LISTED, ["Twin", "Big"])
    snapshot = planned(machine, loader.profile, choice, PlanView(Mechanism.AUTOMATIC))
    proof = prove_devices(snapshot.report, chosen(snapshot), choice)
    assert proof.sentence == "Verified: programs get Twin and Big, in this order."
    assert not Path(snapshot.plan.files[0].path).exists()


def test_two_software_renderers_are_told_apart(system: SystemBuilder, loader: RealLoader) -> None:
    lavapipe = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
    system.with_env(VK_DRIVER_FILES=f"{lavapipe}:{get_swiftshader_driver()}")
    seen = find_devices(system, loader.profile)
    for line in list_devices(EVERY_DEVICE, seen):
        choice = replace_chosen_devices(
            EVERY_DEVICE, list_devices(EVERY_DEVICE, seen), [line.key], DeviceMode.LISTED
        )
        assert choice is not None
        for way in (
            DeviceSelectionMethod.DRIVERS_SELECT,
            DeviceSelectionMethod.DRIVER_FILES,
            DeviceSelectionMethod.ID_FILTERS,
        ):
            snapshot = planned(system, loader.profile, choice._replace(by=way))
            if chosen(snapshot).selected_verdict is None:
                assert loader.name == "debian"
                continue
            proof = prove_devices(snapshot.report, chosen(snapshot), choice)
            assert (proof.is_proved, proof.device_names) == (True, (line.name,)), way


def test_mesas_layer_is_what_hides_where_it_is_in_the_chain(machine: SystemBuilder) -> None:
    loader = find_loader("debian")
    with_mesa_layer(machine)
    choice = choose(machine, loader.profile, DeviceMode.LISTED, ["Twin"])
    snapshot = planned(machine, loader.profile, choice)
    assert MESA_LAYER in snapshot.list_loading_layers()
    taken = chosen(snapshot).selected_verdict
    assert taken is not None
    assert (taken.method, taken.is_exact) == (DeviceSelectionMethod.MESA, True)
    assert taken.sentence == "makes Mesa's device-select layer expose only Twin"
    assert carry_out(snapshot.plan, machine, loader, application=NEWER).devices == ("Twin",)


@pytest.mark.parametrize("version", [(1, 0, 39), (1, 0, 61), (1, 1, 73)])
def test_a_choice_for_old_loaders_names_the_variable_that_they_read(
    system: SystemBuilder, version: tuple[int, int, int]
) -> None:
    profile = LoaderProfile(version, "/usr/lib/libvulkan.so.1")
    offers = {"extensions": ",".join(f"{name}:1" for name in IDENTITY_EXTENSIONS)}
    for name, device in (("big", BIG), ("small", SMALL)):
        system.add_probe_driver(name, devices=(device,), file=f"{name}_icd.json", knobs=offers)
    # Loaders up to 1.0.39 follow XDG_DATA_HOME alone.
    system.with_env(XDG_DATA_HOME=system.environment["XDG_DATA_DIRS"])
    plan = planned(system, profile, choose(system, profile, DeviceMode.LISTED, ["Small"]))
    names_of = {variable.name for variable in plan.plan.variables}
    assert "VK_ICD_FILENAMES" in names_of
    assert "VK_DRIVER_FILES" not in names_of
    assert "is called VK_ICD_FILENAMES in loader" in chosen(plan).sentence


def test_a_device_between_two_chosen_models_is_matched_by_both_filters(
    system: SystemBuilder,
) -> None:
    cross = ProbeDevice("Cross", type=2, vendor=BIG.vendor, id=SMALL.id, uuid=5)
    same = ProbeDevice("Same", type=2, vendor=BIG.vendor, id=BIG.id, uuid=6)
    profile = find_loader("chromium").profile
    for other, reason in (
        (cross, "the filters match it, too"),
        (same, "same model as a chosen device"),
    ):
        system.add_probe_driver(
            "three", devices=(BIG, SMALL, other), file=f"{other.name.lower()}.json"
        )
        choice = choose(
            system, profile, DeviceMode.LISTED, ["Big", "Small"], DeviceSelectionMethod.ID_FILTERS
        )
        taken = chosen(planned(system, profile, choice)).selected_verdict
        assert taken is not None
        assert taken.sentence == f"cannot hide {other.name}: {reason}"
        system.manifest("three").unlink()
