"""Explanations of decisions: verdicts, stories and sentences."""
