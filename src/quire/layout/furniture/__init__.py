"""What pages show besides their text: running titles, page numbers, logos."""
