import math
from dataclasses import dataclass
from datetime import datetime

import pytest

from vkconfig_py.loader.base.verdicts import REMOVED, RemoveFile
from vkconfig_py.model.apply.found_overrides import UNKNOWN_OWNER
from vkconfig_py.model.apply.lease_facts import format_clock, mark_this_process
from vkconfig_py.model.apply.notices import (
    Banner,
    BannerCommand,
    BannerKind,
    find_banner,
    format_age,
    list_override_notices,
)
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
)
from vkconfig_py.model.configuration.workspace import (
    CollectionSource,
    Workspace,
    append_added_sources,
)
from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    Moment,
    ProcessMark,
    UntilLogout,
    WhileRunning,
    make_timed_lease,
)
from vkconfig_py.model.plan.plan import AppliedConfiguration, AppliedState, Mechanism

NOW = datetime(2026, 11, 21, 15, 40).timestamp()
SINCE = datetime(2026, 11, 21, 15, 28).timestamp()
DAY = 86_400
CURRENT = Configuration(key="1", name="vkcube debugging")
OTHER = Configuration(key="2", name="Steam")
SPACE = Workspace((CURRENT, OTHER), "1")
OWN = AppliedConfiguration(
    CURRENT, ("/usr/bin/vkcube",), SINCE, lease=WhileRunning(mark_this_process())
)


@dataclass
class Found:
    path: str = "/home/u/VkLayer_override.json"
    owner: str = "VkConfig 3.5"
    is_own: bool = False
    is_expired: bool = False
    is_orphan: bool = False
    is_valid: bool = True
    modified_at: float = SINCE - DAY
    effect: str = "It turns on 1 layer, blocks 3."
    has_layer_settings: bool = False
    sections: tuple = ()


def shown(applied=(), overrides=(), workspace=SPACE, ended=()) -> Banner | None:
    applied_state = AppliedState(tuple(applied), ended_keys=ended)
    return find_banner(applied_state, overrides, workspace, Moment(NOW, 500.0, "boot"))


def commands_of(bar):
    return [action.command for action in bar.actions]


def test_nothing_applied_shows_no_bar():
    assert shown() is None
    assert shown(overrides=[Found(is_own=True)]) is None


def test_our_own_says_what_for_whom_and_since_when():
    # A test may run in a fork of the process that imported OWN.
    here = OWN._replace(lease=WhileRunning(mark_this_process()))
    bar = shown([here], [Found(is_own=True)])
    assert str(bar) == (
        "Applied to this system: “vkcube debugging”, for vkcube only, since 15:28. "
        "Withdrawn when this window closes."
    )
    assert (bar.kind, bar.key, commands_of(bar)) == (
        BannerKind.OWN,
        "1",
        [BannerCommand.WITHDRAW],
    )


def test_the_title_of_the_window_says_it_in_few_words():
    assert shown([OWN]).title == "applied"
    assert shown([OWN], ended=("1",)).title == "still applied"
    assert shown(overrides=[Found()]).title == "override from VkConfig 3.5 found"
    settings = Found(has_layer_settings=True)
    assert shown(overrides=[settings]).title == "layer settings from VkConfig 3.5 found"
    left_behind = Found(is_expired=True, owner=UNKNOWN_OWNER)
    assert shown(overrides=[left_behind]).title == "override from an unknown program left behind"


@pytest.mark.parametrize(
    ("lease", "text"),
    [
        (UNTIL_WITHDRAWN, "Stays until you withdraw it."),
        (UntilLogout("login"), "Withdrawn when you log out."),
        (WhileRunning(ProcessMark(9)), "Withdrawn when the window that applied it closes."),
        (WhileRunning(ProcessMark(9), "bash"), "Withdrawn when bash (process 9) ends."),
    ],
)
def test_what_outlives_the_window_says_so(lease, text):
    bar = shown([OWN._replace(lease=lease)])
    assert bar.text.endswith(f", since 15:28. {text}")
    assert bar.render_countdown(Moment(NOW)) == ""
    assert bar.get_seconds_left(Moment(NOW)) == math.inf


def test_a_deadline_is_counted_down_and_can_be_moved():
    now = Moment(NOW, 500.0, "boot")
    bar = shown([OWN._replace(lease=make_timed_lease(761, now))])
    assert bar.text == "“vkcube debugging”, for vkcube only, since 15:28"
    assert commands_of(bar) == [BannerCommand.EXTEND, BannerCommand.WITHDRAW]
    assert bar.render_countdown(now) == "Ends in 12:41, at 15:52"
    assert bar.get_seconds_left(now) == 761
    assert bar.render_countdown(now._replace(uptime=500.0 + 719)) == "Ends in 0:42"


def test_the_selected_configuration_is_named_first_and_the_others_counted():
    bar = shown([OWN, AppliedConfiguration(OTHER, (), SINCE - DAY)])
    assert "“vkcube debugging”, for vkcube only, since 15:28, and 1 more" in bar.text
    assert bar.key == ""


def test_an_applied_configuration_that_was_edited_can_be_applied_again():
    edited = CURRENT._replace(layers=(LayerEntry("a", LayerControl.ON),))
    bar = shown([OWN], workspace=Workspace((edited,), "1"))
    assert bar.kind is BannerKind.DIFFERS
    assert bar.text.endswith("You changed it after you applied it.")
    assert commands_of(bar) == [BannerCommand.APPLY_AGAIN, BannerCommand.WITHDRAW]
    assert bar.programs == ("/usr/bin/vkcube",)


def test_what_an_override_does_not_carry_makes_it_no_older():
    edited = CURRENT._replace(target=Target("/usr/bin/other"))
    assert shown([OWN], workspace=Workspace((edited,), "1")).kind is BannerKind.OWN


def test_the_collection_that_was_applied_with_it_makes_it_no_older():
    sources = (CollectionSource("/layers"), CollectionSource("/hidden", implicit=True))
    applied = OWN._replace(configuration=append_added_sources(CURRENT, sources))
    space = Workspace((CURRENT,), "1", sources)
    assert shown([applied], workspace=space).kind is BannerKind.OWN
    more = space._replace(sources=(*sources, CollectionSource("/more")))
    changed = shown([applied], workspace=more)
    assert changed.kind is BannerKind.DIFFERS
    assert changed.text.endswith("Your layer folders changed after you applied it.")
    # Applied are the manifests of the folder one by one then, without this one.
    without = space._replace(sources=(CollectionSource("/layers", without=("a.json",)),))
    assert shown([applied], workspace=without).kind is BannerKind.OWN


def test_what_only_a_settings_file_carries_makes_what_it_applies_older():
    logged = Workspace((CURRENT._replace(loader_log=("error",)),), "1")
    assert shown([OWN], workspace=logged).kind is BannerKind.OWN
    by_file = OWN._replace(mechanism=Mechanism.SETTINGS)
    assert shown([by_file], workspace=logged).kind is BannerKind.DIFFERS


def test_a_deleted_configuration_is_still_applied():
    assert shown([OWN], workspace=Workspace((OTHER,), "2")).kind is BannerKind.OWN


def test_what_a_killed_run_left_is_ours_to_withdraw():
    bar = shown([OWN._replace(since=NOW - 3 * DAY)], ended=("1",))
    assert bar.text == (
        "vkconfig-py ended unexpectedly; a configuration it applied 3 days ago still "
        "affects vkcube."
    )
    assert commands_of(bar) == [BannerCommand.WITHDRAW]
    bar = shown([OWN], [Found(is_own=True)], ended=("1",))
    assert commands_of(bar) == [BannerCommand.SHOW, BannerCommand.WITHDRAW]
    assert bar.path == Found().path
    bar = shown([OWN._replace(lease=UntilLogout("login"))], ended=("1",))
    assert bar.text == "A configuration applied today has expired but still affects vkcube."


def test_another_configuration_is_never_called_older_than_the_one_shown():
    edited = CURRENT._replace(layers=(LayerEntry("a", LayerControl.ON),))
    assert shown([OWN], workspace=Workspace((edited, OTHER), "2")).kind is BannerKind.OWN


def test_an_override_of_others_says_who_and_what():
    bar = shown(overrides=[Found(is_expired=True), Found()])
    assert str(bar) == (
        "VkConfig 3.5 applied an override (Nov 20, 15:28). It turns on 1 layer, blocks 3."
    )
    assert (bar.kind, bar.path) == (BannerKind.FOREIGN, "/home/u/VkLayer_override.json")
    assert commands_of(bar) == [BannerCommand.SHOW, BannerCommand.REMOVE]


def test_an_override_left_behind_by_others_can_be_removed():
    bar = shown(overrides=[Found(is_expired=True)])
    assert str(bar) == (
        "VkConfig 3.5 left an override behind 1 day ago. The programs it applies to no "
        "longer exist."
    )
    assert bar.kind is BannerKind.STALE


def test_what_vkconfig_left_behind_says_what_it_still_does_and_comes_before_what_is_gone():
    gone, orphan = Found(is_expired=True), Found(is_expired=True, is_orphan=True)
    assert str(shown(overrides=[gone, orphan])) == (
        "VkConfig 3.5 left an override behind 1 day ago. It turns on 1 layer, "
        "blocks 3. VkConfig is not running."
    )


@pytest.mark.parametrize(
    ("programs", "text"),
    [
        ((), "every program"),
        (("/a/x",), "x only"),
        (("/a/x", "/b/y", "/c/z"), "x, y and z only"),
    ],
)
def test_programs_go_by_their_names(programs, text):
    assert f", for {text}, since " in shown([OWN._replace(programs=programs)]).text


def test_times_are_short_today_and_dated_otherwise():
    assert format_clock(SINCE, NOW) == "15:28"
    assert format_clock(SINCE - DAY, NOW) == "Nov 20, 15:28"
    assert (format_age(SINCE, NOW), format_age(NOW + 5, NOW)) == ("today", "today")


def test_a_settings_file_of_every_program_is_told_after_overrides():
    file = Found(has_layer_settings=True, owner="Somebody else", effect="It is read first.")
    bar = shown(overrides=[file])
    assert str(bar) == "Layer settings file found, last changed Nov 20, 15:28. It is read first."
    assert commands_of(bar) == [BannerCommand.SHOW, BannerCommand.REMOVE]
    left = file.__class__(has_layer_settings=True, owner="vkconfig-py", is_expired=True)
    assert str(shown(overrides=[left])).startswith("vkconfig-py left a settings file behind")
    told, forgotten = list_override_notices([file, left])
    assert told.title == "A layer settings file applies to every program"
    assert (told.consequence, told.remedy) == ("It is read first.", RemoveFile(file.path))
    assert forgotten.title == "vkconfig-py left a settings file behind"


def test_what_is_ours_in_a_file_of_somebody_else_is_told_and_only_that_is_taken_out():
    file = "/home/u/vk_loader_settings.json"
    places = (("settings_array", 0), ("settings_array", 2))
    left = Found(file, "vkconfig-py", is_expired=True, sections=places)
    bar = shown(overrides=[left])
    assert str(bar) == (
        "vkconfig-py left entries behind in vk_loader_settings.json 1 day ago. "
        "vkconfig-py no longer has a record of it."
    )
    assert commands_of(bar) == [BannerCommand.SHOW, BannerCommand.REMOVE]
    assert bar.is_one_of_several
    (told,) = list_override_notices([left])
    title = "vkconfig-py left entries behind in another program's settings file"
    assert told.title == title
    assert [(step.path, step.value) for step in told.remedy.steps] == [
        (place, REMOVED) for place in reversed(places)
    ]


def test_overrides_of_others_are_problems_too():
    overrides = [Found(), Found(is_expired=True), Found(is_own=True), Found(is_valid=False)]
    applied, left = list_override_notices(overrides)
    assert applied.title == "VkConfig 3.5 applied an override"
    assert left.title == "VkConfig 3.5 left an override behind"
    assert applied.consequence == "It turns on 1 layer, blocks 3."
    assert applied.remedy == RemoveFile(Found().path)


def test_what_outlived_a_program_that_was_waited_for_is_not_blamed_on_this_one():
    lease = WhileRunning(ProcessMark(7, 1), "make")
    bar = shown([OWN._replace(lease=lease)], ended=("1",))
    assert bar.text == "A configuration applied today has expired but still affects vkcube."


def test_several_configurations_that_are_left_are_counted():
    entries = [OWN, OWN._replace(configuration=OTHER, programs=(), since=NOW - 3 * DAY)]
    assert shown(entries, ended=("1", "2")).text == (
        "vkconfig-py ended unexpectedly; 2 configurations that it applied, the first 3 days ago, "
        "still affect every program."
    )
    until_logout_button = [entry._replace(lease=UntilLogout("login")) for entry in entries]
    assert shown(until_logout_button, ended=("1", "2")).text == (
        "2 configurations, the first applied 3 days ago, have expired but still affect "
        "every program."
    )
    entries[1] = entries[1]._replace(programs=("/usr/bin/doom",))
    assert shown(entries, ended=("1", "2")).text.endswith("still affect vkcube and doom.")
