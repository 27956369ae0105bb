"""What happened to the files that Vulkan reads: what this program wrote, and what others did."""
