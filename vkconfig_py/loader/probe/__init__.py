"""Probes: child processes that open real loaders, drivers and layers, and their results."""
