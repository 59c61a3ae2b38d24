/* Functions of the C library that no service of the machine does (ISO C 17, chapter 7). A program's
   own definition of one of them comes first. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <shmemlab/own.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OURS __attribute__((weak))

OURS void *memchr(const void *memory, int byte, size_t bytes) {
  const unsigned char *at = memory;
  for (size_t i = 0; i < bytes; i++)
    if (at[i] == (unsigned char)byte) return (void *)(at + i);
  return NULL;
}

/* A tag that is a number gives the bits in which values that are no number differ (glibc does so,
   ISO C 17, 7.22.1.3 leaves it open). */
OURS double nan(const char *tag) {
  char *end;
  unsigned long long bits = strtoull(tag, &end, 0);
  union { double value; unsigned long long bits; } made = {__builtin_nan("")};
  if (*tag >= '0' && *tag <= '9' && !*end) made.bits |= bits & 0x7FFFFFFFFFFFFULL;
  return made.value;
}

OURS float nanf(const char *tag) {
  char *end;
  unsigned long long bits = strtoull(tag, &end, 0);
  union { float value; unsigned bits; } made = {__builtin_nanf("")};
  if (*tag >= '0' && *tag <= '9' && !*end) made.bits |= (unsigned)bits & 0x3FFFFF;
  return made.value;
}

OURS size_t strnlen(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length]) length++;
  return length;
}

OURS char *strncat(char *to, const char *from, size_t most) {
  size_t end = strlen(to), length = strnlen(from, most);
  memcpy(to + end, from, length);
  to[end + length] = 0;
  return to;
}

OURS size_t strspn(const char *text, const char *set) {
  size_t length = 0;
  while (text[length] && strchr(set, text[length])) length++;
  return length;
}

OURS size_t strcspn(const char *text, const char *set) {
  size_t length = 0;
  while (text[length] && !strchr(set, text[length])) length++;
  return length;
}

OURS char *strpbrk(const char *text, const char *set) {
  size_t at = strcspn(text, set);
  return text[at] ? (char *)text + at : NULL;
}

OURS char *strtok(char *text, const char *set) {
  static char *rest;
  if (text) rest = text;
  if (!rest) return NULL;
  char *start = rest + strspn(rest, set);
  if (!*start) return rest = NULL;
  char *end = start + strcspn(start, set);
  rest = *end ? end + 1 : NULL;
  *end = 0;
  return start;
}

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c; }

OURS int strncasecmp(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i < most; i++) {
    int difference = lower((unsigned char)a[i]) - lower((unsigned char)b[i]);
    if (difference || !a[i]) return difference;
  }
  return 0;
}

OURS int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, (size_t)-1); }
OURS int strcoll(const char *a, const char *b) { return strcmp(a, b); }

/* The meanings of the numbers (POSIX.1-2017, "Error Numbers") in glibc's words. */
OURS char *strerror(int error) {
  static const char *const known[] = {
      "Success",
      "Operation not permitted",
      "No such file or directory",
      "No such process",
      "Interrupted system call",
      "Input/output error",
      "No such device or address",
      "Argument list too long",
      "Exec format error",
      "Bad file descriptor",
      "No child processes",
      "Resource temporarily unavailable",
      "Cannot allocate memory",
      "Permission denied",
      "Bad address",
      "Block device required",
      "Device or resource busy",
      "File exists",
      "Invalid cross-device link",
      "No such device",
      "Not a directory",
      "Is a directory",
      "Invalid argument",
      "Too many open files in system",
      "Too many open files",
      "Inappropriate ioctl for device",
      "Text file busy",
      "File too large",
      "No space left on device",
      "Illegal seek",
      "Read-only file system",
      "Too many links",
      "Broken pipe",
      "Numerical argument out of domain",
      "Numerical result out of range",
      "Resource deadlock avoided",
      "File name too long",
      "No locks available",
      "Function not implemented",
      "Directory not empty",
      "Too many levels of symbolic links",
  };
  if (error >= 0 && error < (int)(sizeof known / sizeof *known))
    return (char *)known[error];
  switch (error) {
    case 42: return "No message of desired type";
    case 61: return "No data available";
    case 62: return "Timer expired";
    case 71: return "Protocol error";
    case 74: return "Bad message";
    case 75: return "Value too large for defined data type";
    case 84: return "Invalid or incomplete multibyte or wide character";
    case 88: return "Socket operation on non-socket";
    case 89: return "Destination address required";
    case 90: return "Message too long";
    case 91: return "Protocol wrong type for socket";
    case 92: return "Protocol not available";
    case 93: return "Protocol not supported";
    case 95: return "Operation not supported";
    case 97: return "Address family not supported by protocol";
    case 98: return "Address already in use";
    case 99: return "Cannot assign requested address";
    case 100: return "Network is down";
    case 101: return "Network is unreachable";
    case 103: return "Software caused connection abort";
    case 104: return "Connection reset by peer";
    case 105: return "No buffer space available";
    case 106: return "Transport endpoint is already connected";
    case 107: return "Transport endpoint is not connected";
    case 110: return "Connection timed out";
    case 111: return "Connection refused";
    case 113: return "No route to host";
    case 114: return "Operation already in progress";
    case 115: return "Operation now in progress";
    case 116: return "Stale file handle";
    case 122: return "Disk quota exceeded";
    case 125: return "Operation canceled";
    case 130: return "Owner died";
    case 131: return "State not recoverable";
  }
  static char text[32];
  snprintf(text, sizeof text, "Unknown error %d", error);
  return text;
}

OURS float strtof(const char *text, char **end) { return (float)strtod(text, end); }
OURS long double strtold(const char *text, char **end) { return strtod(text, end); }

typedef int Compare(const void *, const void *);

static void swap(char *a, char *b, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) {
    char held = a[i];
    a[i] = b[i];
    b[i] = held;
  }
}

/* Heap sort: in place, and as fast for every order. */
OURS void qsort(void *base, size_t count, size_t bytes, Compare *compare) {
  char *all = base;
  for (size_t start = count / 2, end = count; end > 1;) {
    if (start > 0) {
      start--;
    } else {
      end--;
      swap(all, all + end * bytes, bytes);
    }
    for (size_t parent = start, child; (child = 2 * parent + 1) < end; parent = child) {
      if (child + 1 < end && compare(all + child * bytes, all + (child + 1) * bytes) < 0) child++;
      if (compare(all + parent * bytes, all + child * bytes) >= 0) break;
      swap(all + parent * bytes, all + child * bytes, bytes);
    }
  }
}

OURS void *bsearch(
    const void *key, const void *base, size_t count, size_t bytes, Compare *compare) {
  const char *at = base;
  while (count) {
    const char *middle = at + count / 2 * bytes;
    int order = compare(key, middle);
    if (order == 0) return (void *)middle;
    if (order > 0) {
      at = middle + bytes;
      count -= count / 2 + 1;
    } else {
      count /= 2;
    }
  }
  return NULL;
}

OURS div_t div(int a, int b) { return (div_t){a / b, a % b}; }
OURS ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
OURS lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

OURS size_t fwrite(const void *from, size_t bytes, size_t count, FILE *stream) {
  const char *text = from;
  for (size_t i = 0; i < bytes * count; i++) fputc(text[i], stream);
  return count;
}

OURS int posix_memalign(void **result, size_t alignment, size_t bytes) {
  *result = aligned_alloc(alignment, bytes);
  return *result ? 0 : 12;
}

/* Formats one value at a time: each is a call of the library with a format of its own. */
OURS int vsnprintf(char *to, size_t room, const char *format, va_list values) {
  size_t length = 0;
  va_list rest;
  va_copy(rest, values);
  for (const char *at = format; *at;) {
    char piece[512], spec[64];
    size_t used = 0;
    int written;
    char *text = piece;
    if (*at != '%') {
      piece[0] = *at++;
      written = 1;
    } else {
      spec[used++] = *at++;
      int longs = 0, size = 0, wide = 0;
      while (*at && strchr("-+ #0123456789.*'", *at)) {
        if (*at == '*') {
          used += (size_t)snprintf(spec + used, sizeof spec - used, "%d", va_arg(rest, int));
          at++;
        } else {
          spec[used++] = *at++;
        }
      }
      while (*at && strchr("hljztL", *at)) {
        longs += *at == 'l';
        size |= *at == 'z' || *at == 'j' || *at == 't';
        wide |= *at == 'L';
        spec[used++] = *at++;
      }
      char kind = *at ? *at++ : '%';
      spec[used++] = kind;
      spec[used] = 0;
      switch (kind) {
        case '%':
          piece[0] = '%';
          written = 1;
          break;
        case 's': {
          const char *value = va_arg(rest, const char *);
          written = snprintf(NULL, 0, spec, value);
          if ((size_t)written >= sizeof piece) text = malloc((size_t)written + 1);
          snprintf(text, (size_t)written + 1, spec, value);
          break;
        }
        case 'p':
          written = snprintf(piece, sizeof piece, spec, va_arg(rest, void *));
          break;
        case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
          written = wide ? snprintf(piece, sizeof piece, spec, va_arg(rest, long double))
                         : snprintf(piece, sizeof piece, spec, va_arg(rest, double));
          break;
        default:
          written = longs || size ? snprintf(piece, sizeof piece, spec, va_arg(rest, long))
                                  : snprintf(piece, sizeof piece, spec, va_arg(rest, int));
      }
    }
    for (int i = 0; i < written; i++, length++)
      if (length + 1 < room) to[length] = text[i];
    if (text != piece) free(text);
  }
  if (room) to[length < room ? length : room - 1] = 0;
  va_end(rest);
  return (int)length;
}

OURS int vsprintf(char *to, const char *format, va_list values) {
  return vsnprintf(to, (size_t)-1 >> 1, format, values);
}

OURS int vfprintf(FILE *stream, const char *format, va_list values) {
  int length = vsnprintf(NULL, 0, format, values);
  char *text = malloc((size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, values);
  fputs(text, stream);
  free(text);
  return length;
}

OURS int vprintf(const char *format, va_list values) { return vfprintf(stdout, format, values); }

OURS long lround(double x) { return (long)round(x); }
OURS long lroundf(float x) { return (long)roundf(x); }
OURS long lrint(double x) { return (long)rint(x); }
OURS long lrintf(float x) { return (long)rintf(x); }
OURS double ldexp(double x, int power) { return x * exp2(power); }
OURS double fdim(double x, double y) { return x > y ? x - y : 0; }
OURS double modf(double x, double *whole) {
  *whole = trunc(x);
  return x - *whole;
}
OURS double frexp(double x, int *power) {
  *power = 0;
  if (x == 0 || !__builtin_isfinite(x)) return x;
  for (; fabs(x) >= 1; ++*power) x /= 2;
  for (; fabs(x) < 0.5; --*power) x *= 2;
  return x;
}
OURS long double sqrtl(long double x) { return sqrt((double)x); }
OURS long double fabsl(long double x) { return fabs((double)x); }
OURS long double powl(long double x, long double y) { return pow((double)x, (double)y); }
OURS long double floorl(long double x) { return floor((double)x); }
OURS long double ceill(long double x) { return ceil((double)x); }
OURS long double expl(long double x) { return exp((double)x); }
OURS long double logl(long double x) { return log((double)x); }

/* ---------------------------------------------------------------- integers of 128 bits */

typedef unsigned __int128 Wide;

static Wide divide(Wide a, Wide b, Wide *rest) {
  Wide quotient = 0;
  Wide left = 0;
  if (b == 0) __fail("an integer of 128 bits is divided by zero");
  for (int bit = 127; bit >= 0; bit--) {
    int carry = (int)(left >> 127);
    left = left << 1 | (a >> bit & 1);
    if (carry || left >= b) {
      left -= b;
      quotient |= (Wide)1 << bit;
    }
  }
  *rest = left;
  return quotient;
}
Wide __udivti3(Wide a, Wide b) { return divide(a, b, &(Wide){0}); }
Wide __umodti3(Wide a, Wide b) {
  Wide rest;
  divide(a, b, &rest);
  return rest;
}
__int128 __divti3(__int128 a, __int128 b) {
  Wide quotient = __udivti3(a < 0 ? -(Wide)a : (Wide)a, b < 0 ? -(Wide)b : (Wide)b);
  return (__int128)((a < 0) != (b < 0) ? -quotient : quotient);
}
__int128 __modti3(__int128 a, __int128 b) {
  Wide rest = __umodti3(a < 0 ? -(Wide)a : (Wide)a, b < 0 ? -(Wide)b : (Wide)b);
  return (__int128)(a < 0 ? -rest : rest);
}

/* ---------------------------------------------------------------- POSIX threads */

char __libc_single_threaded;

OURS int pthread_once(pthread_once_t *once, void (*function)(void)) {
  int fresh = 0;
  if (__atomic_compare_exchange_n(once, &fresh, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
    function();
    __atomic_store_n(once, 2, __ATOMIC_RELEASE);
  } else {
    while (__atomic_load_n(once, __ATOMIC_ACQUIRE) != 2) {}
  }
  return 0;
}

#define KEYS 128
static int __shmemlab_keys;
static _Thread_local const void *values[KEYS];
OURS int pthread_key_create(pthread_key_t *key, void (*end)(void *)) {
  int number = __atomic_fetch_add(&__shmemlab_keys, 1, __ATOMIC_RELAXED);
  *key = (pthread_key_t)number;
  return number < KEYS ? 0 : 11;
}
OURS int pthread_key_delete(pthread_key_t key) { return 0; }
OURS void *pthread_getspecific(pthread_key_t key) { return (void *)values[key]; }
OURS int pthread_setspecific(pthread_key_t key, const void *value) {
  values[key] = value;
  return 0;
}

/* Waits with a time limit. The time may be over whenever their condition does not hold at once,
   however long it is: a program has to work either way. Other threads take steps meanwhile. */
static void moment(void) {
  for (int i = 0; i < 500; i++) __asm__ volatile("");
}
OURS int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
  if (pthread_mutex_trylock(mutex) == 0) return 0;
  moment();
  return pthread_mutex_trylock(mutex) == 0 ? 0 : ETIMEDOUT;
}
OURS int pthread_mutex_clocklock(
    pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
  return pthread_mutex_timedlock(mutex, until);
}
OURS int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  pthread_cond_sleep_np(condition, mutex);
  moment();
  int woken = pthread_cond_leave_np(condition);
  pthread_mutex_lock(mutex);
  return woken ? 0 : ETIMEDOUT;
}
OURS int pthread_cond_clockwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
    const struct timespec *until) {
  return pthread_cond_timedwait(condition, mutex, until);
}

/* A lock for many readers or one writer. */
OURS int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
  *lock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
  return 0;
}
OURS int pthread_rwlock_destroy(pthread_rwlock_t *lock) { return 0; }
static int take(pthread_rwlock_t *lock, int write, int wait) {
  pthread_mutex_lock(&lock->__mutex);
  while (lock->__writing || (write && lock->__readers)) {
    if (!wait) {
      pthread_mutex_unlock(&lock->__mutex);
      return 16;
    }
    pthread_cond_wait(&lock->__free, &lock->__mutex);
  }
  if (write) lock->__writing = 1;
  else lock->__readers++;
  pthread_mutex_unlock(&lock->__mutex);
  return 0;
}
OURS int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { return take(lock, 0, 1); }
OURS int pthread_rwlock_wrlock(pthread_rwlock_t *lock) { return take(lock, 1, 1); }
OURS int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) { return take(lock, 0, 0); }
OURS int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) { return take(lock, 1, 0); }
static int takeInTime(pthread_rwlock_t *lock, int write) {
  if (take(lock, write, 0) == 0) return 0;
  moment();
  return take(lock, write, 0) == 0 ? 0 : ETIMEDOUT;
}
OURS int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return takeInTime(lock, 0);
}
OURS int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return takeInTime(lock, 1);
}
OURS int pthread_rwlock_clockrdlock(
    pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until) {
  return takeInTime(lock, 0);
}
OURS int pthread_rwlock_clockwrlock(
    pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until) {
  return takeInTime(lock, 1);
}
OURS int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  pthread_mutex_lock(&lock->__mutex);
  if (lock->__writing) lock->__writing = 0;
  else lock->__readers--;
  pthread_cond_broadcast(&lock->__free);
  pthread_mutex_unlock(&lock->__mutex);
  return 0;
}
