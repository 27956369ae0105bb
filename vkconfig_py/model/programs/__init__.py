"""Programs on this machine: which run, and which of them a configuration is for."""
