# Finds OpenSHMEM and says how to start it. Sourced by the other scripts.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/settings.sh"
. "$here/json.sh"

if ! command -v oshcc >/dev/null || ! command -v oshrun >/dev/null; then
  echo "oshcc is not there: apt-get install openmpi-bin libopenmpi-dev" >&2
  exit 2
fi
# Open MPI: more PEs than cores, as root too; its memory hooks crash at the end of a job (open-mpi
# 11604), so they stay out.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_memory=^patcher OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl=^openib OMPI_MCA_mpi_yield_when_idle=1
export SHMEM_SYMMETRIC_SIZE=${SHMEM_SYMMETRIC_SIZE:-256M}

# Shared memory or the loopback of TCP.
transport() {
  case $1 in
    posix) export UCX_TLS=posix,self ;;
    tcp) export UCX_TLS=tcp,self UCX_NET_DEVICES=lo ;;
    *) echo "no such transport: $1 (posix or tcp)" >&2; exit 2 ;;
  esac
}
