"""Pictures of pages to pages: recognition, and what is found in the picture around it."""
