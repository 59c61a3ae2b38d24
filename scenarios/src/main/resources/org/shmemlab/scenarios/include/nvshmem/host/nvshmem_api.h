#include <nvshmem.h>
