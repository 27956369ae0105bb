"""Configurations and the workspace: what is saved, read, upgraded and exchanged."""
