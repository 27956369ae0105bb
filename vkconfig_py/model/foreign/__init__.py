"""Files of other programs, understood as configurations, and what was not taken over."""
