"""Values that pass between processes: what is opened, jobs, results, and their JSON."""
