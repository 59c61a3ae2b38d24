// Threads, conditions and clocks of the C++ library, over POSIX threads.
#include <pthread.h>
#include <shmemlab/own.h>
#include <stdio.h>

namespace std {
template <class> struct default_delete;
template <class T, class D = default_delete<T>> class unique_ptr {
 public:
  T *object;
  ~unique_ptr() {}
};

class thread {
 public:
  struct _State {
    virtual ~_State();
    virtual void _M_run() = 0;
  };
  pthread_t number;
  void _M_start_thread(unique_ptr<_State>, void (*)());
  void join();
  void detach();
  static unsigned hardware_concurrency() noexcept;
};
thread::_State::~_State() {}

extern "C" void __shmemlab_thread_ends();

static void *run(void *argument) {
  thread::_State *state = (thread::_State *)argument;
  state->_M_run();
  delete state;
  __shmemlab_thread_ends();
  return nullptr;
}
void thread::_M_start_thread(unique_ptr<_State> state, void (*)()) {
  void *argument = state.object;
  state.object = nullptr;
  pthread_create(&number, nullptr, run, argument);
}
void thread::join() {
  if (!number) __fail("std::thread::join of a thread that is none, or was joined before");
  pthread_join(number, nullptr);
  number = 0;
}
void thread::detach() {
  if (!number) __fail("std::thread::detach of a thread that is none, or was joined before");
  pthread_detach(number);
  number = 0;
}
unsigned thread::hardware_concurrency() noexcept { return 2; }

class mutex;
template <class Mutex> class unique_lock {
 public:
  Mutex *device;
  bool owns;
};
class condition_variable {
  pthread_cond_t condition;

 public:
  condition_variable() noexcept;
  ~condition_variable() noexcept;
  void notify_one() noexcept;
  void notify_all() noexcept;
  void wait(unique_lock<mutex> &lock) noexcept;
};
condition_variable::condition_variable() noexcept { pthread_cond_init(&condition, nullptr); }
condition_variable::~condition_variable() noexcept { pthread_cond_destroy(&condition); }
void condition_variable::notify_one() noexcept { pthread_cond_signal(&condition); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(&condition); }
void condition_variable::wait(unique_lock<mutex> &lock) noexcept {
  pthread_cond_wait(&condition, (pthread_mutex_t *)lock.device);
}

thread_local void *__once_callable;
thread_local void (*__once_call)();
extern "C" void __once_proxy() { __once_call(); }

namespace chrono {
inline namespace _V2 {
struct steady_clock {
  static long now() noexcept;
};
struct system_clock {
  static long now() noexcept;
};
long steady_clock::now() noexcept { return __nanoseconds(); }
long system_clock::now() noexcept { return __nanoseconds(); }
}
}

// A future waits for a word of memory.
struct __atomic_futex_unsigned_base {
  static void _M_futex_notify_all(unsigned *);
};
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {}
struct __future_base {
  struct _Result_base {
    void *error;
    _Result_base();
    virtual ~_Result_base();
    virtual void _M_destroy() = 0;
  };
};
__future_base::_Result_base::_Result_base() : error(nullptr) {}
__future_base::_Result_base::~_Result_base() {}
}

static bool await(unsigned *word, unsigned old, bool timed) {
  if (timed) { // the time may be over at once
    for (int i = 0; i < 500; i++) __asm__ volatile("");
    return __atomic_load_n(word, __ATOMIC_ACQUIRE) != old;
  }
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == old) {}
  return true;
}
#define SECONDS "NSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE"
extern "C" {
bool of_system_clock(void *, unsigned *, unsigned, bool, long, long) __asm__(
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjb" SECONDS);
bool of_steady_clock(void *, unsigned *, unsigned, bool, long, long) __asm__(
    "_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjb" SECONDS);
bool of_system_clock(void *, unsigned *word, unsigned old, bool timed, long, long) {
  return await(word, old, timed);
}
bool of_steady_clock(void *, unsigned *word, unsigned old, bool timed, long, long) {
  return await(word, old, timed);
}
}
