#pragma once
#include <stddef.h>

/* Handles are numbers, as wide as the pointers that they are in Open MPI's header. */
typedef long MPI_Comm;
typedef long MPI_Datatype;
typedef long MPI_Op;
typedef long MPI_Info;
typedef long MPI_Errhandler;
typedef long MPI_Aint;
typedef long MPI_Offset;
typedef long MPI_Count;
typedef struct __MPI_request *MPI_Request;
typedef struct __MPI_group *MPI_Group;
typedef struct __MPI_win *MPI_Win;
typedef struct {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  long __bytes;
} MPI_Status;

#include <shmemlab/mpi_values.h>
#include <shmemlab/mpi.h>
#define MPI_ERR_OTHER 16
#define MPI_VERSION 4
#define MPI_SUBVERSION 1
#define MPI_MAX_LIBRARY_VERSION_STRING 256

#ifdef __cplusplus
extern "C" {
#endif
int MPI_Error_string(int code, char *text, int *length);
int MPI_Error_class(int code, int *kind);
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Get_version(int *version, int *part);
int MPI_Get_library_version(char *text, int *length);
double MPI_Wtick(void);
int MPI_Info_create(MPI_Info *info);
int MPI_Info_set(MPI_Info info, const char *key, const char *value);
int MPI_Info_get(MPI_Info info, const char *key, int length, char *value, int *flag);
int MPI_Info_free(MPI_Info *info);
int MPI_Query_thread(int *provided);

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm);
int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm);
int MPI_Bsend(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm);
int MPI_Rsend(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm);
int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
              MPI_Request *request);
int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
               MPI_Request *request);
int MPI_Ibsend(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
               MPI_Request *request);
int MPI_Irsend(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
               MPI_Request *request);
int MPI_Recv(void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
             MPI_Status *status);
int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
              MPI_Request *request);
int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int rank, int tag,
                  MPI_Comm comm, MPI_Request *request);
int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                  MPI_Request *request);
int MPI_Start(MPI_Request *request);
int MPI_Startall(int count, MPI_Request *requests);
int MPI_Request_free(MPI_Request *request);
int MPI_Sendrecv(const void *from, int sent, MPI_Datatype sendtype, int to, int sendtag, void *into,
                 int received, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                 MPI_Status *status);
int MPI_Sendrecv_replace(void *buffer, int count, MPI_Datatype type, int to, int sendtag,
                         int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses);
int MPI_Waitany(int count, MPI_Request *requests, int *index, MPI_Status *status);
int MPI_Waitsome(int count, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses);
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int MPI_Testall(int count, MPI_Request *requests, int *flag, MPI_Status *statuses);
int MPI_Testany(int count, MPI_Request *requests, int *index, int *flag, MPI_Status *status);
int MPI_Testsome(int count, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses);
int MPI_Probe(int rank, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Iprobe(int rank, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *count);

int MPI_Type_contiguous(int count, MPI_Datatype of, MPI_Datatype *type);
int MPI_Type_vector(int count, int length, int stride, MPI_Datatype of, MPI_Datatype *type);
int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype of,
                            MPI_Datatype *type);
int MPI_Type_indexed(int count, const int *lengths, const int *places, MPI_Datatype of,
                     MPI_Datatype *type);
int MPI_Type_create_hindexed(int count, const int *lengths, const MPI_Aint *places, MPI_Datatype of,
                             MPI_Datatype *type);
int MPI_Type_create_struct(int count, const int *lengths, const MPI_Aint *places,
                           const MPI_Datatype *of, MPI_Datatype *type);
int MPI_Type_create_resized(MPI_Datatype of, MPI_Aint lower, MPI_Aint extent, MPI_Datatype *type);
int MPI_Type_dup(MPI_Datatype of, MPI_Datatype *type);
int MPI_Type_commit(MPI_Datatype *type);
int MPI_Type_free(MPI_Datatype *type);
int MPI_Type_size(MPI_Datatype type, int *size);
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lower, MPI_Aint *extent);
int MPI_Get_address(const void *at, MPI_Aint *address);

int MPI_Gatherv(const void *from, int sent, MPI_Datatype sendtype, void *into, const int *counts,
                const int *places, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Scatterv(const void *from, const int *counts, const int *places, MPI_Datatype sendtype,
                 void *into, int received, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Allgatherv(const void *from, int sent, MPI_Datatype sendtype, void *into,
                   const int *counts, const int *places, MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Alltoallv(const void *from, const int *sent, const int *sendplaces, MPI_Datatype sendtype,
                  void *into, const int *received, const int *recvplaces, MPI_Datatype recvtype,
                  MPI_Comm comm);
int MPI_Reduce_scatter(const void *from, void *into, const int *counts, MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm);
int MPI_Reduce_scatter_block(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm);

/* Collectives that do not block. */
int MPI_Ibarrier(MPI_Comm comm, MPI_Request *made);
int MPI_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request
               *made);
int MPI_Iallreduce(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm
                   comm, MPI_Request *made);
int MPI_Ireduce(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request *made);
int MPI_Iscan(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
              MPI_Request *made);
int MPI_Iexscan(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm
                comm, MPI_Request *made);
int MPI_Ireduce_scatter(const void *from, void *into, const int *counts, MPI_Datatype type, MPI_Op
                        op, MPI_Comm comm, MPI_Request *made);
int MPI_Ireduce_scatter_block(const void *from, void *into, int count, MPI_Datatype type, MPI_Op
                              op, MPI_Comm comm, MPI_Request *made);
int MPI_Igatherv(const void *from, int sent, MPI_Datatype sendtype, void *into, const int *counts,
                 const int *places, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request
                 *made);
int MPI_Iscatterv(const void *from, const int *counts, const int *places, MPI_Datatype sendtype,
                  void *into, int received, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request *made);
int MPI_Iallgatherv(const void *from, int sent, MPI_Datatype sendtype, void *into, const int
                    *counts, const int *places, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request
                    *made);
int MPI_Ialltoallv(const void *from, const int *sent, const int *sendplaces, MPI_Datatype sendtype,
                   void *into, const int *received, const int *recvplaces, MPI_Datatype recvtype,
                   MPI_Comm comm, MPI_Request *made);
int MPI_Igather(const void *from, int sent, MPI_Datatype sendtype, void *into, int received,
                MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *made);
int MPI_Iscatter(const void *from, int sent, MPI_Datatype sendtype, void *into, int received,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *made);
int MPI_Iallgather(const void *from, int sent, MPI_Datatype sendtype, void *into, int received,
                   MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *made);
int MPI_Ialltoall(const void *from, int sent, MPI_Datatype sendtype, void *into, int received,
                  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *made);

/* Declared, so that a program that does not reach them is compiled; a run that does ends there. */
typedef void MPI_User_function(void *from, void *into, int *count, MPI_Datatype *type);
int MPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *made);
int MPI_Op_free(MPI_Op *op);
int MPI_Alltoallw(const void *from, const int *sent, const int *sendplaces,
                  const MPI_Datatype *sendtypes, void *into, const int *received,
                  const int *recvplaces, const MPI_Datatype *recvtypes, MPI_Comm comm);
int MPI_Dims_create(int nodes, int dimensions, int *sizes);
int MPI_Cart_create(MPI_Comm comm, int dimensions, const int *sizes, const int *wraps, int reorder,
                    MPI_Comm *made);
int MPI_Cart_coords(MPI_Comm comm, int rank, int dimensions, int *coordinates);
int MPI_Cart_rank(MPI_Comm comm, const int *coordinates, int *rank);
int MPI_Cart_shift(MPI_Comm comm, int direction, int distance, int *from, int *to);
int MPI_Pack(const void *from, int count, MPI_Datatype type, void *into, int room, int *place,
             MPI_Comm comm);
int MPI_Unpack(const void *from, int bytes, int *place, void *into, int count, MPI_Datatype type,
               MPI_Comm comm);
int MPI_Cancel(MPI_Request *request);
int MPI_Open_port(MPI_Info info, char *port);
int MPI_Close_port(const char *port);
int MPI_Publish_name(const char *service, MPI_Info info, const char *port);
int MPI_Unpublish_name(const char *service, MPI_Info info, const char *port);
int MPI_Lookup_name(const char *service, MPI_Info info, char *port);
int MPI_Comm_accept(const char *port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *made);
int MPI_Comm_connect(const char *port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *made);
int MPI_Comm_disconnect(MPI_Comm *comm);
int MPI_Comm_spawn(const char *command, char **arguments, int most, MPI_Info info, int root,
                   MPI_Comm comm, MPI_Comm *made, int *codes);
int MPI_Intercomm_create(MPI_Comm comm, int leader, MPI_Comm peer, int other, int tag,
                         MPI_Comm *made);
int MPI_Intercomm_merge(MPI_Comm comm, int high, MPI_Comm *made);
int MPI_Accumulate(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint place,
                   int targets, MPI_Datatype totype, MPI_Op op, MPI_Win win);
int MPI_Get_accumulate(const void *from, int count, MPI_Datatype type, void *old, int olds,
                       MPI_Datatype oldtype, int rank, MPI_Aint place, int targets,
                       MPI_Datatype totype, MPI_Op op, MPI_Win win);
int MPI_Fetch_and_op(const void *from, void *old, MPI_Datatype type, int rank, MPI_Aint place,
                     MPI_Op op, MPI_Win win);
int MPI_Compare_and_swap(const void *from, const void *compare, void *old, MPI_Datatype type,
                         int rank, MPI_Aint place, MPI_Win win);
int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win);
int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint bytes);

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group);
int MPI_Group_incl(MPI_Group group, int count, const int *ranks, MPI_Group *made);
int MPI_Group_excl(MPI_Group group, int count, const int *ranks, MPI_Group *made);
int MPI_Group_size(MPI_Group group, int *size);
int MPI_Group_rank(MPI_Group group, int *rank);
int MPI_Group_translate_ranks(MPI_Group from, int count, const int *ranks, MPI_Group to,
                              int *translated);
int MPI_Group_free(MPI_Group *group);
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made);
int MPI_Comm_compare(MPI_Comm one, MPI_Comm other, int *result);
int MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *flag);
int MPI_Comm_set_name(MPI_Comm comm, const char *name);
int MPI_Comm_get_parent(MPI_Comm *parent);
int MPI_Alloc_mem(MPI_Aint bytes, MPI_Info info, void *pointer);
int MPI_Free_mem(void *memory);

int MPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win);
int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base,
                     MPI_Win *win);
int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base,
                            MPI_Win *win);
int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *bytes, int *unit, void *base);
int MPI_Win_free(MPI_Win *win);
int MPI_Win_get_attr(MPI_Win win, int key, void *value, int *flag);
int MPI_Win_sync(MPI_Win win);
int MPI_Win_fence(int hint, MPI_Win win);
int MPI_Win_flush(int rank, MPI_Win win);
int MPI_Win_flush_all(MPI_Win win);
int MPI_Win_flush_local(int rank, MPI_Win win);
int MPI_Win_flush_local_all(MPI_Win win);
int MPI_Win_lock(int kind, int rank, int hint, MPI_Win win);
int MPI_Win_unlock(int rank, MPI_Win win);
int MPI_Win_lock_all(int hint, MPI_Win win);
int MPI_Win_unlock_all(MPI_Win win);
int MPI_Win_post(MPI_Group group, int hint, MPI_Win win);
int MPI_Win_start(MPI_Group group, int hint, MPI_Win win);
int MPI_Win_complete(MPI_Win win);
int MPI_Win_wait(MPI_Win win);
int MPI_Put(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint place, int targets,
            MPI_Datatype totype, MPI_Win win);
int MPI_Get(void *to, int count, MPI_Datatype type, int rank, MPI_Aint place, int targets,
            MPI_Datatype fromtype, MPI_Win win);
#ifdef __cplusplus
}
#endif
