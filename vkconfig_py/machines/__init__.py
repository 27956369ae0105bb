"""Machines that are no folders and variables of this one: exports, mounted disks, other systems."""
