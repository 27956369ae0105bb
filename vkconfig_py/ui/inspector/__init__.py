"""The inspector: details of the selected row, page by page."""
