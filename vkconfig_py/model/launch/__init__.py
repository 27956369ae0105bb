"""Launched programs: start with a configuration, output, supervision and end."""
