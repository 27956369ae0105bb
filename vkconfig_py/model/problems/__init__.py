"""Problems of a machine or a file, previews of remedies, and fixes with undo."""
