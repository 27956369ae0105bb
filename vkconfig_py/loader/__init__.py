"""The embedded loader engine: decides what the Khronos loader would do, and says why."""
