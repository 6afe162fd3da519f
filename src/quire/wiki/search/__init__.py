"""Search in a wiki."""
