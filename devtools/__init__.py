"""What dev.py is made of: set-up, checks, pictures and measurements of the project itself."""
