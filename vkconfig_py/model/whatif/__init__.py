"""What if: today's picture beside that of a supposed machine."""
