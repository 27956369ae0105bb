"""The loader settings file: its places, its structure, and how its layers join the others."""
