"""Decisions as words, reasons and stories for people."""
