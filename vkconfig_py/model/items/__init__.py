"""Qt item models for snapshots, settings, problems and the layer catalog."""
