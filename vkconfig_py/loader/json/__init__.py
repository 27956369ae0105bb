"""JSON as read by old and new loaders, with positions, and in-place edits."""
