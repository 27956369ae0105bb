"""Everything about the selected row, page by page."""
