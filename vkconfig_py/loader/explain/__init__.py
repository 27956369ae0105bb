"""Explanations of decisions: verdicts, remedies, stories and sentences."""
