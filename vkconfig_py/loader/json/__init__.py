"""JSON as two generations of loaders read it, with positions, and edits in place."""
