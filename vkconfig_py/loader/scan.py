"""places -> raw documents; the only module of the engine that reads files."""

from __future__ import annotations


class DocumentCache:
    """Documents read before, by path and file identity; makes a rescan incremental."""
