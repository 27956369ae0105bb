"""What is odd: what differs from more than half, with the sentence."""

import pytest

from vkconfig_py.fleet.reports.machine_report import (
    MachineReport,
    ReportedComponent,
    ReportedProblem,
)
from vkconfig_py.fleet.reports.outliers import NO_OUTLIER, Topic, measure_outlier

HUD = ReportedComponent("VK_LAYER_HUD", "loads", "implicit-always", "always on")
HUD_OFF = HUD._replace(state="off", reason="disable-variable", sentence="DISABLE_HUD is set")
GPU = ReportedComponent("gpu.json", "loads", "kept", "library found")
USUAL = MachineReport(
    "",
    "",
    platform="linux",
    loader="1.4.364",
    pointer_bits=64,
    result="VK_SUCCESS",
    chain=("VK_LAYER_HUD",),
    layers=(HUD,),
    drivers=(GPU,),
)


def machines(*special, usual=9):
    """Machines of which the last ones are special."""
    return (USUAL,) * usual + special


def only(*reports):
    """The differences of the last machine, which is alone with them."""
    *others, last = measure_outlier(reports)
    assert all(one == NO_OUTLIER for one in others)
    return last


@pytest.mark.parametrize(
    ("changed", "topic", "sentence"),
    [
        ({"platform": "windows"}, Topic.PLATFORM, "Platform: windows; on 9 of 10 machines: linux"),
        (
            {"loader": ""},
            Topic.LOADER,
            "Loader: unknown version; on 9 of 10 machines: 1.4.364",
        ),
        ({"loader": "1.3.239"}, Topic.LOADER, "Loader: 1.3.239; on 9 of 10 machines: 1.4.364"),
        ({"pointer_bits": 32}, Topic.BITS, "32-bit; on 9 of 10 machines: 64-bit"),
        (
            {"result": "VK_ERROR_INCOMPATIBLE_DRIVER"},
            Topic.RESULT,
            "vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER; on 9 of 10 "
            "machines: VK_SUCCESS",
        ),
        (
            {"settings_file": True},
            Topic.SETTINGS,
            "A loader settings file is active; none is active on 9 of 10 machines",
        ),
        (
            {"layers": (HUD_OFF,)},
            Topic.LAYER,
            "HUD: off (DISABLE_HUD is set); on 9 of 10 machines: loads (always on)",
        ),
        (
            {"layers": ()},
            Topic.LAYER,
            "HUD: not installed; on 9 of 10 machines: loads (always on)",
        ),
        (
            {"layers": (HUD, HUD_OFF._replace(name="VK_LAYER_new"))},
            Topic.LAYER,
            "new: off (DISABLE_HUD is set); absent on 9 of 10 machines",
        ),
        (
            {"drivers": ()},
            Topic.DRIVER,
            "gpu.json: not installed; on 9 of 10 machines: loads (library found)",
        ),
        (
            {"problems": (ReportedProblem("error", "gone", "x.so is gone"),)},
            Topic.PROBLEM,
            "Problem: x.so is gone; absent on 9 of 10 machines (gone)",
        ),
    ],
)
def test_a_difference_says_what_is_so_here_and_elsewhere(changed, topic, sentence):
    (found,) = only(*machines(USUAL._replace(**changed))).differences
    assert (found.topic, found.sentence, found.weight) == (topic, sentence, 0.9)


def test_the_score_is_the_sum_of_the_shares_that_agree():
    old = USUAL._replace(loader="1.3.239")
    both = old._replace(drivers=())
    *_, first, second = measure_outlier(machines(old, both, usual=8))
    assert first.score == pytest.approx(0.8)
    assert second.score == pytest.approx(0.8 + 0.9)
    # What fewer machines do counts more, and comes first.
    assert [one.topic for one in second.differences] == [Topic.DRIVER, Topic.LOADER]


def test_without_a_majority_nobody_is_odd():
    half = [USUAL._replace(loader=version) for version in ("1.3.239", "1.4.364")] * 5
    assert set(measure_outlier(half)) == {NO_OUTLIER}


def test_two_machines_have_no_majority():
    assert measure_outlier((USUAL, USUAL._replace(loader="1.3.239"))) == (NO_OUTLIER, NO_OUTLIER)


def test_why_a_layer_loads_is_no_difference():
    asked = HUD._replace(reason="application", sentence="vkcube requests it")
    assert only(*machines(USUAL._replace(layers=(asked,)))) == NO_OUTLIER


def test_the_same_layers_in_another_order_are_one_difference():
    two = USUAL._replace(chain=("VK_LAYER_HUD", "VK_LAYER_B"))
    other = two._replace(chain=("VK_LAYER_B", "VK_LAYER_HUD"))
    (found,) = measure_outlier((two, two, two, other))[-1].differences
    assert found.topic is Topic.ORDER
    assert found.sentence == (
        "Same layers in a different order: B and HUD; on 3 of 4 machines: HUD and B"
    )


def test_other_layers_are_no_other_order():
    without = USUAL._replace(chain=(), layers=(HUD_OFF,))
    (found,) = only(*machines(without)).differences
    assert found.topic is Topic.LAYER


def test_machines_that_were_not_probed_say_nothing_about_devices():
    probed = USUAL._replace(devices=("Radeon",))
    without = USUAL._replace(devices=("llvmpipe",))
    found = measure_outlier((USUAL,) * 20 + (probed,) * 3 + (without,))
    assert set(found[:-1]) == {NO_OUTLIER}
    assert {one.sentence for one in found[-1].differences} == {
        "Radeon is missing; present on 3 of 4 machines",
        "llvmpipe is present; absent on 3 of 4 machines",
    }


def test_reports_of_older_versions_say_nothing_about_the_system():
    old = USUAL._replace(platform="")
    assert set(measure_outlier((USUAL,) * 5 + (old,) * 2)) == {NO_OUTLIER}


def test_files_that_cannot_be_read_count_for_nobody():
    broken = MachineReport("x.json", "x", "damaged")
    found = measure_outlier((USUAL, broken, USUAL._replace(loader="1"), USUAL, broken))
    assert [round(one.score, 2) for one in found] == [0, 0, 0.67, 0, 0]


def test_the_order_of_the_files_does_not_matter():
    reports = list(machines(USUAL._replace(layers=()), USUAL._replace(loader="2")))
    forwards, backwards = measure_outlier(reports), measure_outlier(reports[::-1])
    assert forwards == backwards[::-1]
