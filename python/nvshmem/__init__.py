"""NVSHMEM4Py's names, for scripts that ShmemLab runs: see nvshmem.core."""
