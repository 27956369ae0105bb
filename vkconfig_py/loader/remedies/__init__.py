"""What would turn a decision, as values that a program can offer and carry out."""
