"""Stands in for cuda.core where it is not installed: the GPU of this PE, and streams."""

from cuda.core import experimental
from cuda.core.experimental import Device, Stream, system

__all__ = ["Device", "Stream", "experimental", "system"]
