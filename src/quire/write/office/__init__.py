"""What Word and slide files share: safe text, fonts, list markers, widths, addresses, packages."""
