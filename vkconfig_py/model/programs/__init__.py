"""Programs on this machine: executables, wrappers, and which ones a configuration is for."""
