"""Configuration and report to a Plan: pure functions, one module per mechanism.

Theory of operation. An explicit layer's place is that of the list that names it. Implicit layers
are in scan order, unless one is a component of a meta-layer at a better place. Which place is
better depends on the loader (`loader_family.DuplicateRule`), so each mechanism first resolves the
wanted layers (`inventory`), then chooses a method, then reports what that method cannot express
(`Limitation`).
The window's snapshot comes from the engine, run on a host with the plan written. The loader
settings file (`loader_settings_plan`) and settings of layers (`layer_settings_plan`) are imported
once there is anything to plan of them.
"""
