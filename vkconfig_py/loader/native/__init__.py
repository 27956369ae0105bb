"""Drivers and layers called through ctypes, in real call chains, in child processes only."""
