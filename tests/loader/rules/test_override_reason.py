"""The reason of a component names the override that lists it, whatever kind of layer it is."""

from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.explain.verdict_sentences import render_verdict


def test_an_implicit_component_that_waits_for_a_variable_names_the_override(system: SystemBuilder):
    waiting = {"enable_environment": {"ENABLE_ME": "1"}}
    system.add_implicit_layer("VK_LAYER_waiting", **waiting)
    system.add_explicit_layer("VK_LAYER_plain")
    system.add_override(("VK_LAYER_waiting", "VK_LAYER_plain"), description="somebody: test")
    report = discover(system.host())
    (override,) = (layer.file for layer in report.found_layers if layer.name.endswith("_override"))
    for name in ("VK_LAYER_waiting", "VK_LAYER_plain"):
        (found,) = (layer for layer in report.found_layers if layer.name == name)
        assert found.verdict.reason is Reason.OVERRIDE_COMPONENT
        assert found.verdict.file == override
        assert render_verdict(found.verdict, report) == "turned on by the override “somebody: test”"
