"""Problems of a session, previews of their remedies, and fixes through the journal."""
