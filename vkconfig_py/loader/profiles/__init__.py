"""Loader versions: their behaviour, and the versions installed on a machine."""
