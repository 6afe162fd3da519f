"""PDF files to pages: through PDFium, in one call a page, or by its twin in Python."""
