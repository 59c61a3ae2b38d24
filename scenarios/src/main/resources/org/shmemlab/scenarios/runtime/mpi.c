/* MPI's point-to-point calls, types that a program makes, groups, and collectives whose parts differ
   in size (MPI 4.1, chapters 3, 5, 6 and 7), over the messages of the run-time system. A program's
   own definition of one of them comes first. */
#include <mpi.h>
#include <shmemlab/own.h>
#include <stdlib.h>
#include <string.h>

#define OURS __attribute__((weak))

/* A standard send of more bytes waits for its receive, as with Open MPI in shared memory. */
enum { EAGER = 4096 };

/* Tags of our own, which no program's receive matches. */
enum { GATHER_TAG = -11, SCATTER_TAG = -12, ALLGATHER_TAG = -13, ALLTOALL_TAG = -14 };

/* ---- the environment */

OURS int MPIX_Query_cuda_support(void) { return 1; }

static int copy_text(const char *from, char *to, int *length) {
  for (*length = 0; from[*length]; ++*length) to[*length] = from[*length];
  to[*length] = 0;
  return MPI_SUCCESS;
}
/* A call that fails ends the program, so that a code other than success comes from elsewhere. */
OURS int MPI_Error_string(int code, char *text, int *length) {
  return copy_text(code == MPI_SUCCESS ? "no error" : "unknown error", text, length);
}
OURS int MPI_Error_class(int code, int *kind) {
  *kind = code == MPI_SUCCESS ? MPI_SUCCESS : MPI_ERR_OTHER;
  return MPI_SUCCESS;
}
OURS int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
  return MPI_SUCCESS;
}
OURS int MPI_Get_version(int *version, int *part) {
  *version = MPI_VERSION;
  *part = MPI_SUBVERSION;
  return MPI_SUCCESS;
}
OURS int MPI_Get_library_version(char *text, int *length) {
  return copy_text("ShmemLab", text, length);
}
OURS double MPI_Wtick(void) { return 1e-9; }
/* Hints are taken and not kept. */
OURS int MPI_Info_create(MPI_Info *info) {
  *info = 1;
  return MPI_SUCCESS;
}
OURS int MPI_Info_set(MPI_Info info, const char *key, const char *value) {
  return MPI_SUCCESS;
}
OURS int MPI_Info_get(MPI_Info info, const char *key, int length, char *value, int *flag) {
  *flag = 0;
  return MPI_SUCCESS;
}
OURS int MPI_Info_free(MPI_Info *info) {
  *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}
OURS int MPI_Query_thread(int *provided) {
  *provided = MPI_THREAD_MULTIPLE;
  return MPI_SUCCESS;
}

/* ---- types that a program makes: runs of bytes, in order */

typedef struct {
  long at, bytes;
} run;
typedef struct {
  long size, lower, extent;
  int runs;
  run *run;
} made;

static made *types;
static int made_types;

static long size_of(MPI_Datatype type) {
  return type & __MPI_MADE ? types[type & ~__MPI_MADE].size : type >> 4;
}
static long extent_of(MPI_Datatype type) {
  return type & __MPI_MADE ? types[type & ~__MPI_MADE].extent : type >> 4;
}
static long lower_of(MPI_Datatype type) {
  return type & __MPI_MADE ? types[type & ~__MPI_MADE].lower : 0;
}
/* Whether elements one after the other are bytes one after the other, from the address on. */
static int is_dense(MPI_Datatype type) {
  if (!(type & __MPI_MADE)) return 1;
  made *of = &types[type & ~__MPI_MADE];
  return of->size == of->extent && of->runs <= 1 && (of->runs == 0 || of->run[0].at == 0);
}

static made begin(int most) {
  made type = {0, 0, 0, 0, malloc((most ? most : 1) * sizeof(run))};
  return type;
}
static void add_run(made *type, long at, long bytes) {
  if (bytes == 0) return;
  run *last = type->runs ? &type->run[type->runs - 1] : 0;
  if (last && last->at + last->bytes == at) {
    last->bytes += bytes;
  } else {
    type->run[type->runs].at = at;
    type->run[type->runs++].bytes = bytes;
  }
  type->size += bytes;
}
static int runs_of(MPI_Datatype type) {
  return type & __MPI_MADE ? types[type & ~__MPI_MADE].runs : 1;
}
/* Adds elements of a type from a place on. */
static void add_elements(made *type, long at, int count, MPI_Datatype of) {
  if (!(of & __MPI_MADE)) {
    add_run(type, at, count * size_of(of));
    return;
  }
  for (int i = 0; i < count; i++) {
    made *element = &types[of & ~__MPI_MADE];
    for (int r = 0; r < element->runs; r++)
      add_run(type, at + i * element->extent + element->run[r].at, element->run[r].bytes);
  }
}
/* The bounds of a type follow those of its elements. */
static void bound(made *type, int first, long at, int count, MPI_Datatype of) {
  if (count == 0) return;
  long low = at + lower_of(of), high = at + (count - 1) * extent_of(of) + lower_of(of) + extent_of(of);
  long upper = type->lower + type->extent;
  if (first || low < type->lower) type->lower = low;
  if (first || high > upper) upper = high;
  type->extent = upper - type->lower;
}
/* A type of bytes one after the other is known by their number, as MPI's own are. */
static int enter(made type, MPI_Datatype *handle) {
  int dense = type.lower == 0 && type.size == type.extent && type.runs == 1 && type.run[0].at == 0;
  if (dense && type.size < __MPI_MADE >> 4) {
    *handle = type.size << 4;
    free(type.run);
    return MPI_SUCCESS;
  }
  made *all = malloc((made_types + 1) * sizeof(made));
  if (made_types) {
    memcpy(all, types, made_types * sizeof(made));
    free(types);
  }
  types = all;
  types[made_types] = type;
  *handle = __MPI_MADE | made_types++;
  return MPI_SUCCESS;
}

OURS int MPI_Type_create_struct(int count, const int *lengths, const MPI_Aint *places,
                                const MPI_Datatype *of, MPI_Datatype *type) {
  int most = 0, first = 1;
  for (int i = 0; i < count; i++) most += lengths[i] * runs_of(of[i]);
  made next = begin(most);
  for (int i = 0; i < count; i++) {
    add_elements(&next, places[i], lengths[i], of[i]);
    bound(&next, first, places[i], lengths[i], of[i]);
    first = first && lengths[i] == 0;
  }
  long align = 1; /* as C pads a structure */
  for (int i = 0; i < count; i++) {
    long size = of[i] & __MPI_MADE ? 1 : size_of(of[i]);
    if (size > align && size <= 8) align = size;
  }
  if (next.lower == 0) next.extent = (next.extent + align - 1) / align * align;
  return enter(next, type);
}
OURS int MPI_Type_create_hindexed(int count, const int *lengths, const MPI_Aint *places,
                                  MPI_Datatype of, MPI_Datatype *type) {
  int most = 0, first = 1;
  for (int i = 0; i < count; i++) most += lengths[i] * runs_of(of);
  made next = begin(most);
  for (int i = 0; i < count; i++) {
    add_elements(&next, places[i], lengths[i], of);
    bound(&next, first, places[i], lengths[i], of);
    first = first && lengths[i] == 0;
  }
  return enter(next, type);
}
OURS int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype of,
                                 MPI_Datatype *type) {
  made next = begin(count * length * runs_of(of));
  for (int i = 0; i < count; i++) {
    add_elements(&next, i * stride, length, of);
    bound(&next, i == 0, i * stride, length, of);
  }
  return enter(next, type);
}
OURS int MPI_Type_vector(int count, int length, int stride, MPI_Datatype of, MPI_Datatype *type) {
  return MPI_Type_create_hvector(count, length, stride * extent_of(of), of, type);
}
OURS int MPI_Type_contiguous(int count, MPI_Datatype of, MPI_Datatype *type) {
  return MPI_Type_create_hvector(1, count, 0, of, type);
}
OURS int MPI_Type_indexed(int count, const int *lengths, const int *places, MPI_Datatype of,
                          MPI_Datatype *type) {
  MPI_Aint *bytes = malloc((count + 1) * sizeof(MPI_Aint));
  for (int i = 0; i < count; i++) bytes[i] = places[i] * extent_of(of);
  MPI_Type_create_hindexed(count, lengths, bytes, of, type);
  free(bytes);
  return MPI_SUCCESS;
}
OURS int MPI_Type_create_resized(MPI_Datatype of, MPI_Aint lower, MPI_Aint extent,
                                 MPI_Datatype *type) {
  made next = begin(runs_of(of));
  add_elements(&next, 0, 1, of);
  next.lower = lower;
  next.extent = extent;
  return enter(next, type);
}
OURS int MPI_Type_dup(MPI_Datatype of, MPI_Datatype *type) {
  return MPI_Type_create_resized(of, lower_of(of), extent_of(of), type);
}
OURS int MPI_Type_commit(MPI_Datatype *type) { return MPI_SUCCESS; }
OURS int MPI_Type_free(MPI_Datatype *type) {
  *type = MPI_DATATYPE_NULL; /* requests may still need it */
  return MPI_SUCCESS;
}
OURS int MPI_Type_size(MPI_Datatype type, int *size) {
  *size = size_of(type);
  return MPI_SUCCESS;
}
OURS int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lower, MPI_Aint *extent) {
  *lower = lower_of(type);
  *extent = extent_of(type);
  return MPI_SUCCESS;
}
OURS int MPI_Get_address(const void *at, MPI_Aint *address) {
  *address = (MPI_Aint)at;
  return MPI_SUCCESS;
}

static void pack(char *to, const char *from, int count, MPI_Datatype type) {
  made *of = &types[type & ~__MPI_MADE];
  for (int i = 0; i < count; i++)
    for (int r = 0; r < of->runs; r++) {
      memcpy(to, from + i * of->extent + of->run[r].at, of->run[r].bytes);
      to += of->run[r].bytes;
    }
}
static void unpack(char *to, const char *from, long bytes, MPI_Datatype type) {
  made *of = &types[type & ~__MPI_MADE];
  for (long i = 0; bytes > 0; i++)
    for (int r = 0; r < of->runs && bytes > 0; r++) {
      long part = of->run[r].bytes < bytes ? of->run[r].bytes : bytes;
      memcpy(to + i * of->extent + of->run[r].at, from, part);
      from += part;
      bytes -= part;
    }
}

/* ---- one message */

static int send(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                int synchronous) {
  long bytes = count * size_of(type);
  if (is_dense(type)) return __mpi_send(comm, rank, tag, buffer, bytes, synchronous);
  char *packed = malloc(bytes + 1);
  pack(packed, buffer, count, type);
  int number = __mpi_send(comm, rank, tag, packed, bytes, synchronous);
  free(packed);
  return number;
}

static int is_large(int count, MPI_Datatype type) { return count * size_of(type) > EAGER; }

static void give(MPI_Status *status, long rank, long tag, long bytes) {
  if (!status) return;
  status->MPI_SOURCE = rank;
  status->MPI_TAG = tag;
  status->__bytes = bytes;
}

static void await(int number) { __mpi_await(&number, 1); }

static void end_send(int number) {
  await(number);
  __mpi_take(number, 0, 0, 0);
}

/* Ends a receive that is complete. */
static void end_receive(int number, void *buffer, int count, MPI_Datatype type, MPI_Status *status) {
  long fields[3];
  __mpi_status(number, fields);
  long room = count * size_of(type);
  if (is_dense(type)) {
    __mpi_take(number, buffer, fields[2], room);
  } else {
    char *packed = malloc(room + 1);
    __mpi_take(number, packed, fields[2], room);
    unpack(buffer, packed, fields[2], type);
    free(packed);
  }
  give(status, fields[0], fields[1], fields[2]);
}

static int receive(void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                   MPI_Status *status) {
  int number = __mpi_receive(comm, rank, tag);
  await(number);
  end_receive(number, buffer, count, type, status);
  return MPI_SUCCESS;
}

OURS int MPI_Send(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                  MPI_Comm comm) {
  if (rank != MPI_PROC_NULL)
    end_send(send(buffer, count, type, rank, tag, comm, is_large(count, type)));
  return MPI_SUCCESS;
}
OURS int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                   MPI_Comm comm) {
  if (rank != MPI_PROC_NULL) end_send(send(buffer, count, type, rank, tag, comm, 1));
  return MPI_SUCCESS;
}
OURS int MPI_Bsend(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                   MPI_Comm comm) {
  if (rank != MPI_PROC_NULL) end_send(send(buffer, count, type, rank, tag, comm, 0));
  return MPI_SUCCESS;
}
OURS int MPI_Rsend(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                   MPI_Comm comm) {
  return MPI_Send(buffer, count, type, rank, tag, comm);
}
OURS int MPI_Recv(void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                  MPI_Status *status) {
  if (rank != MPI_PROC_NULL) return receive(buffer, count, type, rank, tag, comm, status);
  give(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
  return MPI_SUCCESS;
}

/* ---- requests */

enum { STANDARD, SYNCHRONOUS, BUFFERED, RECEIVE, COLLECTIVE };

struct __MPI_request {
  int number; /* 0: not active */
  int kind, persistent;
  void *buffer;
  int count;
  MPI_Datatype type;
  int rank, tag;
  MPI_Comm comm;
  /* a collective: its messages, and the numbers of all processes that become one at its end */
  int parts, shares;
  MPI_Request *part;
  char *share;
  MPI_Op op;
};

static MPI_Request request(int kind, const void *buffer, int count, MPI_Datatype type, int rank,
                           int tag, MPI_Comm comm) {
  MPI_Request made = malloc(sizeof *made);
  made->number = 0;
  made->kind = kind;
  made->persistent = 0;
  made->buffer = (void *)buffer;
  made->count = count;
  made->type = type;
  made->rank = rank;
  made->tag = tag;
  made->comm = comm;
  made->parts = made->shares = 0;
  made->part = 0;
  made->share = 0;
  return made;
}
static void start(MPI_Request of) {
  if (of->rank == MPI_PROC_NULL) {
    of->number = -1;
  } else if (of->kind == RECEIVE) {
    of->number = __mpi_receive(of->comm, of->rank, of->tag);
  } else {
    int synchronous =
        of->kind == SYNCHRONOUS || (of->kind == STANDARD && is_large(of->count, of->type));
    of->number = send(of->buffer, of->count, of->type, of->rank, of->tag, of->comm, synchronous);
  }
}
static int started(int kind, const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                   MPI_Comm comm, MPI_Request *made) {
  *made = request(kind, buffer, count, type, rank, tag, comm);
  start(*made);
  return MPI_SUCCESS;
}
static int is_active(MPI_Request of) { return of && of->number; }
/* The number of a message for which an active request waits; 0 for none. */
static int pending(MPI_Request of) {
  for (int i = 0; i < of->parts; i++)
    if (is_active(of->part[i]) && pending(of->part[i])) return of->part[i]->number;
  return of->number < 0 || __mpi_done(of->number) ? 0 : of->number;
}
static int is_done(MPI_Request of) { return pending(of) == 0; }
static void end_collective(MPI_Request of);

/* Ends the operation of a request that is complete. */
static void end(MPI_Request *of, MPI_Status *status) {
  MPI_Request ended = *of;
  if (ended->kind == COLLECTIVE) {
    end_collective(ended);
    give(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
  } else if (ended->number < 0) {
    give(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
  } else if (ended->kind == RECEIVE) {
    end_receive(ended->number, ended->buffer, ended->count, ended->type, status);
  } else {
    __mpi_take(ended->number, 0, 0, 0);
    give(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
  }
  ended->number = 0;
  if (!ended->persistent) {
    free(ended);
    *of = MPI_REQUEST_NULL;
  }
}
static MPI_Status *part(MPI_Status *all, int index) { return all ? &all[index] : 0; }

OURS int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                   MPI_Comm comm, MPI_Request *made) {
  return started(STANDARD, buffer, count, type, rank, tag, comm, made);
}
OURS int MPI_Irsend(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                    MPI_Comm comm, MPI_Request *made) {
  return started(STANDARD, buffer, count, type, rank, tag, comm, made);
}
OURS int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                    MPI_Comm comm, MPI_Request *made) {
  return started(SYNCHRONOUS, buffer, count, type, rank, tag, comm, made);
}
OURS int MPI_Ibsend(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                    MPI_Comm comm, MPI_Request *made) {
  return started(BUFFERED, buffer, count, type, rank, tag, comm, made);
}
OURS int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                   MPI_Request *made) {
  return started(RECEIVE, buffer, count, type, rank, tag, comm, made);
}
OURS int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                       MPI_Comm comm, MPI_Request *made) {
  *made = request(STANDARD, buffer, count, type, rank, tag, comm);
  (*made)->persistent = 1;
  return MPI_SUCCESS;
}
OURS int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                       MPI_Request *made) {
  *made = request(RECEIVE, buffer, count, type, rank, tag, comm);
  (*made)->persistent = 1;
  return MPI_SUCCESS;
}
OURS int MPI_Start(MPI_Request *of) {
  start(*of);
  return MPI_SUCCESS;
}
OURS int MPI_Startall(int count, MPI_Request *all) {
  for (int i = 0; i < count; i++) start(all[i]);
  return MPI_SUCCESS;
}
OURS int MPI_Wait(MPI_Request *of, MPI_Status *status) {
  if (!is_active(*of)) {
    give(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    return MPI_SUCCESS;
  }
  if ((*of)->number > 0) await((*of)->number);
  end(of, status);
  return MPI_SUCCESS;
}
OURS int MPI_Waitall(int count, MPI_Request *all, MPI_Status *statuses) {
  for (int i = 0; i < count; i++) MPI_Wait(&all[i], part(statuses, i));
  return MPI_SUCCESS;
}
/* The first request that is complete, or MPI_UNDEFINED; counts those that are active. */
static int complete(int count, MPI_Request *all, int *active) {
  *active = 0;
  for (int i = 0; i < count; i++)
    if (is_active(all[i])) {
      ++*active;
      if (is_done(all[i])) return i;
    }
  return MPI_UNDEFINED;
}
static int await_one(int count, MPI_Request *all) {
  int active, index, collective = 0;
  for (int i = 0; i < count; i++)
    if (is_active(all[i])) {
      if (all[i]->kind == COLLECTIVE) collective = 1;
      else if (all[i]->number < 0) return i;
    }
  int *numbers = malloc((count + 1) * sizeof(int));
  do {
    index = collective ? complete(count, all, &active) : MPI_UNDEFINED;
    if (index != MPI_UNDEFINED) break;
    active = 0;
    for (int i = 0; i < count; i++) {
      numbers[i] = !is_active(all[i]) ? 0 : collective ? pending(all[i]) : all[i]->number;
      active += numbers[i] != 0;
    }
    index = active ? __mpi_await(numbers, count) : MPI_UNDEFINED;
  } while (collective && active);
  free(numbers);
  return index;
}
OURS int MPI_Waitany(int count, MPI_Request *all, int *index, MPI_Status *status) {
  *index = await_one(count, all);
  if (*index == MPI_UNDEFINED) {
    give(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
  } else {
    end(&all[*index], status);
  }
  return MPI_SUCCESS;
}
OURS int MPI_Testsome(int count, MPI_Request *all, int *done, int *indices, MPI_Status *statuses) {
  int active = 0;
  *done = 0;
  for (int i = 0; i < count; i++)
    if (is_active(all[i])) {
      ++active;
      if (is_done(all[i])) {
        end(&all[i], part(statuses, *done));
        indices[(*done)++] = i;
      }
    }
  if (!active) *done = MPI_UNDEFINED;
  return MPI_SUCCESS;
}
OURS int MPI_Waitsome(int count, MPI_Request *all, int *done, int *indices, MPI_Status *statuses) {
  await_one(count, all);
  return MPI_Testsome(count, all, done, indices, statuses);
}
OURS int MPI_Test(MPI_Request *of, int *flag, MPI_Status *status) {
  *flag = !is_active(*of) || is_done(*of);
  if (*flag) MPI_Wait(of, status);
  return MPI_SUCCESS;
}
OURS int MPI_Testall(int count, MPI_Request *all, int *flag, MPI_Status *statuses) {
  *flag = 1;
  for (int i = 0; i < count && *flag; i++) *flag = !is_active(all[i]) || is_done(all[i]);
  return *flag ? MPI_Waitall(count, all, statuses) : MPI_SUCCESS;
}
OURS int MPI_Testany(int count, MPI_Request *all, int *index, int *flag, MPI_Status *status) {
  int active;
  *index = complete(count, all, &active);
  *flag = *index != MPI_UNDEFINED || !active;
  if (*index != MPI_UNDEFINED) end(&all[*index], status);
  return MPI_SUCCESS;
}
OURS int MPI_Request_free(MPI_Request *of) {
  if (is_active(*of) && (*of)->number > 0) {
    (*of)->persistent = 0;
    if ((*of)->kind != RECEIVE) end(of, MPI_STATUS_IGNORE);
  } else if (*of) {
    free(*of);
  }
  *of = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}
OURS int MPI_Sendrecv(const void *from, int sent, MPI_Datatype sendtype, int to, int sendtag,
                      void *into, int received, MPI_Datatype recvtype, int source, int recvtag,
                      MPI_Comm comm, MPI_Status *status) {
  MPI_Request both[2];
  MPI_Irecv(into, received, recvtype, source, recvtag, comm, &both[0]);
  MPI_Isend(from, sent, sendtype, to, sendtag, comm, &both[1]);
  MPI_Wait(&both[0], status);
  return MPI_Wait(&both[1], MPI_STATUS_IGNORE);
}
OURS int MPI_Sendrecv_replace(void *buffer, int count, MPI_Datatype type, int to, int sendtag,
                              int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
  MPI_Request sent; /* the message is a copy */
  MPI_Isend(buffer, count, type, to, sendtag, comm, &sent);
  MPI_Recv(buffer, count, type, source, recvtag, comm, status);
  return MPI_Wait(&sent, MPI_STATUS_IGNORE);
}
OURS int MPI_Iprobe(int rank, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
  long fields[3] = {MPI_PROC_NULL, MPI_ANY_TAG, 0};
  *flag = rank == MPI_PROC_NULL || __mpi_probe(comm, rank, tag, fields);
  if (*flag) give(status, fields[0], fields[1], fields[2]);
  return MPI_SUCCESS;
}
OURS int MPI_Probe(int rank, int tag, MPI_Comm comm, MPI_Status *status) {
  int flag;
  if (rank != MPI_PROC_NULL) __mpi_await_message(comm, rank, tag);
  return MPI_Iprobe(rank, tag, comm, &flag, status);
}
OURS int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count) {
  long size = size_of(type);
  *count = size == 0 ? 0 : status->__bytes % size ? MPI_UNDEFINED : status->__bytes / size;
  return MPI_SUCCESS;
}
OURS int MPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *count) {
  return MPI_Get_count(status, type, count);
}

/* ---- collectives whose parts differ in size: every part is a message */

static char *at(const void *buffer, long elements, MPI_Datatype type) {
  return (char *)buffer + elements * extent_of(type);
}
static void await_all(int count, MPI_Request *all) {
  MPI_Waitall(count, all, MPI_STATUSES_IGNORE);
  free(all);
}
static MPI_Request *requests(int count) { return malloc((count + 1) * sizeof(MPI_Request)); }

OURS int MPI_Gatherv(const void *from, int sent, MPI_Datatype sendtype, void *into,
                     const int *counts, const int *places, MPI_Datatype recvtype, int root,
                     MPI_Comm comm) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  MPI_Request own = MPI_REQUEST_NULL;
  if (from != MPI_IN_PLACE)
    started(BUFFERED, from, sent, sendtype, root, GATHER_TAG, comm, &own);
  if (me == root)
    for (int i = 0; i < size; i++)
      if (i != me || from != MPI_IN_PLACE)
        receive(at(into, places[i], recvtype), counts[i], recvtype, i, GATHER_TAG, comm, 0);
  return MPI_Wait(&own, MPI_STATUS_IGNORE);
}
OURS int MPI_Scatterv(const void *from, const int *counts, const int *places, MPI_Datatype sendtype,
                      void *into, int received, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  if (me == root) {
    MPI_Request *all = requests(size);
    int active = 0;
    for (int i = 0; i < size; i++)
      if (i != me || into != MPI_IN_PLACE)
        started(BUFFERED, at(from, places[i], sendtype), counts[i], sendtype, i, SCATTER_TAG, comm,
                &all[active++]);
    await_all(active, all);
  }
  if (into != MPI_IN_PLACE)
    receive(into, received, recvtype, root, SCATTER_TAG, comm, MPI_STATUS_IGNORE);
  return MPI_SUCCESS;
}
OURS int MPI_Allgatherv(const void *from, int sent, MPI_Datatype sendtype, void *into,
                        const int *counts, const int *places, MPI_Datatype recvtype,
                        MPI_Comm comm) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  int in_place = from == MPI_IN_PLACE;
  const void *mine = in_place ? at(into, places[me], recvtype) : from;
  MPI_Request *all = requests(size);
  for (int i = 0; i < size; i++)
    started(BUFFERED, mine, in_place ? counts[me] : sent, in_place ? recvtype : sendtype, i,
            ALLGATHER_TAG, comm, &all[i]);
  for (int i = 0; i < size; i++)
    receive(at(into, places[i], recvtype), counts[i], recvtype, i, ALLGATHER_TAG, comm, 0);
  await_all(size, all);
  return MPI_SUCCESS;
}
OURS int MPI_Alltoallv(const void *from, const int *sent, const int *sendplaces,
                       MPI_Datatype sendtype, void *into, const int *received,
                       const int *recvplaces, MPI_Datatype recvtype, MPI_Comm comm) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  int in_place = from == MPI_IN_PLACE;
  MPI_Request *all = requests(size);
  for (int i = 0; i < size; i++)
    started(BUFFERED,
            in_place ? at(into, recvplaces[i], recvtype) : at(from, sendplaces[i], sendtype),
            in_place ? received[i] : sent[i], in_place ? recvtype : sendtype, i, ALLTOALL_TAG, comm,
            &all[i]);
  for (int i = 0; i < size; i++)
    receive(at(into, recvplaces[i], recvtype), received[i], recvtype, i, ALLTOALL_TAG, comm, 0);
  await_all(size, all);
  return MPI_SUCCESS;
}

OURS int MPI_Reduce_scatter(const void *from, void *into, const int *counts, MPI_Datatype type,
                            MPI_Op op, MPI_Comm comm) {
  int me, size, first = 0, all = 0;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  for (int i = 0; i < size; i++) {
    if (i < me) first += counts[i];
    all += counts[i];
  }
  void *whole = malloc(all * size_of(type) + 1);
  MPI_Allreduce(from == MPI_IN_PLACE ? into : from, whole, all, type, op, comm);
  memcpy(into, at(whole, first, type), counts[me] * size_of(type));
  free(whole);
  return MPI_SUCCESS;
}
OURS int MPI_Reduce_scatter_block(const void *from, void *into, int count, MPI_Datatype type,
                                  MPI_Op op, MPI_Comm comm) {
  int size;
  MPI_Comm_size(comm, &size);
  int *counts = malloc(size * sizeof(int));
  for (int i = 0; i < size; i++) counts[i] = count;
  MPI_Reduce_scatter(from, into, counts, type, op, comm);
  free(counts);
  return MPI_SUCCESS;
}

/* ---- collectives that do not block: messages that are sent and awaited from the start. All
   processes start those of a communicator in one order, in which their messages match. */

enum { STARTED_TAG = -15 };

static MPI_Request collective(int parts, MPI_Comm comm) {
  MPI_Request made = request(COLLECTIVE, 0, 0, MPI_BYTE, MPI_PROC_NULL, STARTED_TAG, comm);
  made->number = -1;
  made->part = requests(parts);
  return made;
}
static void part_of(MPI_Request of, int kind, const void *buffer, int count, MPI_Datatype type,
                    int rank) {
  started(kind, buffer, count, type, rank, STARTED_TAG, of->comm, &of->part[of->parts++]);
}

#define COMBINED(T, both) \
  for (int i = 0; i < count; i++) { \
    T a = ((T *)into)[i], b = ((const T *)next)[i]; \
    ((T *)into)[i] = both; \
  } \
  return;
#define COMBINE(T, bitwise) \
  switch (op) { \
    case MPI_SUM: COMBINED(T, a + b) \
    case MPI_PROD: COMBINED(T, a * b) \
    case MPI_MIN: COMBINED(T, b < a ? b : a) \
    case MPI_MAX: COMBINED(T, b > a ? b : a) \
    case MPI_LAND: COMBINED(T, a && b) \
    case MPI_LOR: COMBINED(T, a || b) \
    case MPI_LXOR: COMBINED(T, !a != !b) \
    bitwise \
  } \
  break;
#define BITS(T) \
  case MPI_BAND: COMBINED(T, a & b) \
  case MPI_BOR: COMBINED(T, a | b) \
  case MPI_BXOR: COMBINED(T, a ^ b)

/* Combines numbers with those of the next process. */
static void combine(void *into, const void *next, int count, MPI_Datatype type, MPI_Op op) {
  switch (type) {
    case MPI_BYTE:
    case MPI_UNSIGNED_CHAR: COMBINE(unsigned char, BITS(unsigned char))
    case MPI_CHAR: COMBINE(signed char, BITS(signed char))
    case MPI_SHORT: COMBINE(short, BITS(short))
    case MPI_UNSIGNED_SHORT: COMBINE(unsigned short, BITS(unsigned short))
    case MPI_INT: COMBINE(int, BITS(int))
    case MPI_UNSIGNED: COMBINE(unsigned, BITS(unsigned))
    case MPI_LONG: COMBINE(long, BITS(long))
    case MPI_UNSIGNED_LONG: COMBINE(unsigned long, BITS(unsigned long))
    case MPI_FLOAT: COMBINE(float, )
    case MPI_DOUBLE: COMBINE(double, )
  }
  __mpi_unknown_reduction(type & __MPI_MADE ? type : op);
}

static void end_collective(MPI_Request of) {
  MPI_Waitall(of->parts, of->part, MPI_STATUSES_IGNORE);
  long bytes = of->count * size_of(of->type);
  for (int i = 1; i < of->shares; i++)
    combine(of->share, of->share + i * bytes, of->count, of->type, of->op);
  if (of->shares) memcpy(of->buffer, of->share, bytes);
  free(of->share);
  free(of->part);
}

/* The numbers of so many processes, from the first on, are received and become one. */
static void reduced(MPI_Request of, int shares, void *into, int count, MPI_Datatype type, MPI_Op op) {
  of->buffer = into;
  of->count = count;
  of->type = type;
  of->op = op;
  of->shares = shares;
  of->share = malloc(shares * count * size_of(type) + 1);
  for (int i = 0; i < shares; i++)
    part_of(of, RECEIVE, of->share + i * count * size_of(type), count, type, i);
}
static const void *unless_in_place(const void *from, const void *into) {
  return from == MPI_IN_PLACE ? into : from;
}

OURS int MPI_Ibarrier(MPI_Comm comm, MPI_Request *made) {
  int size;
  MPI_Comm_size(comm, &size);
  *made = collective(2 * size, comm);
  for (int i = 0; i < size; i++) part_of(*made, BUFFERED, 0, 0, MPI_BYTE, i);
  for (int i = 0; i < size; i++) part_of(*made, RECEIVE, 0, 0, MPI_BYTE, i);
  return MPI_SUCCESS;
}
OURS int MPI_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                    MPI_Request *made) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  *made = collective(size, comm);
  if (me != root) part_of(*made, RECEIVE, buffer, count, type, root);
  for (int i = 0; i < size && me == root; i++)
    if (i != me) part_of(*made, BUFFERED, buffer, count, type, i);
  return MPI_SUCCESS;
}
OURS int MPI_Iallreduce(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, MPI_Request *made) {
  int size;
  MPI_Comm_size(comm, &size);
  *made = collective(2 * size, comm);
  for (int i = 0; i < size; i++)
    part_of(*made, BUFFERED, unless_in_place(from, into), count, type, i);
  reduced(*made, size, into, count, type, op);
  return MPI_SUCCESS;
}
OURS int MPI_Ireduce(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op,
                     int root, MPI_Comm comm, MPI_Request *made) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  *made = collective(size + 1, comm);
  part_of(*made, BUFFERED, unless_in_place(from, into), count, type, root);
  if (me == root) reduced(*made, size, into, count, type, op);
  return MPI_SUCCESS;
}
OURS int MPI_Iscan(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request *made) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  *made = collective(size + 1, comm);
  for (int i = me; i < size; i++)
    part_of(*made, BUFFERED, unless_in_place(from, into), count, type, i);
  reduced(*made, me + 1, into, count, type, op);
  return MPI_SUCCESS;
}
OURS int MPI_Iexscan(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op,
                     MPI_Comm comm, MPI_Request *made) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  *made = collective(size, comm);
  for (int i = me + 1; i < size; i++)
    part_of(*made, BUFFERED, unless_in_place(from, into), count, type, i);
  if (me > 0) reduced(*made, me, into, count, type, op);
  return MPI_SUCCESS;
}
OURS int MPI_Ireduce_scatter(const void *from, void *into, const int *counts, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm, MPI_Request *made) {
  int me, size, first = 0;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  *made = collective(2 * size, comm);
  for (int i = 0; i < size; first += counts[i++])
    part_of(*made, BUFFERED, at(unless_in_place(from, into), first, type), counts[i], type, i);
  reduced(*made, size, into, counts[me], type, op);
  return MPI_SUCCESS;
}
OURS int MPI_Ireduce_scatter_block(const void *from, void *into, int count, MPI_Datatype type,
                                   MPI_Op op, MPI_Comm comm, MPI_Request *made) {
  int size;
  MPI_Comm_size(comm, &size);
  *made = collective(2 * size, comm);
  for (int i = 0; i < size; i++)
    part_of(*made, BUFFERED, at(unless_in_place(from, into), (long)i * count, type), count, type, i);
  reduced(*made, size, into, count, type, op);
  return MPI_SUCCESS;
}
OURS int MPI_Igatherv(const void *from, int sent, MPI_Datatype sendtype, void *into,
                      const int *counts, const int *places, MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Request *made) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  *made = collective(size + 1, comm);
  if (from != MPI_IN_PLACE) part_of(*made, BUFFERED, from, sent, sendtype, root);
  for (int i = 0; i < size && me == root; i++)
    if (i != me || from != MPI_IN_PLACE)
      part_of(*made, RECEIVE, at(into, places[i], recvtype), counts[i], recvtype, i);
  return MPI_SUCCESS;
}
OURS int MPI_Iscatterv(const void *from, const int *counts, const int *places,
                       MPI_Datatype sendtype, void *into, int received, MPI_Datatype recvtype,
                       int root, MPI_Comm comm, MPI_Request *made) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  *made = collective(size + 1, comm);
  for (int i = 0; i < size && me == root; i++)
    if (i != me || into != MPI_IN_PLACE)
      part_of(*made, BUFFERED, at(from, places[i], sendtype), counts[i], sendtype, i);
  if (into != MPI_IN_PLACE) part_of(*made, RECEIVE, into, received, recvtype, root);
  return MPI_SUCCESS;
}
OURS int MPI_Iallgatherv(const void *from, int sent, MPI_Datatype sendtype, void *into,
                         const int *counts, const int *places, MPI_Datatype recvtype,
                         MPI_Comm comm, MPI_Request *made) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  *made = collective(2 * size, comm);
  int in_place = from == MPI_IN_PLACE;
  for (int i = 0; i < size; i++)
    part_of(*made, BUFFERED, in_place ? at(into, places[me], recvtype) : from,
            in_place ? counts[me] : sent, in_place ? recvtype : sendtype, i);
  for (int i = 0; i < size; i++)
    part_of(*made, RECEIVE, at(into, places[i], recvtype), counts[i], recvtype, i);
  return MPI_SUCCESS;
}
OURS int MPI_Ialltoallv(const void *from, const int *sent, const int *sendplaces,
                        MPI_Datatype sendtype, void *into, const int *received,
                        const int *recvplaces, MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Request *made) {
  int size;
  MPI_Comm_size(comm, &size);
  *made = collective(2 * size, comm);
  int in_place = from == MPI_IN_PLACE;
  for (int i = 0; i < size; i++)
    part_of(*made, BUFFERED,
            in_place ? at(into, recvplaces[i], recvtype) : at(from, sendplaces[i], sendtype),
            in_place ? received[i] : sent[i], in_place ? recvtype : sendtype, i);
  for (int i = 0; i < size; i++)
    part_of(*made, RECEIVE, at(into, recvplaces[i], recvtype), received[i], recvtype, i);
  return MPI_SUCCESS;
}
/* Parts of one size are parts of given sizes, one after the other: counts, then places. */
static int *even(int count, MPI_Comm comm) {
  int size;
  MPI_Comm_size(comm, &size);
  int *all = malloc((2 * size + 1) * sizeof(int));
  for (int i = 0; i < size; i++) {
    all[i] = count;
    all[size + i] = i * count;
  }
  return all;
}
static const int *places_of(const int *counts, MPI_Comm comm) {
  int size;
  MPI_Comm_size(comm, &size);
  return counts + size;
}
OURS int MPI_Igather(const void *from, int sent, MPI_Datatype sendtype, void *into, int received,
                     MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *made) {
  int *counts = even(received, comm);
  MPI_Igatherv(from, sent, sendtype, into, counts, places_of(counts, comm), recvtype, root, comm, made);
  free(counts);
  return MPI_SUCCESS;
}
OURS int MPI_Iscatter(const void *from, int sent, MPI_Datatype sendtype, void *into, int received,
                      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *made) {
  int *counts = even(sent, comm);
  MPI_Iscatterv(from, counts, places_of(counts, comm), sendtype, into, received, recvtype, root, comm, made);
  free(counts);
  return MPI_SUCCESS;
}
OURS int MPI_Iallgather(const void *from, int sent, MPI_Datatype sendtype, void *into, int received,
                        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *made) {
  int *counts = even(received, comm);
  MPI_Iallgatherv(from, sent, sendtype, into, counts, places_of(counts, comm), recvtype, comm, made);
  free(counts);
  return MPI_SUCCESS;
}
OURS int MPI_Ialltoall(const void *from, int sent, MPI_Datatype sendtype, void *into, int received,
                       MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *made) {
  int *sends = even(sent, comm), *receives = even(received, comm);
  MPI_Ialltoallv(from, sends, places_of(sends, comm), sendtype, into, receives,
                 places_of(receives, comm), recvtype, comm, made);
  free(sends);
  free(receives);
  return MPI_SUCCESS;
}

/* ---- groups: ranks of MPI_COMM_WORLD, in order */

struct __MPI_group {
  int size;
  int *members;
};

static MPI_Group group_of(int size) {
  MPI_Group made = malloc(sizeof *made);
  made->size = size;
  made->members = malloc((size + 1) * sizeof(int));
  return made;
}
static int index_in(MPI_Group group, int member) {
  for (int i = 0; i < group->size; i++)
    if (group->members[i] == member) return i;
  return MPI_UNDEFINED;
}
static int world_rank(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
OURS int MPI_Comm_group(MPI_Comm comm, MPI_Group *group) {
  int size;
  MPI_Comm_size(comm, &size);
  *group = group_of(size);
  for (int i = 0; i < size; i++) (*group)->members[i] = __mpi_world_rank(comm, i);
  return MPI_SUCCESS;
}
OURS int MPI_Group_incl(MPI_Group group, int count, const int *ranks, MPI_Group *made) {
  *made = group_of(count);
  for (int i = 0; i < count; i++) (*made)->members[i] = group->members[ranks[i]];
  return MPI_SUCCESS;
}
OURS int MPI_Group_excl(MPI_Group group, int count, const int *ranks, MPI_Group *made) {
  *made = group_of(group->size);
  (*made)->size = 0;
  for (int i = 0; i < group->size; i++) {
    int out = 0;
    for (int j = 0; j < count; j++) out |= ranks[j] == i;
    if (!out) (*made)->members[(*made)->size++] = group->members[i];
  }
  return MPI_SUCCESS;
}
OURS int MPI_Group_size(MPI_Group group, int *size) {
  *size = group->size;
  return MPI_SUCCESS;
}
OURS int MPI_Group_rank(MPI_Group group, int *rank) {
  *rank = index_in(group, world_rank());
  return MPI_SUCCESS;
}
OURS int MPI_Group_translate_ranks(MPI_Group from, int count, const int *ranks, MPI_Group to,
                                   int *translated) {
  for (int i = 0; i < count; i++)
    translated[i] =
        ranks[i] == MPI_PROC_NULL ? MPI_PROC_NULL : index_in(to, from->members[ranks[i]]);
  return MPI_SUCCESS;
}
OURS int MPI_Group_free(MPI_Group *group) {
  free((*group)->members);
  free(*group);
  *group = MPI_GROUP_NULL;
  return MPI_SUCCESS;
}
/* Processes may name different groups, of which none share a member. */
OURS int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made) {
  int rank = index_in(group, world_rank());
  int colour = rank == MPI_UNDEFINED ? MPI_UNDEFINED : group->members[0];
  return MPI_Comm_split(comm, colour, rank, made);
}
OURS int MPI_Comm_compare(MPI_Comm one, MPI_Comm other, int *result) {
  int size, others, order = 1, found = 1;
  MPI_Comm_size(one, &size);
  MPI_Comm_size(other, &others);
  for (int i = 0; i < size && size == others; i++) {
    int member = __mpi_world_rank(one, i), has = 0;
    order &= member == __mpi_world_rank(other, i);
    for (int j = 0; j < others; j++) has |= member == __mpi_world_rank(other, j);
    found &= has;
  }
  *result = one == other                ? MPI_IDENT
            : size != others || !found ? MPI_UNEQUAL
            : order                     ? MPI_CONGRUENT
                                        : MPI_SIMILAR;
  return MPI_SUCCESS;
}
OURS int MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *flag) {
  static int largest_tag = 0x7fffffff;
  *flag = key == MPI_TAG_UB;
  if (*flag) *(int **)value = &largest_tag;
  return MPI_SUCCESS;
}
OURS int MPI_Comm_set_name(MPI_Comm comm, const char *name) { return MPI_SUCCESS; }
OURS int MPI_Comm_get_parent(MPI_Comm *parent) {
  *parent = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
OURS int MPI_Alloc_mem(MPI_Aint bytes, MPI_Info info, void *pointer) {
  *(void **)pointer = malloc(bytes);
  return MPI_SUCCESS;
}
OURS int MPI_Free_mem(void *memory) {
  free(memory);
  return MPI_SUCCESS;
}
