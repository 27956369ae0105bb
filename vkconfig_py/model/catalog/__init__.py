"""Folders and manifests that the user adds, and every copy of every layer."""
