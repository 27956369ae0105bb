"""What may be offered: remedies that the engine has seen to help."""
