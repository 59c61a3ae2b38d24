/* The toolkit's, and with it the properties of a device. */
#pragma GCC system_header
#include_next <cuda_runtime.h>
#if defined __SHMEMLAB_TOOLKIT && !defined __CUDA__
#include <shmemlab/properties.h>
#endif
