"""Files on the disk: paths, existence, locks, snapshots and atomic writes."""
