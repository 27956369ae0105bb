"""Files on disk: paths, existence checks, locks, snapshots and atomic writes."""
