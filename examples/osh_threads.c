// OpenSHMEM in C with threads: every PE sends and receives at the same time.
//
// run: shmemlab run examples/osh_threads.c -n 4
// check: shmemlab check examples/osh_threads.c -n 2 -D ITEMS=2
// look at: the sending thread never waits for the receiving one; every item has a place and a signal
// word of its own, and the join brings the sender's last put under the barrier of main.
#include <pthread.h>
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

#ifndef ITEMS
#define ITEMS 3
#endif

static long inbox[ITEMS];
static uint64_t arrived[ITEMS];

static void *send_all(void *argument) {
  int me = shmem_my_pe();
  int right = (me + 1) % shmem_n_pes();
  long *sum = argument;
  for (int i = 0; i < ITEMS; i++) {
    long item = 10 * me + i;
    shmem_long_put_signal(&inbox[i], &item, 1, &arrived[i], 1, SHMEM_SIGNAL_SET, right);
    *sum += item;
  }
  return NULL;
}

int main(void) {
  int level;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
  if (level < SHMEM_THREAD_MULTIPLE) shmem_global_exit(1);

  long sent = 0;
  long received = 0;
  pthread_t sender;
  pthread_create(&sender, NULL, send_all, &sent);
  for (int i = 0; i < ITEMS; i++) {
    shmem_signal_wait_until(&arrived[i], SHMEM_CMP_EQ, 1);
    received += inbox[i];
  }
  pthread_join(sender, NULL);
  shmem_barrier_all();

  printf("PE %d sent %ld and received %ld\n", shmem_my_pe(), sent, received);
  shmem_finalize();
  return 0;
}
