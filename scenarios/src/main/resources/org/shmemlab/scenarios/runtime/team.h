/* Shared by the parts of the OpenMP runtime (OpenMP 5.2). Each thread of a team is a POSIX thread,
   so that races between them are found as of any threads; an explicit task is one, too, as no
   order exists between it and its siblings until a thread waits for it. Counters that threads share
   are relaxed atomics: drawing an iteration orders nothing else. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define LOOPS 8 /* work-sharing loops that a team may be in at once, with nowait */
#define READ(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define WRITE(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELAXED)
#define DRAW(word, many) __atomic_fetch_add(&(word), many, __ATOMIC_RELAXED)

typedef struct { /* of the compiler: where in the source */
  int unused[4];
  const char *text;
} Place;

typedef struct { /* one loop whose iterations are drawn */
  long turn; /* how often this was used before */
  long next; /* the next iteration */
  long ordered; /* the iteration whose ordered region is next */
  int left; /* threads that have no more of it */
} Loop;

typedef struct { /* a loop whose iterations wait for each other */
  long turn; /* how often this was used before */
  char *passed; /* one for each iteration: whether it is done with what others wait for */
  int left; /* threads that have no more of it */
} Cross;

typedef struct League { /* the teams of a teams construct */
  int size, limit; /* teams; threads of each, or 0 */
} League;

typedef struct {
  int size, level, active;
  struct Task *outer; /* the one that reached the region */
  pthread_barrier_t barrier;
  int singles;
  void *copied;
  Loop loops[LOOPS];
  Cross crosses[LOOPS];
} Team;

typedef struct Group { /* a taskgroup: tasks that were not waited for before it */
  struct Group *outer;
  struct Task *children, *orphans;
  struct Reductions *reductions;
} Group;

typedef struct Task { /* implicit: the work of a thread of a team; or explicit */
  Team *team;
  int rank;
  struct Task *parent, *next;
  struct Task *children; /* explicit ones that no thread waited for */
  struct Task *orphans; /* those of children that ended before theirs */
  Group *group;
  int threads, asked; /* of the next team: by default, and of its directive */
  int schedule, chunk; /* of schedule(runtime) */
  int singles, loops, crossed; /* constructs so far */
  Loop *loop;
  int kind, bumped;
  long count, step, piece, mine, at; /* of the loop: iterations, chunk, number of its chunk, here */
  unsigned long first;
  Cross *cross;
  long *lengths; /* of the loops that iterations are numbered by, outermost first; how many before */
  League *league; /* null outside of teams */
  int number; /* of the team in its league */
  int teams, limit; /* of the next league, of its directive */
  /* of an explicit task */
  int flags, isThread, done, dependences;
  size_t bytes;
  pthread_t thread;
  struct Dependence *depends;
  struct Task **before;
  int count_before;
} Task;

Task *__shmemlab_task(void); /* the caller's task */
void __shmemlab_enter(Task *task); /* the caller's task from now on */
void __shmemlab_tasks_end(Task *task); /* waits for all tasks that come of one */
