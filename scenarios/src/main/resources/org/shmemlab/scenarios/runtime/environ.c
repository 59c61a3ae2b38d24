/* The environment as a list (POSIX.1-2017, "environ"), as it is when the program starts. */
#include <shmemlab/own.h>
#include <stdlib.h>

__attribute__((weak)) char **environ;

__attribute__((constructor)) static void list(void) {
  for (int i = 0;; i++) {
    environ = realloc(environ, (i + 1) * sizeof *environ);
    if (!(environ[i] = __shmemlab_variable(i))) return;
  }
}
