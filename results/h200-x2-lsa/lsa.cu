// Message passing by LSA pointers of NCCL's device interface, on two GPUs of one process: rank 0 stores
// data and then a flag, or both call a barrier; rank 1 loads the data. With -DGIN it then asks for GIN.
//
// nvcc -std=c++17 -arch=sm_90 -I$NCCL/include lsa.cu -o lsa -L$NCCL/lib -l:libnccl.so.2 && ./lsa 100000
#include <cstdio>
#include <cstdlib>
#include <nccl.h>
#include <nccl_device.h>
#define OK(c) do { cudaError_t e = (c); if (e) { printf("%s: %s\n", #c, cudaGetErrorString(e)); exit(1); } } while (0)
#define NC(c) do { ncclResult_t e = (c); if (e) { printf("%s: %s (%s)\n", #c, ncclGetErrorString(e), ncclGetLastError(NULL)); if (fatal) exit(1); } } while (0)
static int fatal = 1;
enum { FLAG, FLAG_FENCED, BARRIER_RELAXED, BARRIER_ACQ_REL, KINDS };
static const char *names[] = {"flag, volatile, no fence", "flag, __threadfence_system on both sides", "LSA barrier, relaxed", "LSA barrier, acq_rel"};

// The data of a round have a page of 4 KiB to themselves; the flag is 16 MiB after the first.
__global__ void test(ncclDevComm comm, ncclWindow_t w, int kind, int rounds, unsigned long long *hist) {
  int me = comm.lsaRank;
  ncclLsaBarrierSession<ncclCoopCta> bar{ncclCoopCta(), comm, ncclTeamTagLsa(), 0};
  for (int r = 1; r <= rounds; r++) {
    size_t at = (size_t)(r % 4096) * 4096;
    if (me == 0) {
      int *data = (int *)ncclGetLsaPointer(w, at, 1), *flag = (int *)ncclGetLsaPointer(w, (16 << 20), 1);
      *data = r;
      if (kind == FLAG) *(volatile int *)flag = r;
      if (kind == FLAG_FENCED) { __threadfence_system(); *(volatile int *)flag = r; }
    }
    if (kind == BARRIER_RELAXED) bar.sync(ncclCoopCta(), cuda::memory_order_relaxed);
    if (kind == BARRIER_ACQ_REL) bar.sync(ncclCoopCta(), cuda::memory_order_acq_rel);
    if (me == 1) {
      int *data = (int *)ncclGetLocalPointer(w, at), *flag = (int *)ncclGetLocalPointer(w, (16 << 20));
      if (kind <= FLAG_FENCED) while (*(volatile int *)flag < r) {}
      if (kind == FLAG_FENCED) __threadfence_system();
      int got = *(volatile int *)data;
      hist[got == r ? 0 : 1]++;
    }
    bar.sync(ncclCoopCta(), cuda::memory_order_acq_rel); // the next round
  }
}

int main(int argc, char **argv) {
  int rounds = atoi(argv[1]), v;
  ncclGetVersion(&v);
  printf("NCCL %d\n", v);
  ncclComm_t comm[2];
  int dev[2] = {0, 1};
  NC(ncclCommInitAll(comm, 2, dev));
  void *mem[2]; ncclWindow_t win[2]; ncclDevComm dc[2];
  size_t bytes = (16 << 20) + 4096;
  for (int i = 0; i < 2; i++) { OK(cudaSetDevice(i)); NC(ncclMemAlloc(&mem[i], bytes)); OK(cudaMemset(mem[i], 0, bytes)); OK(cudaDeviceSynchronize()); }
  NC(ncclGroupStart());
  for (int i = 0; i < 2; i++) NC(ncclCommWindowRegister(comm[i], mem[i], bytes, &win[i], NCCL_WIN_COLL_SYMMETRIC));
  NC(ncclGroupEnd());
  ncclDevCommRequirements req = {};
#ifdef NCCL_DEV_COMM_REQUIREMENTS_INITIALIZER
  req = NCCL_DEV_COMM_REQUIREMENTS_INITIALIZER;
#endif
  req.lsaBarrierCount = 1;
  NC(ncclGroupStart());
  for (int i = 0; i < 2; i++) NC(ncclDevCommCreate(comm[i], &req, &dc[i]));
  NC(ncclGroupEnd());
  printf("lsaSize %d\n", dc[0].lsaSize);
  unsigned long long *h[2], host[2];
  cudaStream_t s[2];
  for (int i = 0; i < 2; i++) { OK(cudaSetDevice(i)); OK(cudaMalloc(&h[i], 16)); OK(cudaStreamCreate(&s[i])); }
  for (int k = 0; k < KINDS; k++) {
    for (int i = 0; i < 2; i++) { OK(cudaSetDevice(i)); OK(cudaMemset(h[i], 0, 16)); OK(cudaMemset(mem[i], 0, bytes)); OK(cudaDeviceSynchronize()); }
    for (int i = 0; i < 2; i++) { OK(cudaSetDevice(i)); test<<<1, 1, 0, s[i]>>>(dc[i], win[i], k, rounds, h[i]); OK(cudaGetLastError()); }
    for (int i = 0; i < 2; i++) { OK(cudaSetDevice(i)); OK(cudaDeviceSynchronize()); }
    OK(cudaSetDevice(1)); OK(cudaMemcpy(host, h[1], 16, cudaMemcpyDeviceToHost));
    printf("%-45s right %llu, old %llu\n", names[k], host[0], host[1]);
  }
#ifdef GIN
  fatal = 0;
  ncclDevCommRequirements gin = req;
  gin.ginSignalCount = 1; gin.ginForceEnable = true;
#ifdef NCCL_GIN_CONNECTION_FULL
#endif
  ncclDevComm gd[2];
  NC(ncclGroupStart());
  for (int i = 0; i < 2; i++) NC(ncclDevCommCreate(comm[i], &gin, &gd[i]));
  NC(ncclGroupEnd());
  printf("gin asked\n");
#endif
}
