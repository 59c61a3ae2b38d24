/* Functions and variables of the C library that our own headers define in each file, once, for
   programs that are compiled with the machine's headers. */
#define __SHMEMLAB_DEFINES
#include <errno.h>
#include <ctype.h>
#include <getopt.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static _Thread_local int error;

__attribute__((weak)) int *__errno_location(void) { return &error; }
