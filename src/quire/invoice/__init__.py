"""Invoices: the fields of a page from its XML, its QR code and its print, with checks. `recognise` is the way in."""
