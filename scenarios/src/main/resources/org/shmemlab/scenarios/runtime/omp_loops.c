/* Loops whose iterations a team shares out (OpenMP 5.2, section 11.5). */
#include <stdio.h>
#include "team.h"

enum { STATIC_CHUNKED = 33, STATIC = 34, DYNAMIC = 35, GUIDED = 36, RUNTIME = 37, AUTO = 38 };
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

/* schedule(static): each thread knows its iterations. */
#define STATIC_INIT(name, type, natural) \
  void name(Place *place, int thread, int schedule, int *last, type *lower, type *upper, \
            natural *stride, natural step, natural chunk) { \
    Task *task = __shmemlab_task(); \
    long count = COUNT(*lower, *upper, step, unsigned natural), from, many; \
    int size = task->team->size; \
    if ((schedule & ~MODIFIERS) == STATIC_CHUNKED) { \
      if (chunk < 1) chunk = 1; \
      from = task->rank * (long)chunk; \
      many = chunk; \
      *stride = chunk * step * size; \
      *last = count > 0 && (count - 1) / chunk % size == task->rank; \
    } else { \
      balanced(count, task->rank, size, &from, &many); \
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
