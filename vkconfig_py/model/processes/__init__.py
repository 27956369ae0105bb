"""Processes that have Vulkan loaded, and whether they have what the engine predicts."""
