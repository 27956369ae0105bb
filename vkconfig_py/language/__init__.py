"""The languages in which the program speaks: its sentences, their catalogues, the choice of one."""
