"""Stands in for cuda.core where it is not installed."""
