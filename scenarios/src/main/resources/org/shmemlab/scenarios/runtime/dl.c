/* The dynamic linker (POSIX.1, "dlopen", "dlsym"), for what a program is linked with anyway: itself, CUDA,
   NVML, NVSHMEM, NCCL, MPI, the C library. A function is found by its name where the name stands in the
   program as a text. A program's own definition of one of these comes first. */
#include <shmemlab/own.h>
#include <stdio.h>
#include <string.h>

#define OURS __attribute__((weak))

/* Ends with an entry without a symbol; the front-end fills it in. */
extern const struct named {
  const char *symbol;
  void *address;
  size_t bytes;
} __shmemlab_functions[];

static const char *libraries[] = {
    "libcuda.so", "libcudart.so", "libnvidia-ml.so", "libnvshmem", "libnccl.so", "libmpi.so",
    "libshmem", "liboshmem.so", "libc.so", "libm.so", "libdl.so", "libpthread.so"};

static _Thread_local const char *__shmemlab_problem;
static _Thread_local char __shmemlab_text[256];

static void *failed(const char *name, const char *why) {
  snprintf(__shmemlab_text, sizeof __shmemlab_text, "%s: %s", name, why);
  __shmemlab_problem = __shmemlab_text;
  return NULL;
}

OURS void *dlopen(const char *file, int flags) {
  static char itself;
  if (!file) return &itself;
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    if (!strncmp(name, libraries[i], strlen(libraries[i]))) return &itself;
  return failed(file, "cannot open shared object file: No such file or directory");
}
OURS void *dlsym(void *library, const char *symbol) {
  for (const struct named *one = __shmemlab_functions; one->symbol; one++)
    if (!strcmp(one->symbol, symbol)) return one->address;
  return failed(symbol, "undefined symbol");
}
OURS void *dlvsym(void *library, const char *symbol, const char *version) {
  return dlsym(library, symbol);
}
OURS int dlclose(void *library) { return 0; }
OURS char *dlerror(void) {
  const char *last = __shmemlab_problem;
  __shmemlab_problem = NULL;
  return (char *)last;
}

/* The driver's functions by name, of whatever version (CUDA Driver API, "Driver Entry Point Access"). */
static int entry(const char *symbol, void **function, int *found) {
  *function = dlsym(NULL, symbol);
  __shmemlab_problem = NULL;
  if (found) *found = *function ? 0 : 1; /* success, not found */
  return *function ? 0 : 500;
}
OURS int cuGetProcAddress(const char *symbol, void **function, int version, unsigned long flags) {
  return entry(symbol, function, NULL);
}
OURS int cuGetProcAddress_v2(
    const char *symbol, void **function, int version, unsigned long flags, int *found) {
  return entry(symbol, function, found);
}
OURS int cudaGetDriverEntryPoint(
    const char *symbol, void **function, unsigned long long flags, int *found) {
  entry(symbol, function, found);
  return 0;
}
OURS int cudaGetDriverEntryPointByVersion(
    const char *symbol, void **function, unsigned int version, unsigned long long flags, int *found) {
  entry(symbol, function, found);
  return 0;
}
