#include <nvshmemx.h>
