"""Two devices, configurations or reports side by side: one value, whatever the sides are."""
