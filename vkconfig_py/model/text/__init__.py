"""Names and sentences that window and command line share."""
