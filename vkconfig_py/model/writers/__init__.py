"""Texts of files and scripts: pure functions, tested to the byte."""
