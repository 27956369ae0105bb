"""Saved reports of many machines: read, measured, filtered, compared and exported."""
