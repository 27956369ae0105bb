"""Layers: which are listed, which are on, and the order from application to driver."""
