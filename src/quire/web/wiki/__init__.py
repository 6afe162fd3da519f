"""The wiki service."""
