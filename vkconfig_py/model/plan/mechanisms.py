"""Configuration + report -> Plan: pure functions, one module per mechanism.

Theory of operation. An explicit layer stands where the list that names it stands; an implicit
layer stands in scan order, unless it is a component of a meta-layer that is written in a better
place. Which place is better depends on the loader (ways.Family), so each mechanism first finds
what is wanted (wanted), then chooses its way, then says what that way will not follow (landing,
hiders). The window's picture comes from the engine, run on a host in which the plan is written.
The loader settings file (settings) and settings of layers (layer_settings) are imported once there
is anything to plan of them.
"""

from __future__ import annotations

from vkconfig_py.model.plan.environment_plan import plan_environment
from vkconfig_py.model.plan.launch_plan import plan_launch
from vkconfig_py.model.plan.override_plan import plan_override
from vkconfig_py.model.plan.plan import with_applied, without_applied

__all__ = [
    "plan_environment",
    "plan_launch",
    "plan_override",
    "with_applied",
    "without_applied",
]
