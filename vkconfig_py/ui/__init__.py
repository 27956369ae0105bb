"""Views over the item models: what is shown and asked; nothing is computed here."""
