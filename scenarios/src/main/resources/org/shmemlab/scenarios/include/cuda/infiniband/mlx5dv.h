/* The types of rdma-core that headers name next to the functions of their network card (Mellanox
   Adapters Programmer's Reference Manual, "Address Vector"). */
#pragma once
#include <stdint.h>
#if __has_include(<linux/types.h>)
#include <linux/types.h>
#else
typedef uint16_t __be16;
typedef uint32_t __be32;
typedef uint64_t __be64;
#endif
struct mlx5_wqe_av {
  __be64 key;
  __be32 dqp_dct;
  uint8_t stat_rate_sl, fl_mlid;
  __be16 rlid;
  uint8_t reserved[4], rmac[6], tclass, hop_limit;
  __be32 grh_gid_fl;
  uint8_t rgid[16];
};
