/* NVSHMEM's own says how its queue pairs lie in memory; here they are none of a program's. */
#pragma once
#define NVSHMEMI_IBGDA_MIN_QP_DEPTH 128
