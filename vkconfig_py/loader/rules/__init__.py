"""The loader's decisions: which layers and drivers there are, which are used, in which order."""
