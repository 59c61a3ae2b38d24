"""Names of NVSHMEM4Py's nvshmem.bindings."""
