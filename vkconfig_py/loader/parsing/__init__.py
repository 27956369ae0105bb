"""Text as C reads it: the JSON of two generations of loaders, numbers, edits in place."""
