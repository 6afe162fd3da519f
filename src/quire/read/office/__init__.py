"""Office files, web pages and e-mail as documents.

They have no pages to lay out, so each reader gives blocks at once.
"""
