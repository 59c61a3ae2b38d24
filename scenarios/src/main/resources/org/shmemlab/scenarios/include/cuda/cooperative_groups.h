#pragma once
#include <cuda_runtime.h>
/* Groups of blocks and grids, tiles of a block, lanes that go together (CUDA C++ Programming Guide,
   "Cooperative Groups"). A group inside a warp is its mask of lanes. */
#ifdef __CUDA__
#define __SHMEMLAB_MEMBER __attribute__((always_inline)) __device__
extern "C++" {
namespace cooperative_groups {
class grid_group {
 public:
  __SHMEMLAB_MEMBER static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  __SHMEMLAB_MEMBER static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __SHMEMLAB_MEMBER static unsigned long long size() {
    return num_blocks() * blockDim.x * blockDim.y * blockDim.z;
  }
  __SHMEMLAB_MEMBER static unsigned long long num_threads() { return size(); }
  __SHMEMLAB_MEMBER static unsigned long long thread_rank() {
    return block_rank() * (blockDim.x * blockDim.y * blockDim.z) +
           (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __SHMEMLAB_MEMBER static dim3 group_dim() { return gridDim; }
  __SHMEMLAB_MEMBER static dim3 dim_blocks() { return gridDim; }
  __SHMEMLAB_MEMBER static dim3 block_index() { return blockIdx; }
  __SHMEMLAB_MEMBER static bool is_valid() { return true; }
  __SHMEMLAB_MEMBER static void sync() { __shmemlab_grid_sync(); }
};

/* The queries of every group of threads of one block; the parent of tiles. */
class thread_group {
 protected:
  unsigned mask_; /* lanes of its warp; 0: the whole block */

 public:
  __SHMEMLAB_MEMBER explicit thread_group(unsigned mask) : mask_(mask) {}
  __SHMEMLAB_MEMBER unsigned __mask() const { return mask_; }
  __SHMEMLAB_MEMBER unsigned long long num_threads() const {
    return mask_ ? __popc(mask_) : blockDim.x * blockDim.y * blockDim.z;
  }
  __SHMEMLAB_MEMBER unsigned long long size() const { return num_threads(); }
  __SHMEMLAB_MEMBER unsigned long long thread_rank() const {
    unsigned rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    return mask_ ? __popc(mask_ & ((1u << rank % 32) - 1)) : rank;
  }
  __SHMEMLAB_MEMBER bool is_valid() const { return true; }
  __SHMEMLAB_MEMBER void sync() const {
    if (mask_) __syncwarp(mask_);
    else __syncthreads();
  }
};

class thread_block : public thread_group {
 public:
  __SHMEMLAB_MEMBER thread_block() : thread_group(0) {}
  __SHMEMLAB_MEMBER static unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __SHMEMLAB_MEMBER static unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
  __SHMEMLAB_MEMBER static unsigned int num_threads() { return size(); }
  __SHMEMLAB_MEMBER static dim3 group_index() { return blockIdx; }
  __SHMEMLAB_MEMBER static dim3 thread_index() { return threadIdx; }
  __SHMEMLAB_MEMBER static dim3 group_dim() { return blockDim; }
  __SHMEMLAB_MEMBER static dim3 dim_threads() { return blockDim; }
  __SHMEMLAB_MEMBER static void sync() { __syncthreads(); }
};

/* Lanes of one warp that exchange values; a lane is named by its rank in the group. */
class __shmemlab_lanes : public thread_group {
  __SHMEMLAB_MEMBER unsigned lane(unsigned rank) const {
    unsigned left = mask_;
    for (unsigned i = 0; i < rank; i++) left &= left - 1;
    return __ffs(left) - 1;
  }

 public:
  __SHMEMLAB_MEMBER explicit __shmemlab_lanes(unsigned mask) : thread_group(mask) {}
  __SHMEMLAB_MEMBER unsigned int thread_rank() const { return thread_group::thread_rank(); }
  __SHMEMLAB_MEMBER unsigned int size() const { return __popc(mask_); }
  __SHMEMLAB_MEMBER unsigned int num_threads() const { return size(); }
  __SHMEMLAB_MEMBER void sync() const { __syncwarp(mask_); }
  /* The same bits, by rank. */
  __SHMEMLAB_MEMBER unsigned __packed(unsigned lanes) const {
    unsigned ranks = 0, left = mask_;
    for (unsigned i = 0; left; i++, left &= left - 1)
      if (lanes & left & -left) ranks |= 1u << i;
    return ranks;
  }
  template <class T> __SHMEMLAB_MEMBER T __from(T value, unsigned lane) const {
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
      typename __shmemlab_word<sizeof(T)>::type word;
      __builtin_memcpy(&word, &value, sizeof(T));
      word = __shfl_sync(mask_, word, (int)lane, 32);
      __builtin_memcpy(&value, &word, sizeof(T));
    } else {
      unsigned words[(sizeof(T) + 3) / 4] = {};
      __builtin_memcpy(words, &value, sizeof(T));
      for (unsigned i = 0; i < sizeof words / 4; i++)
        words[i] = __shfl_sync(mask_, words[i], (int)lane, 32);
      __builtin_memcpy(&value, words, sizeof(T));
    }
    return value;
  }

 private:
  template <int bytes, class = void> struct __shmemlab_word { typedef unsigned type; };
  template <class none> struct __shmemlab_word<8, none> { typedef unsigned long long type; };

 public:
  template <class T> __SHMEMLAB_MEMBER T shfl(T value, unsigned rank) const {
    return __from(value, lane(rank % size()));
  }
  template <class T> __SHMEMLAB_MEMBER T shfl_up(T value, unsigned distance) const {
    unsigned rank = thread_rank();
    return __from(value, lane(rank < distance ? rank : rank - distance));
  }
  template <class T> __SHMEMLAB_MEMBER T shfl_down(T value, unsigned distance) const {
    unsigned rank = thread_rank();
    return __from(value, lane(rank + distance < size() ? rank + distance : rank));
  }
  template <class T> __SHMEMLAB_MEMBER T shfl_xor(T value, unsigned bits) const {
    unsigned rank = thread_rank() ^ bits;
    return __from(value, lane(rank < size() ? rank : thread_rank()));
  }
  __SHMEMLAB_MEMBER unsigned ballot(int predicate) const {
    return __packed(__ballot_sync(mask_, predicate));
  }
  __SHMEMLAB_MEMBER int any(int predicate) const { return __any_sync(mask_, predicate); }
  __SHMEMLAB_MEMBER int all(int predicate) const { return __all_sync(mask_, predicate); }
  template <class T> __SHMEMLAB_MEMBER unsigned match_any(T value) const {
    return __packed(__match_any_sync(mask_, value));
  }
  template <class T> __SHMEMLAB_MEMBER unsigned match_all(T value, int &equal) const {
    return __packed(__match_all_sync(mask_, value, &equal));
  }
};

/* Lanes that were together where coalesced_threads() stood, or that a partition made. */
class coalesced_group : public __shmemlab_lanes {
 public:
  __SHMEMLAB_MEMBER explicit coalesced_group(unsigned mask) : __shmemlab_lanes(mask) {}
  __SHMEMLAB_MEMBER unsigned meta_group_rank() const { return 0; }
  __SHMEMLAB_MEMBER unsigned meta_group_size() const { return 1; }
};

template <unsigned Size, class Parent = void> class thread_block_tile : public __shmemlab_lanes {
  static_assert(Size && Size <= 32 && !(Size & (Size - 1)), "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  __SHMEMLAB_MEMBER explicit thread_block_tile(unsigned mask) : __shmemlab_lanes(mask) {}
  template <class Other>
  __SHMEMLAB_MEMBER thread_block_tile(const thread_block_tile<Size, Other> &same)
      : __shmemlab_lanes(same.__mask()) {}
  __SHMEMLAB_MEMBER static constexpr unsigned int size() { return Size; }
  __SHMEMLAB_MEMBER static constexpr unsigned int num_threads() { return Size; }
  __SHMEMLAB_MEMBER static unsigned int thread_rank() { return thread_block::thread_rank() % Size; }
  __SHMEMLAB_MEMBER static unsigned int meta_group_rank() {
    return thread_block::thread_rank() / Size;
  }
  __SHMEMLAB_MEMBER static unsigned int meta_group_size() {
    return (thread_block::size() + Size - 1) / Size;
  }
};

__SHMEMLAB_MEMBER static inline grid_group this_grid() { return grid_group(); }
__SHMEMLAB_MEMBER static inline thread_block this_thread_block() { return thread_block(); }
__SHMEMLAB_MEMBER static inline coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}
template <class Group> __SHMEMLAB_MEMBER static inline void sync(const Group &g) { g.sync(); }
template <class Group> __SHMEMLAB_MEMBER static inline auto thread_rank(const Group &g) {
  return g.thread_rank();
}
template <class Group> __SHMEMLAB_MEMBER static inline auto group_size(const Group &g) {
  return g.size();
}

/* The lanes of the caller's tile, as far as the block has them. */
__SHMEMLAB_MEMBER static inline unsigned __shmemlab_tile(unsigned size) {
  unsigned rank = thread_block::thread_rank(), first = rank / size * size;
  unsigned left = thread_block::size() - first;
  unsigned lanes = left < size ? left : size;
  return (lanes == 32 ? ~0u : (1u << lanes) - 1) << first % 32;
}
template <unsigned Size, class Parent>
__SHMEMLAB_MEMBER static inline thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>(__shmemlab_tile(Size));
}
__SHMEMLAB_MEMBER static inline coalesced_group tiled_partition(
    const thread_group &parent, unsigned size) {
  if (!parent.__mask()) return coalesced_group(__shmemlab_tile(size));
  unsigned left = parent.__mask(), first = parent.thread_rank() / size * size, mask = 0;
  for (unsigned i = 0; left && i < first + size; i++, left &= left - 1)
    if (i >= first) mask |= left & -left;
  return coalesced_group(mask);
}
template <class Group, class Label>
__SHMEMLAB_MEMBER static inline coalesced_group labeled_partition(const Group &g, Label label) {
  return coalesced_group(__match_any_sync(g.__mask(), label));
}
template <class Group>
__SHMEMLAB_MEMBER static inline coalesced_group binary_partition(const Group &g, bool side) {
  unsigned lanes = __ballot_sync(g.__mask(), side);
  return coalesced_group(side ? lanes : g.__mask() & ~lanes);
}
/* A function that one thread of the group calls. */
template <class Group, class F> __SHMEMLAB_MEMBER static inline void invoke_one(const Group &g, F f) {
  if (g.thread_rank() == 0) f();
}
}
}
#include <cooperative_groups/reduce.h>
#endif
