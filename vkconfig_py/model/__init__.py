"""The application without its views: documents, plans, snapshots, writing, launching."""
