"""A wiki as a static site: files that open from a folder, without a server and without anything from elsewhere."""
