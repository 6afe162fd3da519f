"""Company records: import, representations, the catalogue, look-up and search."""
