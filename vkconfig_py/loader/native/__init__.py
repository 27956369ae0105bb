"""Drivers and layers called through ctypes, in real call chains; used in child processes only."""
