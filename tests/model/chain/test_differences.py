"""What the rows of a simulated picture say of today."""

import pytest

from tests.model.items.snapshots import (
    driver_row,
    layer_row,
    off_row,
    program_row,
    question_of,
    snapshot_of,
)
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, ChainSummary, Row, RowKind, Tone
from vkconfig_py.model.chain.what_if_snapshot import mark_differences, summarize_what_if

SUPPOSED = question_of()._replace(assumptions=WhatIf(version=(1, 3, 239)))
LOADER = Row(
    key="loader",
    kind=RowKind.LOADER,
    name="Loader 1.4.364",
    secondary="64-bit · reads",
    manifest="/usr/lib/libvulkan.so.1",
)
GROUP = Row(key="group", kind=RowKind.GROUP, name="Not in the chain", secondary="1")
USED = driver_row(status="not probed yet", is_used=True)
OLDER = LOADER._replace(name="Loader 1.3.239")


def broken(file="/share/a.json", **more):
    more = {"status": "Skipped", "reason": "line 3", "tone": Tone.ERROR, **more}
    return Row(key=f"file:{file}", kind=RowKind.BROKEN, name="a.json", manifest=file, **more)


def marked(before, after):
    today = snapshot_of((), rows=tuple(before))
    snapshot = mark_differences(today, snapshot_of((), rows=tuple(after), request=SUPPOSED))
    return today, snapshot


@pytest.mark.parametrize(
    ("before", "after", "delta"),
    [
        (layer_row("A", 1), layer_row("A", 1), ""),
        (layer_row("A", 3), layer_row("A", 1), "currently 3rd"),
        (layer_row("A", 1), off_row("A"), "currently loads"),
        (off_row("A"), layer_row("A", 1), "currently off"),
        (off_row("A"), off_row("A"), ""),
        (off_row("A", reason="a"), off_row("A", reason="b"), "different reason"),
        (off_row("A", status="Unknown"), off_row("A"), "currently unknown"),
        (layer_row("A", 1, manifest="/a"), layer_row("A", 1, manifest="/b"), "different file"),
        (broken(), off_row("A", manifest="/share/a.json"), "currently skipped"),
        (off_row("A", manifest="/share/a.json"), broken(), "currently off"),
        (USED, driver_row(status="not chosen"), "currently used"),
        (driver_row(status="not chosen"), USED, "currently not used"),
        (USED, USED._replace(status="1 device", reason="probed in between"), ""),
        (
            driver_row(status="not chosen"),
            driver_row(status="cannot be opened: x"),
            "different reason",
        ),
        (driver_row(reason="a"), driver_row(reason="b"), "different reason"),
        (driver_row(), driver_row(), ""),
        (GROUP, GROUP._replace(secondary="2"), ""),
        (program_row(), program_row("game"), "currently vkcube"),
        (program_row(), program_row(), ""),
    ],
)
def test_a_row_says_how_it_stands_today(before, after, delta):
    _today, snapshot = marked([before], [after])
    assert snapshot.rows[0].delta == delta


TODAY = LoaderProfile((1, 4, 364), library=LOADER.manifest)


def with_loader(row, profile):
    snapshot = snapshot_of((), rows=(row,), request=SUPPOSED)
    findings = snapshot.reports
    report = findings.report._replace(profile=profile)
    return ChainSnapshot(
        request=SUPPOSED,
        rows=snapshot.rows,
        summary=snapshot.summary,
        find=lambda: findings._replace(report=report),
    )


@pytest.mark.parametrize(
    ("before", "profile", "delta"),
    [
        (LOADER, TODAY, ""),
        (LOADER, TODAY.at_release((1, 3, 239)), "currently 1.4.364"),
        (LOADER, TODAY._replace(pointer_bits=32), "currently 64-bit"),
        (LOADER, TODAY._replace(library=""), "currently installed"),
        (
            LOADER._replace(name="No Vulkan loader found", manifest=""),
            TODAY,
            "currently No Vulkan loader found",
        ),
    ],
)
def test_the_loader_says_which_one_it_is_today(before, profile, delta):
    snapshot = mark_differences(with_loader(before, TODAY), with_loader(LOADER, profile))
    assert snapshot.rows[0].delta == delta


def test_a_row_that_is_not_there_today_is_new_and_cannot_be_wished_for():
    _today, snapshot = marked([], [layer_row("A", 1), off_row("B")])
    assert [row.delta for row in snapshot.rows] == ["new", "new"]
    assert [row.controls for row in snapshot.rows] == [(), ()]


def test_a_missing_layer_is_missing_on_any_machine():
    missing = Row(key="layer:A", kind=RowKind.MISSING, name="A", status="Missing")
    assert marked([], [missing])[1].rows[0].delta == ""


def test_the_loader_is_simulated_also_where_it_is_the_same():
    rows = marked([LOADER], [LOADER])[1].rows
    assert rows[0].is_simulated


def test_the_word_of_a_changed_row_is_violet_unless_it_is_good_or_bad():
    before = [layer_row("A", 1), layer_row("B", 2, tone=Tone.OK)]
    after = [off_row("A"), layer_row("B", 1, tone=Tone.OK)]
    _today, snapshot = marked(before, after)
    assert [row.tone for row in snapshot.rows] == [Tone.SIMULATED, Tone.OK]


def test_a_screen_reader_and_the_tool_tip_get_todays_state():
    before = layer_row("A", 2, reason="always on", accessible_name="A")
    _today, snapshot = marked([before], [off_row("A", accessible_name="A", tooltip="A")])
    assert snapshot.rows[0].accessible_text == (
        "A, Off: . Set to Auto. Currently: Loads, always on, 2nd in the chain."
    )
    assert snapshot.rows[0].current_state == "Currently: Loads, always on, 2nd in the chain"
    assert snapshot.rows[0].tooltip == "A\nCurrently: Loads, always on, 2nd in the chain"


def test_the_summary_counts_what_differs_and_what_is_gone():
    before = [LOADER, layer_row("A", 1), layer_row("B", 2), off_row("C")]
    today, snapshot = marked(before, [OLDER, layer_row("B", 1)])
    said = summarize_what_if(today, snapshot)
    assert said.loading_text == "1 of 1 layer would load"
    assert said.difference_text == "1 row differs from the current state, 2 gone"


def test_the_summary_of_a_picture_that_is_as_today():
    today, snapshot = marked([layer_row("A", 1)], [layer_row("A", 1)])
    assert (
        summarize_what_if(today, snapshot).difference_text == "No difference from the current state"
    )


def test_the_summary_while_nothing_is_supposed():
    today = snapshot_of(("A",), ("B",))
    said = summarize_what_if(today, today)
    assert said.loading_text == "1 of 2 layers load"
    assert said.difference_text == "No assumptions yet"


@pytest.mark.parametrize(
    ("asked", "said"), [(SUPPOSED, "Vulkan would fail"), (question_of(), "Vulkan fails")]
)
def test_the_summary_says_that_vulkan_would_fail(asked, said):
    today = snapshot_of((), rows=(layer_row("A", 1),))
    failing = snapshot_of((), rows=(off_row("A"),), request=asked)
    report = failing.report._replace(create_result="VK_ERROR_OUT_OF_HOST_MEMORY")
    findings = failing.reports._replace(report=report)
    snapshot = ChainSnapshot(
        request=asked,
        rows=failing.rows,
        summary=ChainSummary(("",), is_alarm=True),
        find=lambda: findings,
    )
    assert summarize_what_if(today, snapshot)[::2] == (said, True)
