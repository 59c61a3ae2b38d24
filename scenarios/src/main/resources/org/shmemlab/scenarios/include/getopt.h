#pragma once
#include <string.h>
#include <unistd.h>
#define no_argument 0
#define required_argument 1
#define optional_argument 2
struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};
/* GNU's getopt_long, without its reordering of arguments and without abbreviated names. */
static inline int getopt_long(
    int argc, char *const argv[], const char *options, const struct option *all, int *index) {
  if (optind >= argc || argv[optind] == NULL || strncmp(argv[optind], "--", 2) ||
      argv[optind][2] == 0)
    return getopt(argc, argv, options);
  const char *word = argv[optind++] + 2, *value = strchr(word, '=');
  size_t length = value ? (size_t)(value - word) : strlen(word);
  for (int i = 0; all[i].name; i++) {
    if (strlen(all[i].name) != length || strncmp(all[i].name, word, length)) continue;
    if (index) *index = i;
    optarg = value ? (char *)value + 1 : NULL;
    if (all[i].has_arg == required_argument && !value) {
      if (optind >= argc) {
        if (opterr) fprintf(stderr, "%s: option '--%s' requires an argument\n", argv[0], all[i].name);
        return options[0] == ':' ? ':' : '?';
      }
      optarg = argv[optind++];
    }
    if (all[i].flag) {
      *all[i].flag = all[i].val;
      return 0;
    }
    return all[i].val;
  }
  if (opterr) fprintf(stderr, "%s: unrecognized option '--%s'\n", argv[0], word);
  return '?';
}
