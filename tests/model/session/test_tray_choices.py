"""What the menu of the tray icon offers, as values."""

from __future__ import annotations

from vkconfig_py.model.chain.chosen_devices import DeviceState, ListedDevice
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.plan.plan import AppliedConfiguration
from vkconfig_py.model.session.tray_choices import (
    ApplyOffer,
    TrayChoice,
    describe_apply,
    find_common_programs,
    list_configuration_choices,
    list_device_choices,
    list_log_choices,
    toggle_word,
)

CUBE, INFO = "/usr/bin/vkcube", "/usr/bin/vulkaninfo"
ONE, TWO, THREE = (Configuration(key=name, name=name) for name in ("one", "two", "three"))
SPACE = Workspace((ONE, TWO, THREE), "one")
ENTRY = DeviceEntry("RX 580", "aa", "dd", 1, pci="0000:03:00.0")
TWIN = DeviceEntry("RX 580", "bb", "dd", 1)


def listed(entry, **more):
    return ListedDevice(entry.device_uuid, entry.name, **{
        "state": DeviceState.HERE, "is_chosen": True, "chosen_entry": entry, **more
    })  # fmt: skip


def test_programs_that_most_have_stand_above_and_others_in_their_entry():
    offers = {
        "one": ApplyOffer((CUBE,)),
        "two": ApplyOffer((CUBE,)),
        "three": ApplyOffer((INFO, CUBE)),
    }
    assert describe_apply(find_common_programs(offers)) == (
        "For vkcube only, until this window closes"
    )
    applied = [AppliedConfiguration(TWO, (CUBE,), 0.0)]
    assert list_configuration_choices(SPACE, applied, offers) == (
        TrayChoice("one", "one"),
        TrayChoice("two", "two", is_chosen=True),
        TrayChoice("three", "three, for vulkaninfo and vkcube only"),
    )
    offers.update(one=ApplyOffer(()), three=ApplyOffer((CUBE,)))
    assert list_configuration_choices(SPACE, applied, offers)[0].text == "one, for every program"


def test_until_the_plans_are_there_only_the_duration_is_known():
    assert describe_apply(find_common_programs({})) == "Until this window closes"
    assert list_configuration_choices(SPACE, (), {})[0] == TrayChoice("one", "one")
    refused = ApplyOffer(reason="no loader")
    assert find_common_programs({"one": refused}) is None
    assert list_configuration_choices(SPACE, (), {"one": refused})[0].reason == "no loader"


def test_devices_of_one_name_are_told_apart():
    choices = list_device_choices(DeviceChoice(), [listed(ENTRY), listed(TWIN)])
    assert [one.text for one in choices] == [
        "All devices",
        "RX 580 (0000:03:00.0)",
        "RX 580 (bb)",
    ]
    assert [one.is_chosen for one in choices] == [True, False, False]


def test_one_chosen_device_is_checked_also_if_it_is_gone():
    choice = DeviceChoice(DeviceMode.LISTED, (ENTRY,))
    gone = listed(ENTRY, state=DeviceState.ABSENT)
    blank = ListedDevice("x", "Old", DeviceState.UNNAMED, is_chosen=False)
    assert list_device_choices(choice, [gone, blank]) == (
        TrayChoice("every", "All devices"),
        TrayChoice("aa", "RX 580 (not found)", is_chosen=True),
        TrayChoice("x", "Old", reason="loaders cannot identify it"),
    )


def test_a_choice_that_the_menu_cannot_make_is_told():
    choice = DeviceChoice(DeviceMode.LISTED, (ENTRY, TWIN))
    choices = list_device_choices(choice, [listed(ENTRY), listed(TWIN)])
    assert choices[1] == TrayChoice("", "Custom order", is_chosen=True)
    assert [one.text for one in choices if one.is_chosen] == ["Custom order"]


def test_words_that_have_no_entry_stay_in_the_log_of_the_loader():
    choices = list_log_choices(("error", "all"))
    assert [one.text for one in choices if one.is_chosen] == ["Errors", "Also: all"]
    assert toggle_word(("error", "all"), "error") == ("all",)
    assert toggle_word(("all",), "warn") == ("all", "warn")
