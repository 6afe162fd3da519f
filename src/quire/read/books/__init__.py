"""Books as EPUB, Markdown and plain text to documents."""
