#pragma once
#include <stddef.h>

typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Info;
typedef long MPI_Aint;
typedef struct {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
} MPI_Status;

/* Handles are numbers of the machine's teams. */
#define MPI_COMM_WORLD ((MPI_Comm)3)
#define MPI_COMM_SELF ((MPI_Comm)4)
#define MPI_COMM_NULL ((MPI_Comm)-1)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_COMM_TYPE_SHARED 1
#define MPI_UNDEFINED (-32766)
#define MPI_SUCCESS 0
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE ((void *)-1)

#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3

/* size in bytes * 16 + kind: 0 bytes, 1 signed, 2 unsigned, 3 floating */
#define MPI_DATATYPE_NULL ((MPI_Datatype)0)
#define MPI_BYTE ((MPI_Datatype)(1 * 16))
#define MPI_CHAR ((MPI_Datatype)(1 * 16 + 1))
#define MPI_SIGNED_CHAR ((MPI_Datatype)(1 * 16 + 1))
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)(1 * 16 + 2))
#define MPI_SHORT ((MPI_Datatype)(2 * 16 + 1))
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)(2 * 16 + 2))
#define MPI_INT ((MPI_Datatype)(4 * 16 + 1))
#define MPI_UNSIGNED ((MPI_Datatype)(4 * 16 + 2))
#define MPI_LONG ((MPI_Datatype)(8 * 16 + 1))
#define MPI_UNSIGNED_LONG ((MPI_Datatype)(8 * 16 + 2))
#define MPI_LONG_LONG ((MPI_Datatype)(8 * 16 + 1))
#define MPI_LONG_LONG_INT ((MPI_Datatype)(8 * 16 + 1))
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)(8 * 16 + 2))
#define MPI_INT8_T ((MPI_Datatype)(1 * 16 + 1))
#define MPI_UINT8_T ((MPI_Datatype)(1 * 16 + 2))
#define MPI_INT16_T ((MPI_Datatype)(2 * 16 + 1))
#define MPI_UINT16_T ((MPI_Datatype)(2 * 16 + 2))
#define MPI_INT32_T ((MPI_Datatype)(4 * 16 + 1))
#define MPI_UINT32_T ((MPI_Datatype)(4 * 16 + 2))
#define MPI_INT64_T ((MPI_Datatype)(8 * 16 + 1))
#define MPI_UINT64_T ((MPI_Datatype)(8 * 16 + 2))
#define MPI_FLOAT ((MPI_Datatype)(4 * 16 + 3))
#define MPI_DOUBLE ((MPI_Datatype)(8 * 16 + 3))

#define MPI_MAX ((MPI_Op)3)
#define MPI_MIN ((MPI_Op)2)
#define MPI_SUM ((MPI_Op)0)
#define MPI_PROD ((MPI_Op)1)
#define MPI_LAND ((MPI_Op)16)
#define MPI_BAND ((MPI_Op)4)
#define MPI_LOR ((MPI_Op)17)
#define MPI_BOR ((MPI_Op)5)
#define MPI_LXOR ((MPI_Op)18)
#define MPI_BXOR ((MPI_Op)6)
#include <shmemlab/mpi.h>
#define MPI_ERR_OTHER 16
#define MPI_VERSION 4
#define MPI_SUBVERSION 1
#define MPI_MAX_LIBRARY_VERSION_STRING 256
typedef int MPI_Errhandler;
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)1)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)2)
static inline int __MPI_text(const char *from, char *to, int *length) {
  for (*length = 0; from[*length]; ++*length) to[*length] = from[*length];
  to[*length] = 0;
  return MPI_SUCCESS;
}
/* A call that fails ends the program, so that a code other than success comes from elsewhere. */
static inline int MPI_Error_string(int code, char *text, int *length) {
  return __MPI_text(code == MPI_SUCCESS ? "no error" : "unknown error", text, length);
}
static inline int MPI_Error_class(int code, int *kind) {
  *kind = code == MPI_SUCCESS ? MPI_SUCCESS : MPI_ERR_OTHER;
  return MPI_SUCCESS;
}
static inline int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
  return MPI_SUCCESS;
}
static inline int MPI_Get_version(int *version, int *part) {
  *version = MPI_VERSION;
  *part = MPI_SUBVERSION;
  return MPI_SUCCESS;
}
static inline int MPI_Get_library_version(char *text, int *length) {
  return __MPI_text("ShmemLab", text, length);
}
static inline double MPI_Wtick(void) { return 1e-9; }
/* Hints are taken and not kept. */
static inline int MPI_Info_create(MPI_Info *info) {
  *info = 1;
  return MPI_SUCCESS;
}
static inline int MPI_Info_set(MPI_Info info, const char *key, const char *value) {
  return MPI_SUCCESS;
}
static inline int MPI_Info_free(MPI_Info *info) {
  *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}
