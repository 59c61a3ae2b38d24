// C++ on OpenSHMEM: an allocator for symmetric vectors, a session that ends by itself, typed overloads.
// pes: 2
// prints: double=true float=true int=true long=true
#include <shmem.h>
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <new>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
template <class T> struct symmetric_allocator {
  using value_type = T;
  symmetric_allocator() = default;
  template <class U> symmetric_allocator(const symmetric_allocator<U> &) {}
  T *allocate(std::size_t n) {
    if (void *p = shmem_malloc(n * sizeof(T))) return static_cast<T *>(p);
    throw std::bad_alloc();
  }
  void deallocate(T *p, std::size_t) { shmem_free(p); }
  template <class U> bool operator==(const symmetric_allocator<U> &) const { return true; }
  template <class U> bool operator!=(const symmetric_allocator<U> &) const { return false; }
};
template <class T> using shared_vector = std::vector<T, symmetric_allocator<T>>;
struct session {
  session() { shmem_init(); }
  ~session() { shmem_finalize(); }
  int me() const { return shmem_my_pe(); }
  int size() const { return shmem_n_pes(); }
};
#define TYPED(T, N)                                                                          \
  inline void put(T *to, const T *from, size_t n, int pe) { shmem_##N##_put(to, from, n, pe); } \
  inline void sum(T *to, const T *from, size_t n) {                                          \
    shmem_##N##_sum_reduce(SHMEM_TEAM_WORLD, to, from, n);                                   \
  }
TYPED(int, int) TYPED(long, long) TYPED(float, float) TYPED(double, double)

template <class T> bool test(const session &s, const std::string &name, std::map<std::string, bool> &results) {
  shared_vector<T> from(s.size()), to(s.size()), total(s.size());
  std::iota(from.begin(), from.end(), T(10 * s.me()));
  shmem_barrier_all();
  for (int pe = 0; pe < s.size(); ++pe) put(&to[s.me()], &from[pe], 1, pe);
  shmem_barrier_all();
  bool ok = true;
  for (int pe = 0; pe < s.size(); ++pe) ok &= to[pe] == T(10 * pe + s.me());
  sum(total.data(), from.data(), from.size());
  ok &= total[0] == T(10 * s.size() * (s.size() - 1) / 2);
  shmem_barrier_all();
  return results[name] = ok;
}

int main() try {
  session s;
  std::map<std::string, bool> results;
  std::vector<std::function<bool()>> tests{[&] { return test<int>(s, "int", results); },
                                           [&] { return test<long>(s, "long", results); },
                                           [&] { return test<float>(s, "float", results); },
                                           [&] { return test<double>(s, "double", results); }};
  bool all = std::all_of(tests.begin(), tests.end(), [](auto &t) { return t(); });
  std::ostringstream out;
  for (auto &[name, ok] : results) out << (out.str().empty() ? "" : " ") << name << '=' << std::boolalpha << ok;
  if (!s.me()) std::cout << out.str() << '\n';
  if (!all) throw std::runtime_error("wrong");
} catch (const std::exception &e) {
  std::cerr << e.what() << '\n';
  return 1;
}
