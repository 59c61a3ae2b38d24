/* Modules and kernels of the CUDA driver (CUDA Driver API: "Module Management", "Library Management",
   "Execution Control", "Occupancy"). The kernels of a module are those that the files of the program
   define, by their symbols: machine code is not read. A program's own definition of one of these comes
   first. */
#include <cuda.h>
#include <shmemlab/own.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where arguments may be left out, our header declares it for C++ alone. */
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);

#define OURS __attribute__((weak)) CUresult

/* Each ends with an entry without a symbol; the front-end fills them in. */
struct named {
  const char *symbol;
  void *address;
  size_t bytes;
};
extern const struct named __shmemlab_kernels[], __shmemlab_variables[];

/* Where a module says that it is from. */
struct CUmod_st {
  const char *from;
};

static CUresult made(struct CUmod_st **module, const char *from) {
  *module = (struct CUmod_st *)malloc(sizeof **module);
  char *kept = (char *)malloc(strlen(from) + 1);
  strcpy(kept, from);
  (*module)->from = kept;
  return CUDA_SUCCESS;
}

static const struct named *find(const struct named *all, const char *symbol) {
  while (all->symbol && strcmp(all->symbol, symbol)) all++;
  return all;
}

static const struct named *found(
    const struct named *all, const char *what, const char *symbol, struct CUmod_st *module) {
  const struct named *one = find(all, symbol);
  if (!one->symbol) {
    static char text[1024];
    snprintf(text, sizeof text,
             "no file named defines the %s '%s' that is looked for in %s; machine code (cubin, fatbin)"
             " is not read: name the source, or its PTX (.ptx) or LLVM IR (.ll, .bc), as a file of the program",
             what, symbol, module->from);
    __not_supported(text);
  }
  return one;
}

OURS cuModuleLoad(CUmodule *module, const char *file) {
  char from[512];
  snprintf(from, sizeof from, "'%s'", file);
  return made(module, from);
}
OURS cuModuleLoadData(CUmodule *module, const void *image) {
  return made(module, "an image in memory");
}
OURS cuModuleLoadDataEx(
    CUmodule *module, const void *image, unsigned int count, CUjit_option *options, void **values) {
  return made(module, "an image in memory");
}
OURS cuModuleLoadFatBinary(CUmodule *module, const void *image) {
  return made(module, "an image in memory");
}
OURS cuModuleUnload(CUmodule module) {
  free((void *)module->from);
  free(module);
  return CUDA_SUCCESS;
}
OURS cuModuleGetFunction(CUfunction *function, CUmodule module, const char *symbol) {
  *function = (CUfunction)found(__shmemlab_kernels, "kernel", symbol, module)->address;
  return CUDA_SUCCESS;
}
OURS cuModuleGetGlobal_v2(CUdeviceptr *memory, size_t *bytes, CUmodule module, const char *symbol) {
  const struct named *one = found(__shmemlab_variables, "variable", symbol, module);
  if (memory) *memory = (CUdeviceptr)one->address;
  if (bytes) *bytes = one->bytes;
  return CUDA_SUCCESS;
}
OURS cuModuleGetGlobal(CUdeviceptr *memory, size_t *bytes, CUmodule module, const char *symbol) {
  return cuModuleGetGlobal_v2(memory, bytes, module, symbol);
}

OURS cuLibraryLoadFromFile(
    CUlibrary *library, const char *file, CUjit_option *jit, void **jitValues, unsigned int jitCount,
    CUlibraryOption *options, void **values, unsigned int count) {
  return cuModuleLoad((CUmodule *)library, file);
}
OURS cuLibraryLoadData(
    CUlibrary *library, const void *image, CUjit_option *jit, void **jitValues,
    unsigned int jitCount, CUlibraryOption *options, void **values, unsigned int count) {
  return cuModuleLoadData((CUmodule *)library, image);
}
OURS cuLibraryUnload(CUlibrary library) { return cuModuleUnload((CUmodule)library); }
OURS cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *symbol) {
  return cuModuleGetFunction((CUfunction *)kernel, (CUmodule)library, symbol);
}
OURS cuLibraryGetModule(CUmodule *module, CUlibrary library) {
  *module = (CUmodule)library;
  return CUDA_SUCCESS;
}
OURS cuLibraryGetGlobal(CUdeviceptr *memory, size_t *bytes, CUlibrary library, const char *symbol) {
  return cuModuleGetGlobal_v2(memory, bytes, (CUmodule)library, symbol);
}
OURS cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  *function = (CUfunction)kernel;
  return CUDA_SUCCESS;
}

OURS cuLaunchKernel(
    CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ,
    unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int shared,
    CUstream stream, void **parameters, void **extra) {
  if (extra) __not_supported("not supported yet: cuLaunchKernel with a buffer of parameters; give"
                             " an array of their addresses");
  dim3 grid = {gridX, gridY, gridZ}, block = {blockX, blockY, blockZ};
  return (CUresult)cudaLaunchKernel((const void *)function, grid, block, parameters, shared, stream);
}
OURS cuLaunchCooperativeKernel(
    CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ,
    unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int shared,
    CUstream stream, void **parameters) {
  dim3 grid = {gridX, gridY, gridZ}, block = {blockX, blockY, blockZ};
  return (CUresult)cudaLaunchCooperativeKernel(
      (const void *)function, grid, block, parameters, shared, stream);
}
OURS cuLaunchKernelEx(
    const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra) {
  if (extra) __not_supported("not supported yet: cuLaunchKernelEx with a buffer of parameters; give"
                             " an array of their addresses");
  cudaLaunchConfig_t same = {
      {config->gridDimX, config->gridDimY, config->gridDimZ},
      {config->blockDimX, config->blockDimY, config->blockDimZ},
      config->sharedMemBytes,
      config->hStream,
      (cudaLaunchAttribute *)config->attrs,
      config->numAttrs};
  return (CUresult)cudaLaunchKernelExC(&same, (const void *)function, parameters);
}

OURS cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value) {
  return CUDA_SUCCESS;
}
OURS cuFuncSetCacheConfig(CUfunction function, int config) { return CUDA_SUCCESS; }
/* As cudaFuncGetAttributes says it. */
OURS cuFuncGetAttribute(int *value, CUfunction_attribute which, CUfunction function) {
  struct cudaFuncAttributes all;
  cudaFuncGetAttributes(&all, (const void *)function);
  switch (which) {
    case 0: *value = all.maxThreadsPerBlock; break;
    case 1: *value = (int)all.sharedSizeBytes; break;
    case 2: *value = (int)all.constSizeBytes; break;
    case 3: *value = (int)all.localSizeBytes; break;
    case 4: *value = all.numRegs; break;
    case 5: *value = all.ptxVersion; break;
    case 6: *value = all.binaryVersion; break;
    case 7: *value = 0; break;
    case 8: *value = all.maxDynamicSharedSizeBytes; break;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}
OURS cuKernelSetAttribute(CUfunction_attribute which, int value, CUkernel kernel, CUdevice device) {
  return CUDA_SUCCESS;
}
OURS cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, CUfunction function, int threads, size_t shared) {
  return (CUresult)cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, (const void *)function, threads, shared);
}
OURS cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, CUfunction function, int threads, size_t shared, unsigned int flags) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}
/* A kernel of the runtime is the same to the driver. */
__attribute__((weak)) cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *kernel) {
  *function = (cudaFunction_t)kernel;
  return cudaSuccess;
}
