"""Probes: children that open real loaders, drivers and layers, and what they report."""
