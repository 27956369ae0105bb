"""Values exchanged between processes: load plans, jobs, results, and their JSON."""
