"""A desktop configurator for Vulkan with its own loader engine."""

__version__ = "0.1.0"
