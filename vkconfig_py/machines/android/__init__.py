"""Android: driver and layers of an application, from files, properties and settings."""
