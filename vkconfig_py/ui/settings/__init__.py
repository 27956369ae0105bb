"""The settings of one layer: search, presets, tree, editors."""
