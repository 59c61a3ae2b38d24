// Included before everything else in a program: nvshmem_init() finds the other PEs of the job that
// "launch" started, without MPI. A program that is started otherwise initialises as it always did.
#ifndef SHMEMLAB_START_H
#define SHMEMLAB_START_H

#include <nvshmem.h>
#include <nvshmemx.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline int shmemlab_number(const char *name) {
  const char *text = getenv(name);
  return text ? atoi(text) : -1;
}

static inline void shmemlab_fail(const char *what) {
  fprintf(stderr, "PE %d: cannot start: %s\n", shmemlab_number("SHMEMLAB_PE"), what);
  exit(3);
}

static inline int shmemlab_start(void) {
  int pe = shmemlab_number("SHMEMLAB_PE"), pes = shmemlab_number("SHMEMLAB_PES");
  const char *path = getenv("SHMEMLAB_ID");
  static nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  static nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
  if (pe < 0 || pes < 1 || !path) {
    nvshmem_init();
    return 0;
  }
  if (pe == 0) {
    char part[512];
    snprintf(part, sizeof part, "%s.part", path);
    if (nvshmemx_get_uniqueid(&id) != 0) {
      shmemlab_fail("nvshmemx_get_uniqueid failed");
    }
    FILE *file = fopen(part, "wb");
    if (!file || fwrite(&id, sizeof id, 1, file) != 1 || fclose(file) != 0 ||
        rename(part, path) != 0) {
      shmemlab_fail("the file for the unique id cannot be written");
    }
  } else {
    FILE *file = NULL;
    for (int i = 0; i < 60000 && !(file = fopen(path, "rb")); i++) {
      usleep(1000);
    }
    if (!file || fread(&id, sizeof id, 1, file) != 1) {
      shmemlab_fail("PE 0 wrote no unique id within 60 s");
    }
    fclose(file);
  }
  if (nvshmemx_set_attr_uniqueid_args(pe, pes, &id, &attributes) != 0) {
    shmemlab_fail("nvshmemx_set_attr_uniqueid_args failed");
  }
  int status = nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes);
  if (status != 0) {
    shmemlab_fail("nvshmemx_init_attr failed");
  }
  return status;
}

// With more PEs than GPUs (launch -g), PEs share them in turn.
static inline cudaError_t shmemlab_device(int device) {
  int gpus = shmemlab_number("SHMEMLAB_GPUS");
  return cudaSetDevice(gpus > 0 ? device % gpus : device);
}

#define nvshmem_init shmemlab_start
#define cudaSetDevice shmemlab_device

#endif
