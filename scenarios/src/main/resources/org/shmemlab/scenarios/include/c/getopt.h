#pragma once
#include <shmemlab/inlined.h>
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
__SHMEMLAB_INLINED const struct option *__find_long_option(const struct option *all, const char *word) {
  const char *value = strchr(word, '=');
  size_t length = value ? (size_t)(value - word) : strlen(word);
  for (; all->name; all++)
    if (strlen(all->name) == length && !strncmp(all->name, word, length)) return all;
  return NULL;
}
/* GNU's getopt_long, without abbreviated names. */
__SHMEMLAB_INLINED int getopt_long(
    int argc, char *const argv[], const char *options, const struct option *all, int *index) {
  int next = __optpos == 1 || optind == 0 ? __next_option(argc, argv, options) : optind;
  if (next >= argc || argv[next] == NULL || strncmp(argv[next], "--", 2) || argv[next][2] == 0)
    return getopt(argc, argv, options);
  const struct option *found = __find_long_option(all, argv[next] + 2);
  int takes = found && found->has_arg == required_argument && !strchr(argv[next], '=');
  int last_of_all = next + 1 >= argc;
  __bring_forward(argv, next, takes && !last_of_all ? 2 : 1);
  const char *word = argv[optind++] + 2, *value = strchr(word, '=');
  optarg = NULL;
  if (!found) {
    if (opterr) fprintf(stderr, "%s: unrecognized option '--%s'\n", argv[0], word);
    return '?';
  }
  if (index) *index = (int)(found - all);
  if (value) optarg = (char *)value + 1;
  if (takes) {
    if (last_of_all) {
      if (opterr) fprintf(stderr, "%s: option '--%s' requires an argument\n", argv[0], found->name);
      return options[0] == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (found->flag) {
    *found->flag = found->val;
    return 0;
  }
  return found->val;
}
