// How the agents of a litmus test run on CPUs: one instance after another, each on words of its own.
//
// Before each instance all PEs meet in a barrier and then wait for a random while. Padding before
// each word, which puts and gets carry along, varies the size of transfers.
#ifndef LAB_H
#define LAB_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE // RTLD_DEFAULT
#endif
#include <dlfcn.h>
#include <shmem.h>

#include "lab_report.h"

#define LAB_NEVER 0x7ddd // no test waits for this value

typedef struct {
  char *heap;  // symmetric: words x chunk slots
  size_t slot; // bytes of a slot: padding, then the word
  size_t pad;  // bytes of padding
  int chunk;   // instances
  int pe;
  double patience; // seconds that a wait may take
  void (*progress)(void); // lets the library work, where a test does not; or NULL
} lab_run;

typedef struct {
  const lab_run *run;
  int instance;
  double deadline;
  int late;
  long long seen[LAB_MAX_SEEN];
} lab_instance;

typedef struct lab_code {
  void (*act)(int pe, lab_instance *lab);
} lab_code;

static inline double lab_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static inline void *lab_word(const lab_instance *lab, int word) {
  const lab_run *r = lab->run;
  return r->heap + ((size_t) word * r->chunk + lab->instance) * r->slot + r->pad;
}

// Whether a loop may go on. Open MPI's shmem_wait_until handles arriving messages, its
// shmem_test does not: polling must let it work, or nothing would ever come over TCP.
static inline int lab_patient(lab_instance *lab) {
  if (lab->run->progress) {
    lab->run->progress();
  }
  if (lab_now() < lab->deadline) {
    return 1;
  }
  lab->late = 1;
  return 0;
}

// A wait with a bound: tests until the condition holds; after a successful test is
// the library's own wait, with a condition that holds.
#define LAB_WAIT(test, wait, word, comparison, with)               \
  do {                                                             \
    int lab_done;                                                  \
    while (!(lab_done = test(word, comparison, with)) && lab_patient(lab)) { \
    }                                                              \
    if (lab_done) {                                                \
      wait(word, SHMEM_CMP_NE, LAB_NEVER);                         \
    }                                                              \
  } while (0)

// Elements of padding for a transfer between two whole words.
static inline size_t lab_padding(const lab_instance *lab, const void *one, const void *other,
                                 size_t bytes) {
  const lab_run *r = lab->run;
  size_t first = (size_t) ((const char *) one - r->heap);
  size_t second = (size_t) ((const char *) other - r->heap);
  return first % r->slot == r->pad && second % r->slot == r->pad ? r->pad / bytes : 0;
}

#endif
