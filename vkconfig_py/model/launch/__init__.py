"""Programs started with a configuration, their output and their end."""
