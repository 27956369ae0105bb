"""Drivers and layers bound through ctypes, with real call chains; for children alone."""
