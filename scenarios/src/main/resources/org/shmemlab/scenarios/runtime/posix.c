/* Functions of POSIX and GNU that ask little of a machine (POSIX.1-2017). A program's own definition
   of one of them comes first. */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OURS __attribute__((weak))

enum { FIELD = 65, PAGE = 4096, USER = 1000 };

/* The fields of struct utsname, one after the other. */
OURS int uname(char *names) {
  memset(names, 0, 6 * FIELD);
  strcpy(names, "Linux");
  gethostname(names + FIELD, FIELD);
  strcpy(names + 2 * FIELD, "6.1.0");
  strcpy(names + 3 * FIELD, "#1 SMP");
  strcpy(names + 4 * FIELD, "x86_64");
  strcpy(names + 5 * FIELD, "(none)");
  return 0;
}

OURS int getpagesize(void) { return PAGE; }

/* The first user of a machine with several. */
OURS unsigned getuid(void) { return USER; }
OURS unsigned geteuid(void) { return USER; }
OURS unsigned getgid(void) { return USER; }
OURS unsigned getegid(void) { return USER; }

OURS long sysconf(int name) {
  switch (name) {
    case 2: return 100;      /* clock ticks in a second */
    case 30: return PAGE;    /* bytes of a page */
    case 83: case 84: return 1; /* processors */
    case 180: return 255;    /* bytes of a host's name */
    default: return -1;
  }
}

/* No file is a link. */
OURS long readlink(const char *path, char *to, size_t bytes) { return -1; }

OURS void setbuf(FILE *stream, char *buffer) {}
OURS void setbuffer(FILE *stream, char *buffer, size_t bytes) {}
OURS void setlinebuf(FILE *stream) {}

/* As glibc's: three steps of a linear congruential generator. */
OURS int rand_r(unsigned int *seed) {
  unsigned int next = *seed;
  next = next * 1103515245 + 12345;
  int result = (unsigned int)(next / 65536) % 2048;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ (unsigned int)(next / 65536) % 1024;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ (unsigned int)(next / 65536) % 1024;
  *seed = next;
  return result;
}

/* That of GNU, which gives the text, and that of POSIX, which fills the buffer. */
OURS char *strerror_r(int error, char *buffer, size_t bytes) {
  if (bytes > 0) snprintf(buffer, bytes, "%s", strerror(error));
  return buffer;
}
OURS int __xpg_strerror_r(int error, char *buffer, size_t bytes) {
  strerror_r(error, buffer, bytes);
  return 0;
}

OURS char *__xpg_basename(char *path) {
  if (!path || !*path) return ".";
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/') path[--end] = 0;
  char *slash = strrchr(path, '/');
  return slash && slash[1] ? slash + 1 : path;
}
OURS char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *)(slash ? slash + 1 : path);
}
OURS char *dirname(char *path) {
  char *slash = path ? strrchr(path, '/') : NULL;
  if (!slash) return ".";
  if (slash == path) return "/";
  *slash = 0;
  return path;
}

/* ---- scanning (ISO C 17, 7.21.6.2) */

static int space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Whether a set such as [^a-z] has a character; *end is after the bracket that closes it. */
static int inSet(const char *set, char c, const char **end) {
  int negated = *set == '^', found = 0;
  const char *at = set + negated;
  do {
    char low = *at, high = at[1] == '-' && at[2] && at[2] != ']' ? at[2] : low;
    found |= c >= low && c <= high;
    at += high != low || at[1] == '-' && at[2] && at[2] != ']' ? 3 : 1;
  } while (*at && *at != ']');
  *end = *at ? at + 1 : at;
  return found != negated;
}

static void keep(void *to, const char *length, long value) {
  if (!strcmp(length, "hh")) *(signed char *)to = (signed char)value;
  else if (!strcmp(length, "h")) *(short *)to = (short)value;
  else if (*length) *(long *)to = value; /* l, ll, z, j, t */
  else *(int *)to = (int)value;
}

static const char *scanned(
    const char *text, const char *at, const char *format, va_list to, int *result);

/* Scans a text; *end is after what was taken of it. */
OURS int __shmemlab_scan(const char *text, const char *format, va_list to, const char **end) {
  int result = 0;
  *end = scanned(text, text, format, to, &result);
  return result;
}

static const char *scanned(
    const char *text, const char *at, const char *format, va_list to, int *result) {
  int taken = 0;
  for (; *format; format++) {
    if (space(*format)) {
      while (space(*at)) at++;
      continue;
    }
    if (*format != '%') {
      if (*at != *format) return *result = *at || taken ? taken : EOF, at;
      at++;
      continue;
    }
    format++;
    int skipped = *format == '*';
    format += skipped;
    size_t width = 0;
    while (*format >= '0' && *format <= '9') width = width * 10 + (size_t)(*format++ - '0');
    char length[3] = "";
    for (int i = 0; strchr("hlLqjzt", *format) && i < 2; i++) length[i] = *format++;
    char kind = *format;
    if (kind == 'n') {
      if (!skipped) keep(va_arg(to, void *), length, at - text);
      continue;
    }
    if (kind != 'c' && kind != '[')
      while (space(*at)) at++;
    if (kind == '%') {
      if (*at != '%') return *result = taken, at;
      at++;
      continue;
    }
    if (!*at) return *result = taken ? taken : EOF, at;
    const char *end = at;
    if (kind == 'c' || kind == 's' || kind == '[') {
      const char *after = format;
      size_t most = width ? width : kind == 'c' ? 1 : (size_t)-1;
      while (*end && (size_t)(end - at) < most
             && (kind == 'c' || (kind == 's' ? !space(*end) : inSet(format + 1, *end, &after))))
        end++;
      if (kind == '[') {
        inSet(format + 1, 0, &after);
        format = after - 1;
      }
      if (end == at) return *result = taken, at;
      if (!skipped) {
        char *word = va_arg(to, char *);
        memcpy(word, at, (size_t)(end - at));
        if (kind != 'c') word[end - at] = 0;
      }
    } else {
      char number[512];
      size_t most = width && width < sizeof number ? width : sizeof number - 1;
      strncpy(number, at, most);
      number[most] = 0;
      char *stop;
      if (strchr("aAeEfFgG", kind)) {
        double value = strtod(number, &stop);
        if (stop == number) return *result = taken, at;
        if (!skipped && *length) *va_arg(to, double *) = value;
        else if (!skipped) *va_arg(to, float *) = (float)value;
      } else {
        int base = kind == 'x' || kind == 'X' || kind == 'p' ? 16 : kind == 'o' ? 8 : kind == 'i' ? 0 : 10;
        long value = kind == 'd' || kind == 'i' ? strtol(number, &stop, base)
                                                : (long)strtoul(number, &stop, base);
        if (stop == number) return *result = taken, at;
        if (!skipped) keep(va_arg(to, void *), kind == 'p' ? "l" : length, value);
      }
      end = at + (stop - number);
    }
    at = end;
    taken += !skipped;
  }
  *result = taken;
  return at;
}

OURS int vsscanf(const char *text, const char *format, va_list to) {
  const char *end;
  return __shmemlab_scan(text, format, to, &end);
}

OURS int sscanf(const char *text, const char *format, ...) {
  va_list to;
  va_start(to, format);
  int taken = vsscanf(text, format, to);
  va_end(to);
  return taken;
}

/* The names that headers of glibc give it. */
OURS int __isoc99_sscanf(const char *text, const char *format, ...) {
  va_list to;
  va_start(to, format);
  int taken = vsscanf(text, format, to);
  va_end(to);
  return taken;
}
OURS int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list to;
  va_start(to, format);
  int taken = vsscanf(text, format, to);
  va_end(to);
  return taken;
}
