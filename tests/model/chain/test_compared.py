"""Everything that a supposition changes, told with its rules."""

import pytest

from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.verdicts import Mark
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.model.chain.row_details import explain_changes
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.what_if_snapshot import add_what_if
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.files import resources
from vkconfig_py.model.plan.plan import make_request
from vkconfig_py.model.session.sample_machine import open_demo_machine


@pytest.fixture(scope="module")
def demo():
    machine = open_demo_machine(resources.find_resource("demo"))
    yield machine
    machine.close()


def told(demo, control=None, **assumptions):
    configuration = Configuration(key="k", name="c")
    if control:
        configuration = configuration.with_control(control, LayerControl.ON)
    request = make_request(demo.host, (demo.profile,), Workspace((configuration,)))
    under = add_what_if(request, WhatIf(**assumptions), (demo.profile,))
    return explain_changes(compute_snapshot(request), compute_snapshot(under))


def test_a_change_names_its_subject_what_was_what_is_and_the_rule(demo):
    steps = told(demo, variables=(("MANGOHUD", None),))
    layer = next(step for step in steps if step.text.startswith("MANGOHUD_overlay"))
    assert layer.mark is Mark.AGAINST
    assert "before: loads, MANGOHUD=1 is set" in layer.text
    assert "now: off, MANGOHUD is not set" in layer.text
    assert layer.note == "rule enable-variable-unset"
    assert layer.file.endswith("MangoHud.x86_64.json")


def test_variables_are_told_as_the_user_has_them_not_as_the_plan_writes_them(demo):
    control = "VK_LAYER_VKBASALT_post_processing"
    steps = told(demo, control, variables=(("VK_LOADER_LAYERS_DISABLE", "~implicit~"),))
    variables = [step.text for step in steps if step.text.startswith("VK_LOADER_LAYERS_DISABLE")]
    assert variables
    assert all("~implicit~" in text or "fossilize" in text for text in variables)
    assert not any("vkconfig-py/launch" in step.text + step.file for step in steps)


def test_another_loader_has_other_rules(demo):
    steps = told(demo, version=(1, 3, 275))
    assert steps[0].text == "Loader 1.3.275 instead of 1.4.364"
    assert steps[-1].text.endswith(
        " other rules differ but change nothing on this machine (docs/loader_versions.md)"
    )
    assert not any("(Windows)" in step.text for step in steps)


def test_rules_of_another_loader_are_named_where_they_change_something(demo):
    steps = told(demo, version=(1, 3, 233), variables=(("VK_LOADER_LAYERS_DISABLE", "*"),))
    rules = [step.text for step in steps if step.note == "different rule"]
    filters = str(Gate.FILTERS.value.feature)
    assert f"Only in loader 1.4.364: {filters}" in rules
    assert len(rules) < 20


def test_a_layer_that_comes_on_is_good_and_a_failure_is_bad(demo):
    on = told(demo, variables=(("ENABLE_VKBASALT", "1"),))
    assert any(s.mark is Mark.PASS and s.text.startswith("VKBASALT") for s in on)
    fails = told(demo, version=(1, 3, 239))
    assert any("VK_ERROR_OUT_OF_HOST_MEMORY now" in step.text for step in fails)


def test_where_nothing_changes_it_says_so(demo):
    steps = told(demo, variables=(("NOTHING_READS_THIS", "1"),))
    assert [step.text for step in steps] == ["No difference: the loader makes the same decisions"]
