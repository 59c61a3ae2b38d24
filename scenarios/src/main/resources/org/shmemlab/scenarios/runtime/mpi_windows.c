/* MPI's windows (MPI 4.1, chapter 12) on memory of the host that the processes of a node map: what a
   process puts is stored at once, and is visible after the call that synchronises. A program's own
   definition of one of them comes first. */
#include <mpi.h>
#include <shmemlab/own.h>
#include <stdlib.h>
#include <string.h>

#define OURS __attribute__((weak))

enum { POST_TAG = -21, COMPLETE_TAG = -22 };

struct __MPI_win {
  MPI_Comm comm;
  int flavor;
  int size; /* processes */
  char *own; /* memory that the window gives back */
  char **base;
  long *bytes, *unit;
  MPI_Group posted, started;
};

static MPI_Win window(int flavor, MPI_Comm comm) {
  MPI_Win made = malloc(sizeof *made);
  MPI_Comm_dup(comm, &made->comm);
  MPI_Comm_size(comm, &made->size);
  made->flavor = flavor;
  made->own = 0;
  made->base = malloc(made->size * sizeof(char *));
  made->bytes = malloc(made->size * sizeof(long));
  made->unit = malloc(made->size * sizeof(long));
  made->posted = made->started = MPI_GROUP_NULL;
  return made;
}
static int rank_in(MPI_Win win) {
  int rank;
  MPI_Comm_rank(win->comm, &rank);
  return rank;
}
/* The processes agree on where the memory of each is. */
static void exchange(MPI_Win win, void *base, long bytes, int unit) {
  long mine[3] = {(long)base, bytes, unit}, *all = malloc(3 * win->size * sizeof(long));
  MPI_Allgather(mine, 3, MPI_LONG, all, 3, MPI_LONG, win->comm);
  for (int i = 0; i < win->size; i++) {
    win->base[i] = all[3 * i] ? __mpi_map(win->comm, i, (void *)all[3 * i]) : 0;
    win->bytes[i] = all[3 * i + 1];
    win->unit[i] = all[3 * i + 2];
  }
  free(all);
}

OURS int MPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                        MPI_Win *win) {
  *win = window(MPI_WIN_FLAVOR_CREATE, comm);
  exchange(*win, bytes ? base : 0, bytes, unit);
  return MPI_SUCCESS;
}
OURS int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base,
                          MPI_Win *win) {
  *win = window(MPI_WIN_FLAVOR_ALLOCATE, comm);
  (*win)->own = bytes ? malloc(bytes) : 0;
  exchange(*win, (*win)->own, bytes, unit);
  *(void **)base = (*win)->own;
  return MPI_SUCCESS;
}
/* The parts follow each other in the order of the ranks, in the memory of the first. */
OURS int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base,
                                 MPI_Win *win) {
  *win = window(MPI_WIN_FLAVOR_SHARED, comm);
  exchange(*win, 0, bytes, unit);
  long all = 0, first;
  for (int i = 0; i < (*win)->size; i++) all += (*win)->bytes[i];
  if (rank_in(*win) == 0) (*win)->own = malloc(all + 1);
  first = (long)(*win)->own;
  MPI_Bcast(&first, 1, MPI_LONG, 0, (*win)->comm);
  char *at = __mpi_map((*win)->comm, 0, (void *)first);
  for (int i = 0; i < (*win)->size; i++) {
    (*win)->base[i] = at;
    at += (*win)->bytes[i];
  }
  *(void **)base = (*win)->base[rank_in(*win)];
  return MPI_SUCCESS;
}
OURS int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *bytes, int *unit, void *base) {
  if (rank == MPI_PROC_NULL) /* the first with memory */
    for (rank = 0; rank + 1 < win->size && win->bytes[rank] == 0;) rank++;
  *bytes = win->bytes[rank];
  *unit = win->unit[rank];
  *(void **)base = win->base[rank];
  return MPI_SUCCESS;
}
OURS int MPI_Win_free(MPI_Win *win) {
  MPI_Barrier((*win)->comm);
  MPI_Comm_free(&(*win)->comm);
  free((*win)->own);
  free((*win)->base);
  free((*win)->bytes);
  free((*win)->unit);
  free(*win);
  *win = MPI_WIN_NULL;
  return MPI_SUCCESS;
}
OURS int MPI_Win_get_attr(MPI_Win win, int key, void *value, int *flag) {
  int me = rank_in(win);
  *flag = 1;
  switch (key) {
    case MPI_WIN_BASE: *(void **)value = win->base[me]; break;
    case MPI_WIN_SIZE: *(void **)value = &win->bytes[me]; break;
    case MPI_WIN_DISP_UNIT: *(void **)value = &win->unit[me]; break;
    case MPI_WIN_CREATE_FLAVOR: *(void **)value = &win->flavor; break;
    default: *flag = 0;
  }
  return MPI_SUCCESS;
}

/* ---- synchronisation */

OURS int MPI_Win_sync(MPI_Win win) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return MPI_SUCCESS;
}
OURS int MPI_Win_fence(int hint, MPI_Win win) {
  MPI_Win_sync(win);
  MPI_Barrier(win->comm);
  return MPI_SUCCESS;
}
OURS int MPI_Win_flush(int rank, MPI_Win win) { return MPI_Win_sync(win); }
OURS int MPI_Win_flush_all(MPI_Win win) { return MPI_Win_sync(win); }
OURS int MPI_Win_flush_local(int rank, MPI_Win win) { return MPI_SUCCESS; }
OURS int MPI_Win_flush_local_all(MPI_Win win) { return MPI_SUCCESS; }
OURS int MPI_Win_lock(int kind, int rank, int hint, MPI_Win win) {
  if (kind == MPI_LOCK_EXCLUSIVE && !(hint & MPI_MODE_NOCHECK))
    __fail("not supported yet: MPI_Win_lock with MPI_LOCK_EXCLUSIVE");
  return MPI_SUCCESS;
}
OURS int MPI_Win_unlock(int rank, MPI_Win win) { return MPI_Win_sync(win); }
OURS int MPI_Win_lock_all(int hint, MPI_Win win) { return MPI_SUCCESS; }
OURS int MPI_Win_unlock_all(MPI_Win win) { return MPI_Win_sync(win); }

/* A message without data to, or from, each process of a group. */
static void notify(MPI_Group group, int tag, int sends) {
  int size, rank;
  MPI_Group world;
  MPI_Group_size(group, &size);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int i = 0; i < size; i++) {
    MPI_Group_translate_ranks(group, 1, &i, world, &rank);
    if (sends) MPI_Send(0, 0, MPI_BYTE, rank, tag, MPI_COMM_WORLD);
    else MPI_Recv(0, 0, MPI_BYTE, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Group_free(&world);
}
OURS int MPI_Win_post(MPI_Group group, int hint, MPI_Win win) {
  win->posted = group;
  notify(group, POST_TAG, 1);
  return MPI_SUCCESS;
}
OURS int MPI_Win_start(MPI_Group group, int hint, MPI_Win win) {
  win->started = group;
  notify(group, POST_TAG, 0);
  return MPI_SUCCESS;
}
OURS int MPI_Win_complete(MPI_Win win) {
  MPI_Win_sync(win);
  notify(win->started, COMPLETE_TAG, 1);
  return MPI_SUCCESS;
}
OURS int MPI_Win_wait(MPI_Win win) {
  notify(win->posted, COMPLETE_TAG, 0);
  return MPI_SUCCESS;
}

/* ---- access: both types are of contiguous elements */

static char *target(MPI_Win win, int rank, MPI_Aint place) {
  return win->base[rank] + place * win->unit[rank];
}
static long bytes_of(int count, MPI_Datatype type) {
  MPI_Aint lower, extent;
  int size;
  MPI_Type_size(type, &size);
  MPI_Type_get_extent(type, &lower, &extent);
  if (size != extent) __fail("not supported yet: a window is accessed with gaps between elements");
  return (long)count * size;
}
OURS int MPI_Put(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint place,
                 int targets, MPI_Datatype totype, MPI_Win win) {
  bytes_of(targets, totype);
  if (rank != MPI_PROC_NULL) memcpy(target(win, rank, place), from, bytes_of(count, type));
  return MPI_SUCCESS;
}
OURS int MPI_Get(void *to, int count, MPI_Datatype type, int rank, MPI_Aint place, int targets,
                 MPI_Datatype fromtype, MPI_Win win) {
  bytes_of(targets, fromtype);
  if (rank != MPI_PROC_NULL) memcpy(to, target(win, rank, place), bytes_of(count, type));
  return MPI_SUCCESS;
}
