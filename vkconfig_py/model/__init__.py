"""The application without its views: documents, plans, pictures, writing, launching."""
