"""The loader's decisions: which layers and drivers are found and used, and in which order."""
