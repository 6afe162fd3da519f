"""What draws the sample documents: fonts, the sheet they are set on, pictures, and one module for each document."""
