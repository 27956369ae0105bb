"""Measure, as ratios: window, settings, stretches of the GUI thread, engine, probe.

Absolute times depend on the machine; a ratio to the least that does the same kind of work hardly
does. The runs of both sides take turns, so that a disturbance hits both.
"""
