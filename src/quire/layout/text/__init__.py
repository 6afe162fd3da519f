"""Lines, spans and paragraphs of a page, whatever they are part of."""
