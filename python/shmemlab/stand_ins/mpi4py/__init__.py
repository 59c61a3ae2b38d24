"""Stands in for mpi4py where it is not installed: the ranks of the job."""
