"""Colors, fonts, sizes, icons, and painting with them."""
