"""What was found is kept off: for the program alone, or in the configuration itself."""

from __future__ import annotations

import pytest

from tests.model.bisect.sample_searches import PLAIN, WAITED_FOR
from vkconfig_py.model.bisect.investigation import Investigation
from vkconfig_py.model.bisect.pin import is_kept_off, keep_off, keep_off_for_program
from vkconfig_py.model.bisect.suspects import Suspect, SuspectKind
from vkconfig_py.model.configuration.configuration import (
    DriverControl,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    SettingType,
    SettingValue,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.workspace import Workspace

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
ENTRY = LayerEntry(MANGOHUD, settings=(SettingValue("fps", SettingType.INT, 60),), placed=True)
OWN = PLAIN._replace(layers=(ENTRY,), environment=(Variable("MINE", "1"),), sources=("/own",))
OFF = {
    "layer": Suspect(SuspectKind.LAYER, MANGOHUD),
    "setting": Suspect(SuspectKind.SETTING, MANGOHUD, "fps"),
    "variable": Suspect(SuspectKind.VARIABLE, "MINE"),
    "driver": Suspect(SuspectKind.DRIVER, "lvp_icd.x86_64.json"),
}


def searched(**changes):
    target = Target("/usr/bin/vkcube", ("--c", "9"), options="Fast")
    started = OWN._replace(target=target, sources=("/own", "/collected"), **changes)
    return Investigation(started, WAITED_FOR, tuple(OFF.values()))


def kept(*names, one=None):
    off = [OFF[name] for name in names]
    workspace = Workspace((OWN,), OWN.key)
    changed = keep_off_for_program(workspace, one or searched(), off, "/real/vkcube")
    return changed.workspace.selected_configuration, str(changed.label)


def test_a_configuration_for_the_program_alone_is_added_and_selected():
    new, label = kept("layer")
    assert new.name == "vkcube without MangoHud"
    assert label == "New “vkcube without MangoHud”"
    assert new.programs == (ProgramEntry("/real/vkcube"),)
    assert new.get_control(MANGOHUD) is LayerControl.OFF
    assert new.key != OWN.key


def test_the_rest_is_as_the_user_had_it():
    new, _ = kept("layer")
    assert new.sources == ("/own",)  # the collection is added to each configuration anyway
    assert new.find_entry(MANGOHUD).settings == ENTRY.settings
    assert new.environment == OWN.environment
    assert new.target.arguments == ("--c", "9")


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("setting", "vkcube without MangoHud fps"),
        ("variable", "vkcube without MINE"),
        ("driver", "vkcube without lavapipe"),
    ],
)
def test_each_kind_is_kept_off_under_a_name_that_says_it(name, called):
    new, _ = kept(name)
    assert new.name == called
    assert (new.get_driver_control("lvp_icd.x86_64.json") is DriverControl.OFF) is (
        name == "driver"
    )
    assert bool(new.environment) is (name != "variable")


def test_an_option_set_does_not_bring_its_variable_back():
    launched = (*OWN.environment, Variable("OF_THE_SET", "x"))
    one = searched(environment=launched)
    new, _ = kept("variable", one=one)
    assert new.environment == (Variable("OF_THE_SET", "x"),)
    assert new.target.options == ""


def test_a_configuration_that_is_gone_meanwhile_is_no_obstacle():
    workspace = Workspace((PLAIN._replace(key="other"),), "other")
    changed = keep_off_for_program(workspace, searched(), [OFF["layer"]], "/real/vkcube")
    assert changed.workspace.selected_configuration.get_control(MANGOHUD) is LayerControl.OFF


def test_the_configuration_itself_is_changed_in_one_step():
    workspace = Workspace((OWN,), OWN.key)
    changed = keep_off(workspace, OWN.key, [OFF["layer"], OFF["driver"]])
    assert str(changed.label) == "Keep MangoHud and lavapipe off"
    assert changed.workspace.selected_configuration.get_control(MANGOHUD) is LayerControl.OFF
    assert keep_off(changed.workspace, OWN.key, [OFF["layer"], OFF["driver"]]) is None
    assert keep_off(workspace, "gone", [OFF["layer"]]) is None


def test_it_is_known_that_it_is_kept_off_already():
    workspace, off = Workspace((OWN,), OWN.key), [OFF["layer"]]
    assert not is_kept_off(workspace, searched(), off)
    changed = keep_off_for_program(workspace, searched(), off, "/real/vkcube")
    assert is_kept_off(changed.workspace, searched(), off)
    assert not is_kept_off(changed.workspace, searched(), [OFF["driver"]])
