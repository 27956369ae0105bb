"""Qt item models for pictures, settings, problems and the layer catalog."""
