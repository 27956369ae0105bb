"""Manifests of layers and drivers, read as the loader reads them."""
