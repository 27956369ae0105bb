"""What would turn the decisions of a report: computed after it, where remedies are asked for."""
