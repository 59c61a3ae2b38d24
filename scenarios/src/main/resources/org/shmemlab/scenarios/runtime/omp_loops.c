/* Loops whose iterations a team shares out (OpenMP 5.2, section 11.5). */
#include <stdio.h>
#include "team.h"

enum { STATIC_CHUNKED = 33, STATIC = 34, DYNAMIC = 35, GUIDED = 36, RUNTIME = 37, AUTO = 38 };
enum { DISTRIBUTE_CHUNKED = 91, DISTRIBUTE = 92 }; /* over the teams of a league */
enum { ORDERED = 32, MODIFIERS = 3 << 29 };

/* Iterations of a loop whose bounds are both part of it. */
#define COUNT(lower, upper, step, type) \
  ((step) > 0 ? ((lower) > (upper) ? 0 : (long)(((type)(upper) - (type)(lower)) / (type)(step)) + 1) \
              : ((lower) < (upper) ? 0 : (long)(((type)(lower) - (type)(upper)) / (type)(-(step))) + 1))

static void balanced(long count, int rank, int size, long *from, long *many) {
  long each = count / size, more = count % size;
  *many = each + (rank < more);
  *from = each * rank + (rank < more ? rank : more);
}

/* schedule(static): each thread computes its iterations. */
#define STATIC_INIT(name, type, natural) \
  void name(Place *place, int thread, int schedule, int *last, type *lower, type *upper, \
            natural *stride, natural step, natural chunk) { \
    Task *task = __shmemlab_task(); \
    long count = COUNT(*lower, *upper, step, unsigned natural), from, many; \
    int kind = schedule & ~MODIFIERS, teams = kind >= DISTRIBUTE_CHUNKED; \
    int size = teams ? omp_get_num_teams() : task->team->size; \
    int rank = teams ? task->number : task->rank; \
    if (kind == STATIC_CHUNKED || kind == DISTRIBUTE_CHUNKED) { \
      if (chunk < 1) chunk = 1; \
      from = rank * (long)chunk; \
      many = chunk; \
      *stride = chunk * step * size; \
      *last = count > 0 && (count - 1) / chunk % size == rank; \
    } else { \
      balanced(count, rank, size, &from, &many); \
      *stride = count * step; \
      *last = many > 0 && from + many == count; \
      if (many == 0) { \
        from = count; \
        many = 0; \
      } \
    } \
    *lower += from * step; \
    *upper = *lower + (many - 1) * step; \
  }
STATIC_INIT(__kmpc_for_static_init_4, int, int)
STATIC_INIT(__kmpc_for_static_init_4u, unsigned, int)
STATIC_INIT(__kmpc_for_static_init_8, long, long)
STATIC_INIT(__kmpc_for_static_init_8u, unsigned long, long)
void __kmpc_for_static_fini(Place *place, int thread) {}

void omp_get_schedule(omp_sched_t *kind, int *chunk) {
  Task *task = __shmemlab_task();
  if (!task->schedule) {
    const char *text = getenv("OMP_SCHEDULE");
    const char *comma = text ? strchr(text, ',') : NULL;
    task->schedule = !text || strncmp(text, "static", 6) == 0 ? omp_sched_static
                   : strncmp(text, "guided", 6) == 0 ? omp_sched_guided
                   : strncmp(text, "auto", 4) == 0 ? omp_sched_auto : omp_sched_dynamic;
    task->chunk = comma ? atoi(comma + 1) : 0;
  }
  *kind = (omp_sched_t)task->schedule;
  *chunk = task->chunk;
}

static void init(int schedule, unsigned long lower, long step, long count, long chunk) {
  Task *task = __shmemlab_task();
  int kind = schedule & ~MODIFIERS;
  if (kind >= STATIC_CHUNKED + ORDERED) kind -= ORDERED;
  if (kind == RUNTIME) {
    omp_sched_t asked;
    int of;
    omp_get_schedule(&asked, &of);
    int plain = asked & 15;
    chunk = of;
    kind = plain == omp_sched_dynamic ? DYNAMIC : plain == omp_sched_guided ? GUIDED
         : chunk > 0 ? STATIC_CHUNKED : STATIC;
  }
  if (kind == AUTO) kind = STATIC;
  int number = task->loops++;
  task->loop = &task->team->loops[number % LOOPS];
  while (__atomic_load_n(&task->loop->turn, __ATOMIC_ACQUIRE) != number / LOOPS) {}
  task->kind = kind;
  task->first = lower;
  task->step = step;
  task->count = count;
  task->piece = chunk > 0 ? chunk : 1;
  task->mine = task->at = task->bumped = 0;
}

/* The next iterations of the caller, by number; false when there are no more. */
static int next(long *from, long *many) {
  Task *task = __shmemlab_task();
  Loop *loop = task->loop;
  int size = task->team->size;
  switch (task->kind) {
    case DYNAMIC:
      *from = DRAW(loop->next, task->piece);
      *many = task->piece;
      break;
    case GUIDED: {
      long drawn = READ(loop->next);
      do {
        *many = (task->count - drawn + size - 1) / size;
        if (*many < task->piece) *many = task->piece;
      } while (drawn < task->count
               && !__atomic_compare_exchange_n(&loop->next, &drawn, drawn + *many, 0,
                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED));
      *from = drawn;
      break;
    }
    case STATIC_CHUNKED:
      *from = (task->mine++ * size + task->rank) * task->piece;
      *many = task->piece;
      break;
    default:
      balanced(task->count, task->rank, size, from, many);
      if (task->mine++ || *many == 0) *from = task->count;
  }
  if (*from >= task->count) {
    if (DRAW(loop->left, 1) == size - 1) { /* the last one leaves it to another loop */
      WRITE(loop->next, 0);
      WRITE(loop->ordered, 0);
      WRITE(loop->left, 0);
      __atomic_fetch_add(&loop->turn, 1, __ATOMIC_RELEASE);
    }
    return 0;
  }
  if (*from + *many > task->count) *many = task->count - *from;
  task->at = *from;
  return 1;
}

static void passed(void);

#define DISPATCH(suffix, type, natural) \
  void __kmpc_dispatch_init_##suffix(Place *place, int thread, int schedule, type lower, \
                                     type upper, natural step, natural chunk) { \
    init(schedule, lower, step, COUNT(lower, upper, step, unsigned natural), chunk); \
  } \
  int __kmpc_dispatch_next_##suffix(Place *place, int thread, int *last, type *lower, \
                                    type *upper, natural *step) { \
    long from, many; \
    Task *task = __shmemlab_task(); \
    if (!next(&from, &many)) return 0; \
    *lower = task->first + from * task->step; \
    *upper = *lower + (many - 1) * task->step; \
    *step = task->step; \
    *last = from + many == task->count; \
    return 1; \
  } \
  void __kmpc_dispatch_fini_##suffix(Place *place, int thread) { passed(); }

/* ---------------------------------------------------------------- ordered */

static void await_turn(Task *task) {
  while (__atomic_load_n(&task->loop->ordered, __ATOMIC_ACQUIRE) != task->at) {}
}

void __kmpc_ordered(Place *place, int thread) { await_turn(__shmemlab_task()); }

void __kmpc_end_ordered(Place *place, int thread) {
  Task *task = __shmemlab_task();
  __atomic_store_n(&task->loop->ordered, task->at + 1, __ATOMIC_RELEASE);
  task->bumped = 1;
}

/* The end of an iteration of a loop with ordered regions, whether it came to one or not. */
static void passed(void) {
  Task *task = __shmemlab_task();
  if (!task->bumped) {
    await_turn(task);
    __atomic_store_n(&task->loop->ordered, task->at + 1, __ATOMIC_RELEASE);
  }
  task->bumped = 0;
  task->at++;
}

DISPATCH(4, int, int)
DISPATCH(4u, unsigned, int)
DISPATCH(8, long, long)
DISPATCH(8u, unsigned long, long)
void __kmpc_dispatch_deinit(Place *place, int thread) {}

/* ---------------------------------------------------------------- iterations that wait for others */

typedef struct { /* of the compiler: kmp_dim; iterations are numbered from lower in steps of 1 */
  long lower, upper, stride;
} Dimension;

void __kmpc_doacross_init(Place *place, int thread, int dimensions, const Dimension *of) {
  Task *task = __shmemlab_task();
  int number = task->crossed++;
  Cross *cross = &task->team->crosses[number % LOOPS];
  while (__atomic_load_n(&cross->turn, __ATOMIC_ACQUIRE) != number / LOOPS) {}
  task->cross = cross;
  task->lengths = malloc((dimensions + 1) * sizeof *task->lengths);
  task->lengths[0] = dimensions;
  long count = 1;
  for (int i = 0; i < dimensions; i++) {
    task->lengths[1 + i] = of[i].upper - of[i].lower + 1;
    count *= task->lengths[1 + i];
  }
  char *none = NULL, *fresh = calloc(count, 1);
  if (!__atomic_compare_exchange_n(
          &cross->passed, &none, fresh, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    free(fresh);
}

/* Where it is noted that an iteration is done; NULL for one that is not of the loop. */
static char *noted(const long *iteration) {
  Task *task = __shmemlab_task();
  long place = 0;
  for (int i = 0; i < task->lengths[0]; i++) {
    if (iteration[i] < 0 || iteration[i] >= task->lengths[1 + i]) return NULL;
    place = place * task->lengths[1 + i] + iteration[i];
  }
  return READ(task->cross->passed) + place;
}

void __kmpc_doacross_wait(Place *place, int thread, const long *iteration) {
  char *passed = noted(iteration);
  if (passed)
    while (!__atomic_load_n(passed, __ATOMIC_ACQUIRE)) {}
}

void __kmpc_doacross_post(Place *place, int thread, const long *iteration) {
  char *passed = noted(iteration);
  if (passed) __atomic_store_n(passed, 1, __ATOMIC_RELEASE);
}

void __kmpc_doacross_fini(Place *place, int thread) {
  Task *task = __shmemlab_task();
  Cross *cross = task->cross;
  free(task->lengths);
  if (__atomic_fetch_add(&cross->left, 1, __ATOMIC_ACQ_REL) == task->team->size - 1) {
    free(READ(cross->passed));
    WRITE(cross->passed, NULL);
    WRITE(cross->left, 0);
    __atomic_fetch_add(&cross->turn, 1, __ATOMIC_RELEASE);
  }
}
