"""The window with the table of saved reports."""
