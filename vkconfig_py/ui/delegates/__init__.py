"""Painters and editors of rows."""
