"""Fuchsia: the loader service as a model, and what programs get from it."""
