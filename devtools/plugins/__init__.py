"""Plugins for pytest, loaded by name (-p)."""
