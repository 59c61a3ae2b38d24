// A suite of typed tests as OpenSHMEM's verification suites have it: one test for each type, made by
// a macro and a template, with a table of what passed.
// pes: 3
// prints: p/g        int ok
// prints: p/g        long ok
// prints: p/g        float ok
// prints: p/g        double ok
// prints: add        int ok
// prints: add        long ok
// prints: strided    int ok
// prints: strided    double ok
// prints: reduce     int ok
// prints: reduce     double ok
// prints: 10 of 10
// with -DNO_BARRIER: conflict
#include <array>
#include <cstdio>
#include <functional>
#include <shmem.h>
#include <string>
#include <utility>
#include <vector>

template <class T> struct Typed; // the calls of a type
#define TYPED(T, NAME)                                                                     \
  template <> struct Typed<T> {                                                            \
    static constexpr const char *name = #NAME;                                             \
    static void p(T *to, T value, int pe) { shmem_##NAME##_p(to, value, pe); }             \
    static T g(const T *from, int pe) { return shmem_##NAME##_g(from, pe); }               \
    static void iput(T *to, const T *from, long d, long s, size_t n, int pe) {             \
      shmem_##NAME##_iput(to, from, d, s, n, pe);                                          \
    }                                                                                      \
    static int sum(T *to, const T *from, size_t n) {                                       \
      return shmem_##NAME##_sum_reduce(SHMEM_TEAM_WORLD, to, from, n);                     \
    }                                                                                      \
  };
TYPED(int, int)
TYPED(long, long)
TYPED(float, float)
TYPED(double, double)

#ifdef NO_BARRIER
static void meet() {}
#else
static void meet() { shmem_barrier_all(); }
#endif

template <class T> class Symmetric { // owns memory of the symmetric heap
  T *data_;
  size_t size_;

 public:
  explicit Symmetric(size_t n) : data_(static_cast<T *>(shmem_calloc(n, sizeof(T)))), size_(n) {}
  ~Symmetric() { shmem_free(data_); }
  Symmetric(const Symmetric &) = delete;
  Symmetric &operator=(const Symmetric &) = delete;
  T *data() { return data_; }
  T &operator[](size_t i) { return data_[i]; }
};

template <class T> bool single() {
  Symmetric<T> box(1);
  const int me = shmem_my_pe(), n = shmem_n_pes();
  Typed<T>::p(box.data(), T(me + 1), (me + 1) % n);
  meet();
  return box[0] == T((me + n - 1) % n + 1) && Typed<T>::g(box.data(), me) == box[0];
}

template <class T> bool add() {
  Symmetric<T> count(1);
  for (int pe = 0; pe < shmem_n_pes(); pe++) shmem_atomic_add(count.data(), T(pe + 1), pe);
  shmem_barrier_all();
  return count[0] == T(shmem_n_pes() * (shmem_my_pe() + 1));
}

template <class T> bool strided() {
  Symmetric<T> box(6);
  const std::array<T, 3> mine{T(1), T(2), T(3)};
  const int right = (shmem_my_pe() + 1) % shmem_n_pes();
  Typed<T>::iput(box.data(), mine.data(), 2, 1, mine.size(), right);
  shmem_barrier_all();
  return box[0] == T(1) && box[1] == T(0) && box[2] == T(2) && box[4] == T(3);
}

template <class T> bool reduce() {
  Symmetric<T> from(2), to(2);
  from[0] = T(shmem_my_pe());
  from[1] = T(1);
  shmem_sync_all();
  const int status = Typed<T>::sum(to.data(), from.data(), 2);
  const int n = shmem_n_pes();
  return status == 0 && to[0] == T(n * (n - 1) / 2) && to[1] == T(n);
}

struct Test {
  std::string name;
  const char *type;
  std::function<bool()> body;
};

#define COLLECT(label, body, T) tests.push_back({label, Typed<T>::name, body<T>})

int main() {
  shmem_init();
  std::vector<Test> tests;
  COLLECT("p/g", single, int);
  COLLECT("p/g", single, long);
  COLLECT("p/g", single, float);
  COLLECT("p/g", single, double);
  COLLECT("add", add, int);
  COLLECT("add", add, long);
  COLLECT("strided", strided, int);
  COLLECT("strided", strided, double);
  COLLECT("reduce", reduce, int);
  COLLECT("reduce", reduce, double);
  size_t passed = 0;
  static int good, all;
  for (const auto &[name, type, body] : tests) {
    good = body();
    shmem_int_min_reduce(SHMEM_TEAM_WORLD, &all, &good, 1);
    passed += all;
    if (shmem_my_pe() == 0) std::printf("%-10s %s %s\n", name.c_str(), type, all ? "ok" : "FAILED");
  }
  if (shmem_my_pe() == 0) std::printf("%zu of %zu\n", passed, tests.size());
  shmem_finalize();
  return passed != tests.size();
}
