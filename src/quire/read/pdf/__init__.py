"""PDF files to pages, through PDFium: one call a page with the accelerator, or the same in Python."""
