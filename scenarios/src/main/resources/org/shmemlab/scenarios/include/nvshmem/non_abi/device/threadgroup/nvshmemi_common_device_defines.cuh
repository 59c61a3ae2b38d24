#pragma once
#include <cooperative_groups.h>
#include <nvshmem.h>
namespace cg = cooperative_groups;
