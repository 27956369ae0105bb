"""Which layer, driver, setting or variable breaks a program: found by trials, each a launch."""
