"""The engine's Windows rules against real loaders for Windows, which Wine runs."""
