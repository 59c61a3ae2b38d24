// A stencil in three dimensions, or two: the grid is cut into a box for each PE, and boxes exchange faces.
//
// run: shmemlab run workloads/halo3d/halo3d.cu -n 8
// check: shmemlab check workloads/halo3d/halo3d.cu -n 2 -D SMALL
// look at: a neighbour may be one step ahead, never two, because it waits for this PE's face of each
// step. Hence two inboxes for each face, used in turn. Cells that need no neighbour are computed while
// faces travel.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#ifdef SMALL
#define CELLS 2
#define STEPS 2
#define LANES 1
#endif

#ifndef CELLS
#define CELLS 8  // along each edge of the grid; a multiple of the boxes along it
#endif
#define BOXES 0  // with few cells in their faces
#define SLABS 1  // along the first axis
#ifndef CUT
#define CUT BOXES
#endif
#ifndef DIMENSIONS
#define DIMENSIONS 3  // or 2, with one cell along the third axis
#endif
#define THIRD (DIMENSIONS == 3 ? CELLS : 1)
#ifndef STEPS
#define STEPS 3
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif

#define FACES 6  // one warp for each, and one that computes meanwhile

// How many boxes there are along each axis; of cuts with equal faces the last axis is cut most.
typedef struct {
  int count[3], edge[3];  // boxes, cells of a box
} Boxes;

static Boxes cut(int npes) {
  Boxes best = {{npes, 1, 1}, {0, 0, 0}};
#if CUT == BOXES
  int least = npes + 3;
  for (int x = 1; x <= npes; x++)
    for (int y = 1; npes % x == 0 && y <= npes / x; y++) {
      int z = npes / x / y;
      if (x * y * z == npes && (DIMENSIONS == 3 || z == 1) && x + y + z < least) {
        least = x + y + z;
        best.count[0] = x;
        best.count[1] = y;
        best.count[2] = z;
      }
    }
#endif
  for (int axis = 0; axis < 3; axis++)
    best.edge[axis] = (axis < DIMENSIONS ? CELLS : 1) / best.count[axis];
  return best;
}

// The box of a PE, or of the PE beyond a face of it: -1 where the grid ends.
__host__ __device__ static int neighbour(const Boxes *boxes, int pe, int face) {
  const int *count = boxes->count;
  int at[3] = {pe / (count[1] * count[2]), pe / count[2] % count[1], pe % count[2]};
  int axis = face / 2;
  at[axis] += face % 2 == 0 ? -1 : 1;
  if (at[axis] < 0 || at[axis] == count[axis]) return -1;
  return (at[0] * count[1] + at[1]) * count[2] + at[2];
}

__host__ __device__ static int area(const int *edge, int face) {
  return edge[0] * edge[1] * edge[2] / edge[face / 2];
}

// The place of a cell among those of its box.
__host__ __device__ static int place(const int *edge, const int *at) {
  return (at[0] * edge[1] + at[1]) * edge[2] + at[2];
}

// The place of a cell in the face across `axis`: the two other axes count.
__device__ static int in_face(const int *edge, const int *at, int axis) {
  return axis == 0 ? at[1] * edge[2] + at[2]
                   : axis == 1 ? at[0] * edge[2] + at[2] : at[0] * edge[1] + at[1];
}

// The next value of a cell, of its own value and its six neighbours'.
__host__ __device__ static unsigned next(unsigned own, unsigned sum) { return 3 * own + sum; }

#if LANES == 1  // a thread stands for a warp
__device__ static void put(unsigned *to, const unsigned *from, size_t cells, uint64_t *word, int pe) {
  nvshmem_uint_put_signal(to, from, cells, word, 1, NVSHMEM_SIGNAL_ADD, pe);
}
#else
__device__ static void put(unsigned *to, const unsigned *from, size_t cells, uint64_t *word, int pe) {
  nvshmemx_uint_put_signal_warp(to, from, cells, word, 1, NVSHMEM_SIGNAL_ADD, pe);
}
#endif

// One cell of the next step. Beyond the grid there is nothing.
__device__ static void compute(const unsigned *from, unsigned *to, const unsigned *inbox, int most,
                               const Boxes *boxes, int mype, const int *at) {
  const int *edge = boxes->edge;
  unsigned sum = 0;
  for (int face = 0; face < FACES; face++) {
    int axis = face / 2, beside[3] = {at[0], at[1], at[2]};
    beside[axis] += face % 2 == 0 ? -1 : 1;
    if (beside[axis] >= 0 && beside[axis] < edge[axis])
      sum += from[place(edge, beside)];
    else if (neighbour(boxes, mype, face) >= 0)
      sum += inbox[face * most + in_face(edge, at, axis)];
  }
  to[place(edge, at)] = next(from[place(edge, at)], sum);
}

// Whether a cell depends on no other box, wherever this one lies.
__device__ static int inner(const Boxes *boxes, const int *at) {
  for (int axis = 0; axis < 3; axis++)
    if (boxes->count[axis] > 1 && (at[axis] == 0 || at[axis] == boxes->edge[axis] - 1)) return 0;
  return 1;
}

// cells: two copies, used in turn; inbox: two for each face, and `arrived` counts what came there.
// The largest face has `most` cells.
__global__ void stencil(unsigned *cells, unsigned *outbox, unsigned *inbox, uint64_t *arrived,
                        Boxes boxes, int most) {
  int mype = nvshmem_my_pe(), warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  const int *edge = boxes.edge;
  int all = edge[0] * edge[1] * edge[2];
  for (int step = 0; step < STEPS; step++) {
    const unsigned *from = cells + step % 2 * all;
    unsigned *to = cells + (step + 1) % 2 * all, *halo = inbox + step % 2 * FACES * most;
    uint64_t *words = arrived + step % 2 * FACES;
    int beyond = warp < FACES ? neighbour(&boxes, mype, warp) : -1;
    if (beyond >= 0) {
      int axis = warp / 2, other = warp ^ 1;
      for (int i = lane; i < all; i += LANES) {
        int at[3] = {i / (edge[1] * edge[2]), i / edge[2] % edge[1], i % edge[2]};
        if (at[axis] == (warp % 2 == 0 ? 0 : edge[axis] - 1))
          outbox[warp * most + in_face(edge, at, axis)] = from[i];
      }
#if LANES > 1
      __syncwarp();
#endif
      put(halo + other * most, outbox + warp * most, area(edge, warp), words + other, beyond);
      if (lane == 0) nvshmem_signal_wait_until(words + warp, NVSHMEM_CMP_GE, step / 2 + 1);
    }
    if (warp == FACES)
      for (int i = lane; i < all; i += LANES) {
        int at[3] = {i / (edge[1] * edge[2]), i / edge[2] % edge[1], i % edge[2]};
        if (inner(&boxes, at)) compute(from, to, halo, most, &boxes, mype, at);
      }
    __syncthreads();
    if (warp == FACES)
      for (int i = lane; i < all; i += LANES) {
        int at[3] = {i / (edge[1] * edge[2]), i / edge[2] % edge[1], i % edge[2]};
        if (!inner(&boxes, at)) compute(from, to, halo, most, &boxes, mype, at);
      }
    __syncthreads();
  }
}

static unsigned start(int x, int y, int z) { return 1 + x + 10 * y + 100 * z; }

#define ALL (CELLS * CELLS * THIRD)

// The whole grid on one host, step by step.
static void whole_grid(unsigned *grid, unsigned *other) {
  for (int i = 0; i < ALL; i++) grid[i] = start(i / (CELLS * THIRD), i / THIRD % CELLS, i % THIRD);
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < ALL; i++) {
      int x = i / (CELLS * THIRD), y = i / THIRD % CELLS, z = i % THIRD;
      unsigned sum = 0;
      if (x > 0) sum += grid[i - CELLS * THIRD];
      if (x < CELLS - 1) sum += grid[i + CELLS * THIRD];
      if (y > 0) sum += grid[i - THIRD];
      if (y < CELLS - 1) sum += grid[i + THIRD];
      if (z > 0) sum += grid[i - 1];
      if (z < THIRD - 1) sum += grid[i + 1];
      other[i] = next(grid[i], sum);
    }
    for (int i = 0; i < ALL; i++) grid[i] = other[i];
  }
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  Boxes boxes = cut(npes);
  const int *edge = boxes.edge;
  int all = edge[0] * edge[1] * edge[2], most = 0;
  for (int axis = 0; axis < 3; axis++) {
    if (edge[axis] * boxes.count[axis] != (axis < DIMENSIONS ? CELLS : 1)) {
      if (mype == 0)
        fprintf(stderr, "%d cells are not cut into %d boxes; take another -D CELLS=\n", CELLS,
                boxes.count[axis]);
      nvshmem_global_exit(2);
    }
    if (area(edge, 2 * axis) > most) most = area(edge, 2 * axis);
  }
  int corner[3] = {mype / (boxes.count[1] * boxes.count[2]) * edge[0],
                   mype / boxes.count[2] % boxes.count[1] * edge[1], mype % boxes.count[2] * edge[2]};

  unsigned *cells;
  CHECK(cudaMalloc((void **)&cells, 2 * all * sizeof(unsigned)));
  unsigned *outbox = (unsigned *)nvshmem_malloc(FACES * most * sizeof(unsigned));
  unsigned *inbox = (unsigned *)nvshmem_malloc(2 * FACES * most * sizeof(unsigned));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(2 * FACES, sizeof(uint64_t));
  unsigned *mine = (unsigned *)malloc(all * sizeof(unsigned));
  for (int i = 0; i < all; i++)
    mine[i] = start(corner[0] + i / (edge[1] * edge[2]), corner[1] + i / edge[2] % edge[1],
                    corner[2] + i % edge[2]);
  CHECK(cudaMemcpy(cells, mine, all * sizeof(unsigned), cudaMemcpyHostToDevice));

  stencil<<<1, (FACES + 1) * LANES>>>(cells, outbox, inbox, arrived, boxes, most);
  CHECK(cudaMemcpy(mine, cells + STEPS % 2 * all, all * sizeof(unsigned), cudaMemcpyDeviceToHost));

  static unsigned grid[ALL], other[ALL];
  whole_grid(grid, other);
  int wrong = 0;
  for (int i = 0; i < all; i++) {
    int x = corner[0] + i / (edge[1] * edge[2]), y = corner[1] + i / edge[2] % edge[1];
    wrong += mine[i] != grid[(x * CELLS + y) * THIRD + corner[2] + i % edge[2]];
  }
  printf("PE %d: %d cells after %d steps, %d are wrong\n", mype, all, STEPS, wrong);

  nvshmem_barrier_all();
  free(mine);
  nvshmem_free(arrived);
  nvshmem_free(inbox);
  nvshmem_free(outbox);
  CHECK(cudaFree(cells));
  nvshmem_finalize();
  return wrong != 0;
}
