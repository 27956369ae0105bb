"""The engine as others call it: a report, its JSON, what-if, advice that was tried."""
