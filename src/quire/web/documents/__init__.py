"""The services of documents: conversions, statements, invoices, and the tasks of all of them."""
