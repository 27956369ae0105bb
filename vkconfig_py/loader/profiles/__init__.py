"""Loader versions: what each can do, and which of them a machine has."""
