"""Shell scripts, followed without running them."""
