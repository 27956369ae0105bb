"""Item models of Qt over pictures, settings, problems and the catalog."""
