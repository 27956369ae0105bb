"""Applying: plans written with a journal of what was there, withdrawn and restored."""
