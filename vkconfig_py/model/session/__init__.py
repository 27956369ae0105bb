"""The running session: state, undo, background work, saving, probes (QtCore)."""
