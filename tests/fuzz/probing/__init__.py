"""Random machines of misbehaving drivers and layers, through the native half and real loaders."""
