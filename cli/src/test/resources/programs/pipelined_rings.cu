// Rings in a class hierarchy: a host that makes streams, events and a thread for each, kernels as
// function objects, typed by a template.
// pes: 2
// prints: 1: float 0.5 int 0
// prints: 0: float 1.5 int 1
// says: shmemlab: the program looks at clocks, which count instructions here; --platform NAME gives them simulated time
// with -DNO_EVENT: conflict
#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdexcept>
#include <string>

struct Error : std::runtime_error {
  Error(cudaError_t status, const std::string &where)
      : std::runtime_error(where + ": " + cudaGetErrorString(status)) {}
};
inline void require(cudaError_t status, const char *where) {
  if (status != cudaSuccess) throw Error(status, where);
}

struct NvshmemFree {
  void operator()(void *p) const { nvshmem_free(p); }
};
template <class T> using Symmetric = std::unique_ptr<T[], NvshmemFree>;
template <class T> Symmetric<T> symmetric(size_t n) {
  return Symmetric<T>(static_cast<T *>(nvshmem_calloc(n, sizeof(T))));
}

template <class F, class... Args> __global__ void launch(F f, Args... args) { f(args...); }

class Stage {
 public:
  virtual ~Stage() = default;
  virtual void enqueue(cudaStream_t stream) = 0;
};

template <class T> class Ring final : public Stage {
  Symmetric<T> box_ = symmetric<T>(1), mine_ = symmetric<T>(1);
  T seed_;

 public:
  explicit Ring(T seed) : seed_(seed) {}
  void enqueue(cudaStream_t stream) override {
    const int to = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
    const T seed = seed_;
    launch<<<1, 1, 0, stream>>>(
        [=] __device__(T *box, T *mine) {
          *mine = seed + T(nvshmem_my_pe());
          nvshmem_putmem(box, mine, sizeof(T), to);
          nvshmem_quiet();
        },
        box_.get(), mine_.get());
    nvshmemx_barrier_all_on_stream(stream);
  }
  T value() const {
    T value;
    require(cudaMemcpy(&value, box_.get(), sizeof value, cudaMemcpyDeviceToHost), "value");
    return value;
  }
};

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  try {
    {
      Ring<float> floats(0.5f);
      Ring<int> ints(0);
      std::array<Stage *, 2> stages{&floats, &ints};
      std::array<cudaStream_t, 2> streams;
      cudaEvent_t done;
      require(cudaEventCreateWithFlags(&done, cudaEventDisableTiming), "event");
      for (auto &stream : streams) require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
      for (size_t i = 0; i < stages.size(); i++) {
        stages[i]->enqueue(streams[i]);
        require(cudaEventRecord(done, streams[i]), "record");
        if (i + 1 < stages.size()) require(cudaStreamWaitEvent(streams[i + 1], done, 0), "order");
      }
#ifndef NO_EVENT
      require(cudaEventSynchronize(done), "wait");
#endif
      std::printf("%d: float %g int %d\n", nvshmem_my_pe(), floats.value(), ints.value());
      for (auto stream : streams) require(cudaStreamDestroy(stream), "destroy");
      require(cudaEventDestroy(done), "event");
      nvshmem_barrier_all();
    }
  } catch (const Error &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  nvshmem_finalize();
}
