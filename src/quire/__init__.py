"""Quire: documents, books and company records as one self-hosted product."""

__version__ = "0.1.0"
