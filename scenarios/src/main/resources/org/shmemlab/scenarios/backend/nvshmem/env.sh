# Finds NVSHMEM: NVSHMEM_HOME, or the Python wheel nvidia-nvshmem-cu13. Sourced by the other scripts.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/settings.sh"
. "$here/json.sh"

if [ -z "${NVSHMEM_HOME:-}" ]; then
  NVSHMEM_HOME=$(python3 -c 'import nvidia.nvshmem as n; print(list(n.__path__)[0])' 2>/dev/null || :)
fi
if [ ! -e "${NVSHMEM_HOME:-/nowhere}/include/nvshmem.h" ]; then
  echo "NVSHMEM is not there: set NVSHMEM_HOME, or python3 -m pip install nvidia-nvshmem-cu13" >&2
  exit 2
fi
if ! command -v nvcc >/dev/null; then
  echo "nvcc is not there: install the CUDA toolkit and add its bin folder to PATH" >&2
  exit 2
fi
NVSHMEM_LIB=$NVSHMEM_HOME/lib
ARCH=${CUDA_ARCH:-sm_90}
export LD_LIBRARY_PATH=$NVSHMEM_LIB${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
# Multicast stays off unless the user turned it on, and no network is looked for on one node.
export NVSHMEM_DISABLE_NVLS=${NVSHMEM_DISABLE_NVLS:-1}
export NVSHMEM_REMOTE_TRANSPORT=${NVSHMEM_REMOTE_TRANSPORT:-none}
[ -e "$here/build/bootstrap.sh" ] && . "$here/build/bootstrap.sh"

compile_flags="-std=c++17 -O3 --extended-lambda -rdc=true -arch=$ARCH -I$NVSHMEM_HOME/include -diag-suppress 177,550 ${NVCC_FLAGS:-}"
link_flags="-rdc=true -arch=$ARCH -L$NVSHMEM_LIB -l:libnvshmem_host.so.3 -lnvshmem_device"
[ -e "$NVSHMEM_LIB/libnvshmem_host.so.3" ] ||
  link_flags="-rdc=true -arch=$ARCH -L$NVSHMEM_LIB -lnvshmem_host -lnvshmem_device -lnvidia-ml"
GPUS=${GPUS:-$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')}
