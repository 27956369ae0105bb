"""Configuration and report to a Plan: pure functions, one module per mechanism.

Theory of operation. An explicit layer stands where the list that names it stands; an implicit
layer stands in scan order, unless it is a component of a meta-layer that is written in a better
place. Which place is better depends on the loader (`loader_family.Family`), so each mechanism
first finds what is wanted (`inventory`), then chooses its way, then says what that way will not
follow. The window's picture comes from the engine, run on a host in which the plan is written. The
loader settings file (`loader_settings_plan`) and settings of layers (`layer_settings_plan`) are
imported once there is anything to plan of them.
"""
