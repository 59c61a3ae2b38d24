/* The layouts of a Mellanox network card's queues that headers name next to the functions for it (Mellanox
   Adapters Programmer's Reference Manual, "Work Request (WQE) Formats", "Completion Queue Entry"). */
#pragma once
#include <stdint.h>
#if __has_include(<linux/types.h>)
#include <linux/types.h>
#else
typedef uint16_t __be16;
typedef uint32_t __be32;
typedef uint64_t __be64;
#endif
enum { MLX5_RCV_DBR = 0, MLX5_SND_DBR = 1 };
enum { MLX5_SEND_WQE_BB = 64, MLX5_SEND_WQE_SHIFT = 6 };
enum { MLX5_INLINE_SEG = 0x80000000 };
enum {
  MLX5_OPCODE_NOP = 0x00,
  MLX5_OPCODE_RDMA_WRITE = 0x08,
  MLX5_OPCODE_RDMA_WRITE_IMM = 0x09,
  MLX5_OPCODE_SEND = 0x0a,
  MLX5_OPCODE_SEND_IMM = 0x0b,
  MLX5_OPCODE_RDMA_READ = 0x10,
  MLX5_OPCODE_ATOMIC_CS = 0x11,
  MLX5_OPCODE_ATOMIC_FA = 0x12,
  MLX5_OPCODE_ATOMIC_MASKED_CS = 0x14,
  MLX5_OPCODE_ATOMIC_MASKED_FA = 0x15
};
enum {
  MLX5_WQE_CTRL_SOLICITED = 1 << 1,
  MLX5_WQE_CTRL_CQ_UPDATE = 2 << 2,
  MLX5_WQE_CTRL_INITIATOR_SMALL_FENCE = 1 << 5,
  MLX5_WQE_CTRL_FENCE = 4 << 5
};
enum {
  MLX5_CQE_OWNER_MASK = 1,
  MLX5_CQE_REQ = 0x0,
  MLX5_CQE_REQ_ERR = 0xd,
  MLX5_CQE_RESP_ERR = 0xe,
  MLX5_CQE_INVALID = 0xf
};
struct mlx5_wqe_ctrl_seg {
  __be32 opmod_idx_opcode, qpn_ds;
  uint8_t signature, stream[2], fm_ce_se;
  __be32 imm;
};
struct mlx5_wqe_raddr_seg {
  __be64 raddr;
  __be32 rkey, reserved;
};
struct mlx5_wqe_data_seg {
  __be32 byte_count, lkey;
  __be64 addr;
};
struct mlx5_wqe_inl_data_seg {
  uint32_t byte_count;
};
struct mlx5_wqe_atomic_seg {
  __be64 swap_add, compare;
};
struct mlx5_wqe_av {
  __be64 key;
  __be32 dqp_dct;
  uint8_t stat_rate_sl, fl_mlid;
  __be16 rlid;
  uint8_t reserved[4], rmac[6], tclass, hop_limit;
  __be32 grh_gid_fl;
  uint8_t rgid[16];
};
struct mlx5_wqe_datagram_seg {
  struct mlx5_wqe_av av;
};
struct mlx5_cqe64 {
  uint8_t head[32];
  __be32 srqn_uidx, imm_inval_pkey;
  uint8_t app, app_op;
  __be16 app_info;
  __be32 byte_cnt;
  __be64 timestamp;
  __be32 sop_drop_qpn;
  __be16 wqe_counter;
  uint8_t signature, op_own;
};
struct mlx5_err_cqe {
  uint8_t head[32];
  __be32 srqn;
  uint8_t reserved[16], hw_err_synd, hw_synd_type, vendor_err_synd, syndrome;
  __be32 s_wqe_opcode_qpn;
  __be16 wqe_counter;
  uint8_t signature, op_own;
};
