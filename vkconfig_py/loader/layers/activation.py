"""Which implicit layers are on, each with a reason; the steps of loader.c.

Theory of operation. loader_implicit_layer_is_enabled decides in this order, and the order is
observable: the enable variable; the enable filter, which beats it; the disable filter, which ends
the question; the disable variable, which beats both filters; the list of the active override,
which beats everything. Explicit layers have no switch of their own: ordering.py adds them when
somebody names them. Documented in LoaderLayerInterface, "Implicit Layers" and "Override
Meta-Layer", and LoaderInterfaceArchitecture, "Filter Environment Variable Behaviors".
"""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.filters import LayerFilters
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.verdicts import Reason


class Switch(NamedTuple):
    """Whether a layer is on, and why.

    Attributes:
        detail: the variable or filter token that decided.
    """

    on: bool
    reason: Reason
    detail: str = ""


class Inputs(NamedTuple):
    """What the decision depends on besides the layer.

    Attributes:
        environment: plain lookups: these variables count for elevated processes too.
        override_components: component list of the active override, empty while scanning.
    """

    environment: Mapping[str, str]
    filters: LayerFilters
    override_components: frozenset[str] = frozenset()


def decide_implicit(layer: LayerManifest, inputs: Inputs) -> Switch:
    """Decide whether a layer that is not asked for by name is on.

    Follows loader_implicit_layer_is_enabled, early return included.
    """
    switch = _enable_variable(layer, inputs.environment)
    filters = inputs.filters
    if not filters.are_empty:
        forced_on = filters.forced_on(layer.name)
        if forced_on:
            if not switch.on:
                switch = Switch(True, Reason.ENABLE_FILTER, forced_on)
        elif switch.on:
            forced_off = filters.forced_off(layer.name, implicit=True)
            if forced_off:
                return Switch(False, Reason.DISABLE_FILTER, forced_off)
    disable = layer.disable_environment
    if disable is not None and disable in inputs.environment:  # presence alone, whatever its value
        switch = Switch(False, Reason.DISABLE_VARIABLE, disable)
    if not switch.on and layer.name in inputs.override_components:
        return Switch(True, Reason.OVERRIDE_COMPONENT)
    return switch


def _enable_variable(layer: LayerManifest, environment: Mapping[str, str]) -> Switch:
    if layer.enable_environment is None:
        return Switch(True, Reason.IMPLICIT_ALWAYS)
    name, wanted = layer.enable_environment
    value = environment.get(name)
    if value is None:
        return Switch(False, Reason.ENABLE_VARIABLE_UNSET, name)
    if value == wanted:
        return Switch(True, Reason.ENABLE_VARIABLE, name)
    return Switch(False, Reason.ENABLE_VARIABLE_OTHER_VALUE, name)
