"""What stands where on a page, and in which order it is read."""
