#pragma once
#include <shmemlab/inlined.h>
#include <stdio.h>
#include <sys/types.h>
#include <shmemlab/unistd.h>
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_HOST_NAME_MAX 180
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#ifdef __cplusplus
extern "C" {
#endif
int access(const char *, int);
int close(int);
int fsync(int);
int getpagesize(void);
unsigned getuid(void), geteuid(void), getgid(void), getegid(void);
int isatty(int);
off_t lseek(int, off_t, int);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *, char *, size_t);
int rmdir(const char *);
long sysconf(int);
int unlink(const char *);
ssize_t write(int, const void *, size_t);
#ifdef __cplusplus
}
#endif
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
__SHMEMLAB_INLINED unsigned int sleep(unsigned int seconds) { return 0; }
__SHMEMLAB_INLINED int usleep(unsigned int microseconds) { return 0; }
__SHMEMLAB_VARIABLE char *optarg;
__SHMEMLAB_VARIABLE int optind = 1, opterr = 1, optopt = '?';
__SHMEMLAB_VARIABLE int __optpos = 1; /* in the word of options */
__SHMEMLAB_VARIABLE int __opt_ends;   /* whether that word is the last one */
/* GNU's getopt: words that are no options are moved after all options, unless the first
 * character of the options is '+'. */
__SHMEMLAB_INLINED int __is_option(const char *word) {
  return word != NULL && word[0] == '-' && word[1] != 0;
}
__SHMEMLAB_INLINED const char *__find_option(const char *options, int c) {
  while (*options && (*options != c || c == ':')) options++;
  return options;
}
__SHMEMLAB_INLINED int __takes_next_word(const char *word, const char *options) {
  for (int i = 1; word[i]; i++) {
    const char *found = __find_option(options, word[i]);
    if (*found && found[1] == ':') return word[i + 1] == 0 && found[2] != ':';
  }
  return 0;
}
__SHMEMLAB_INLINED int __next_option(int argc, char *const argv[], const char *options) {
  if (optind == 0) optind = __optpos = 1; /* begins anew */
  int next = optind;
  while (options[0] != '+' && next < argc && !__is_option(argv[next])) next++;
  return next;
}
__SHMEMLAB_INLINED void __bring_forward(char *const argv[], int next, int words) {
  for (int word = 0; next > optind && word < words; word++) {
    char **all = (char **)argv, *moved = all[next + word];
    for (int i = next + word; i > optind + word; i--) all[i] = all[i - 1];
    all[optind + word] = moved;
  }
}
__SHMEMLAB_INLINED int getopt(int argc, char *const argv[], const char *options) {
  optarg = NULL;
  int next = __optpos == 1 || optind == 0 ? __next_option(argc, argv, options) : optind;
  if (next >= argc || !__is_option(argv[next])) {
    return -1;
  }
  int ends = argv[next][1] == '-' && argv[next][2] == 0;
  if (__optpos == 1) __opt_ends = next + 1 >= argc;
  int words = !ends && !__opt_ends && __takes_next_word(argv[next], options) ? 2 : 1;
  __bring_forward(argv, next, words);
  const char *word = argv[optind];
  if (word[1] == '-' && word[2] == 0) {
    optind++;
    return -1;
  }
  int c = word[__optpos++];
  const char *found = __find_option(options, c);
  int last = word[__optpos] == 0;
  if (*found == 0) {
    optopt = c;
    if (last) { optind++; __optpos = 1; }
    if (opterr && options[0] != ':') fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
    return '?';
  }
  if (found[1] != ':') {
    if (last) { optind++; __optpos = 1; }
    return c;
  }
  if (!last) {
    optarg = (char *)word + __optpos;
  } else if (found[2] != ':') {
    optind++;
    if (__opt_ends) {
      optopt = c;
      __optpos = 1;
      if (opterr && options[0] != ':') fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
      return options[0] == ':' ? ':' : '?';
    }
    optarg = argv[optind];
  }
  optind++;
  __optpos = 1;
  return c;
}
