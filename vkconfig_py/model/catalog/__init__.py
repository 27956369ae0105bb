"""Folders and manifests that the user adds, and all copies of all layers."""
