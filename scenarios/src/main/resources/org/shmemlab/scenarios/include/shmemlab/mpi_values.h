/* The values of handles and constants in the run-time system, whatever header declares their types. */
#pragma GCC system_header
/* Handles are numbers of the machine's teams. */
#define MPI_COMM_WORLD ((MPI_Comm)3)
#define MPI_COMM_SELF ((MPI_Comm)4)
#define MPI_COMM_NULL ((MPI_Comm)-1)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_COMM_TYPE_SHARED 1
#define MPI_UNDEFINED (-32766)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-2)
#define MPI_ROOT (-3)
#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_GROUP_NULL ((MPI_Group)0)
#define MPI_WIN_NULL ((MPI_Win)0)
#define MPI_WIN_BASE 1
#define MPI_WIN_SIZE 2
#define MPI_WIN_DISP_UNIT 3
#define MPI_WIN_CREATE_FLAVOR 4
#define MPI_WIN_FLAVOR_CREATE 1
#define MPI_WIN_FLAVOR_ALLOCATE 2
#define MPI_WIN_FLAVOR_SHARED 4
#define MPI_LOCK_EXCLUSIVE 1
#define MPI_LOCK_SHARED 2
#define MPI_MODE_NOCHECK 1
#define MPI_MODE_NOPRECEDE 2
#define MPI_MODE_NOPUT 4
#define MPI_MODE_NOSTORE 8
#define MPI_MODE_NOSUCCEED 16
#define MPI_IDENT 0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR 2
#define MPI_UNEQUAL 3
#define MPI_TAG_UB 1
#define MPI_SUCCESS 0
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_INFO_KEY 256
#define MPI_MAX_INFO_VAL 1024
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_PORT_NAME 1024
#define MPI_ARGV_NULL ((char **)0)
#define MPI_ERRCODES_IGNORE ((int *)0)
#define MPI_OP_NULL ((MPI_Op)-1)
#define MPI_REPLACE ((MPI_Op)32)
#define MPI_NO_OP ((MPI_Op)33)
#define MPI_MINLOC ((MPI_Op)34)
#define MPI_MAXLOC ((MPI_Op)35)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_BOTTOM ((void *)0)
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
#define MPI_LONG_DOUBLE MPI_DOUBLE
#define MPI_C_BOOL MPI_UINT8_T
#define MPI_WCHAR MPI_INT
#define MPI_AINT MPI_LONG
#define MPI_OFFSET MPI_LONG
#define MPI_COUNT MPI_LONG
#define MPI_PACKED MPI_BYTE
/* Types that a program makes have this bit, and mpi.c keeps what they are. */
#define __MPI_MADE 0x40000000

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
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)1)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)2)
