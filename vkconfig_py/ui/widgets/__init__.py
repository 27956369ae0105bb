"""Generic widgets, independent of their content."""
