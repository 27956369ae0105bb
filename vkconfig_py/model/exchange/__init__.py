"""Files of other programs opened, and texts for others generated."""
