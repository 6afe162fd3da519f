"""The company service."""
