"""Pictures: the engine's answer as rows and sentences."""
