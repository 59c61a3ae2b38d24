"""Stands in for cuda.core: the GPU of this PE, and its streams."""

from shmemlab.recording import Stream, recording, synchronize

__all__ = ["Device", "Stream", "system"]


class Device:
    """The GPU of this PE."""

    def __init__(self, device_id=0):
        self.device_id = device_id

    def set_current(self):
        pass

    def create_stream(self, *options):
        return Stream()

    def sync(self):
        synchronize()


class _System:
    """The machine: one node with a GPU for each PE."""

    @property
    def num_devices(self):
        return recording().pes

    def get_num_devices(self):
        return recording().pes


system = _System()
