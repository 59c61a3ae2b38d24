#pragma once
#include <stdio.h>
#include <sys/types.h>
#include <shmemlab/unistd.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
static inline unsigned int sleep(unsigned int seconds) { return 0; }
static inline int usleep(unsigned int microseconds) { return 0; }
static char *optarg;
static int optind = 1, opterr = 1, optopt = '?';
static int __optpos = 1;
/* POSIX getopt, without the reordering of GNU's. */
static inline int getopt(int argc, char *const argv[], const char *options) {
  optarg = NULL;
  if (optind >= argc || argv[optind] == NULL || argv[optind][0] != '-' || argv[optind][1] == 0) {
    return -1;
  }
  const char *word = argv[optind];
  if (word[1] == '-' && word[2] == 0) {
    optind++;
    return -1;
  }
  int c = word[__optpos++];
  const char *found = options;
  while (*found && (*found != c || c == ':')) found++;
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
  } else {
    optind++;
    if (optind >= argc) {
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
