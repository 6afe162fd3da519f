"""Books as wikis: a folder of Markdown pages, every sentence with its source.

`phases` runs the four phases over a folder, `folder` keeps what they make, `search` and `stats` read it.
"""
