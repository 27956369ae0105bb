"""What probes found out, kept, recalled and shown beside the picture."""
