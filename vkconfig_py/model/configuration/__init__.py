"""Configurations and the workspace: values, edits, JSON, and the files they are saved in."""
