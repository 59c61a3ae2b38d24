// A ring of PEs: what its users see. The device function is defined in ring.cu, so that the
// program is compiled with -rdc=true.
#ifndef RING_H
#define RING_H

#include <stdint.h>

struct Ring {
  int *inbox;         // a place for each round
  uint64_t *arrived;  // and a signal word
  int rounds;
  int right;          // who gets what we send
};

Ring makeRing();
void freeRing(Ring ring);

// Sends a value to the right and gives the one that came from the left in the same round.
__device__ int shift(Ring ring, int round, int value);

#endif
