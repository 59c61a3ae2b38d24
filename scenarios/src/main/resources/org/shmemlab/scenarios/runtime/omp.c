/* Teams, their shared state, and the calls of omp.h. Clang calls the functions named __kmpc_. */
#include "team.h"

static _Thread_local Team alone;
static _Thread_local Task first, *now;
static int __shmemlab_levels = 1;

static int number(const char *name, int otherwise) {
  const char *text = getenv(name);
  int value = text ? atoi(text) : 0;
  return value > 0 ? value : otherwise;
}

Task *__shmemlab_task(void) {
  if (!now) { /* a thread of the program's own */
    alone.size = 1;
    first.team = &alone;
    now = &first;
  }
  return now;
}

void __shmemlab_enter(Task *task) { now = task; }

/* ---------------------------------------------------------------- parallel regions */

typedef void Region(void *frame, int *thread, int *bound);
typedef struct {
  Task task;
  Region *region;
  void *frame;
} Start;

static void *run(void *argument) {
  Start *start = argument;
  Task *before = __shmemlab_task();
  int thread = start->task.rank, bound = 0;
  now = &start->task;
  start->region(start->frame, &thread, &bound);
  __shmemlab_tasks_end(now);
  now = before;
  return NULL;
}

static int threads_by_default(Task *task) {
  return task->threads ? task->threads : number("OMP_NUM_THREADS", 2);
}

static void begin(Team *team, int size) {
  Task *task = __shmemlab_task();
  *team = (Team){0};
  team->size = size;
  team->outer = task;
  team->level = task->team->level + 1;
  team->active = task->team->active + (size > 1);
  pthread_barrier_init(&team->barrier, NULL, size);
  task->asked = 0;
}

static void member(Task *task, Team *team, int rank) {
  *task = (Task){0};
  task->team = team;
  task->rank = rank;
  task->threads = team->outer->threads;
  task->schedule = team->outer->schedule;
  task->chunk = team->outer->chunk;
  task->league = team->outer->league;
  task->number = team->outer->number;
}

void __shmemlab_fork(Region *region, void *frame) {
  Task *task = __shmemlab_task();
  int size = task->asked ? task->asked : threads_by_default(task);
  if (task->team->active >= __shmemlab_levels) size = 1;
  if (task->league && task->league->limit && size > task->league->limit) size = task->league->limit;
  Team team;
  begin(&team, size);
  Start *starts = malloc(size * sizeof *starts);
  pthread_t *threads = malloc(size * sizeof *threads);
  for (int i = 0; i < size; i++) {
    member(&starts[i].task, &team, i);
    starts[i].region = region;
    starts[i].frame = frame;
  }
  for (int i = 1; i < size; i++) pthread_create(&threads[i], NULL, run, &starts[i]);
  run(&starts[0]);
  for (int i = 1; i < size; i++) pthread_join(threads[i], NULL);
  free(threads);
  free(starts);
}

/* ---------------------------------------------------------------- teams */

typedef struct { /* the first thread of a team, whose team has no other yet */
  Team team;
  Start start;
} First;

static void *lead(void *argument) {
  First *one = argument;
  Task *before = __shmemlab_task();
  run(&one->start);
  now = before;
  return NULL;
}

void __kmpc_push_num_teams(Place *place, int thread, int teams, int limit) {
  __shmemlab_task()->teams = teams;
  __shmemlab_task()->limit = limit;
}
void __kmpc_push_num_teams_51(Place *place, int thread, int least, int most, int limit) {
  __kmpc_push_num_teams(place, thread, most, limit);
}
void __kmpc_set_thread_limit(Place *place, int thread, int limit) {
  __shmemlab_task()->limit = limit;
}

/* Teams are not ordered among each other, so each starts with a thread of its own. */
void __shmemlab_fork_teams(Region *region, void *frame) {
  Task *task = __shmemlab_task();
  League league = {task->teams > 0 ? task->teams : number("OMP_NUM_TEAMS", 2), task->limit};
  First *ones = malloc(league.size * sizeof *ones);
  pthread_t *threads = malloc(league.size * sizeof *threads);
  task->teams = task->limit = 0;
  for (int i = 0; i < league.size; i++) {
    First *one = &ones[i];
    begin(&one->team, 1);
    one->team.level = task->team->level;
    member(&one->start.task, &one->team, 0);
    one->start.task.league = &league;
    one->start.task.number = i;
    one->start.region = region;
    one->start.frame = frame;
  }
  for (int i = 1; i < league.size; i++) pthread_create(&threads[i], NULL, lead, &ones[i]);
  lead(&ones[0]);
  for (int i = 1; i < league.size; i++) pthread_join(threads[i], NULL);
  free(threads);
  free(ones);
}

int omp_get_num_teams(void) {
  League *league = __shmemlab_task()->league;
  return league ? league->size : 1;
}
int omp_get_team_num(void) { return __shmemlab_task()->number; }

typedef struct {
  Team team;
  Task task;
} Serial;

void __kmpc_serialized_parallel(Place *place, int thread) {
  Serial *serial = malloc(sizeof *serial);
  begin(&serial->team, 1);
  member(&serial->task, &serial->team, 0);
  now = &serial->task;
}

void __kmpc_end_serialized_parallel(Place *place, int thread) {
  Team *team = now->team;
  __shmemlab_tasks_end(now);
  now = team->outer;
  free(team);
}

int __kmpc_global_thread_num(Place *place) { return __shmemlab_task()->rank; }
void __kmpc_push_num_threads(Place *place, int thread, int threads) {
  __shmemlab_task()->asked = threads;
}
void __kmpc_push_proc_bind(Place *place, int thread, int bind) {}

/* ---------------------------------------------------------------- meeting, one at a time */

void __kmpc_barrier(Place *place, int thread) {
  Task *task = __shmemlab_task();
  __shmemlab_tasks_end(task);
  if (task->team->size > 1) pthread_barrier_wait(&task->team->barrier);
}

/* cancellation is off unless a user asks for it (OpenMP 5.2, section 2.2: cancel-var) */
int __kmpc_cancel(Place *place, int thread, int kind) { return 0; }
int __kmpc_cancellationpoint(Place *place, int thread, int kind) { return 0; }
int __kmpc_cancel_barrier(Place *place, int thread) {
  __kmpc_barrier(place, thread);
  return 0;
}

void __kmpc_flush(Place *place) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

void __kmpc_critical(Place *place, int thread, pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
void __kmpc_critical_with_hint(Place *place, int thread, pthread_mutex_t *lock, unsigned hint) {
  pthread_mutex_lock(lock);
}
void __kmpc_end_critical(Place *place, int thread, pthread_mutex_t *lock) {
  pthread_mutex_unlock(lock);
}

int __kmpc_master(Place *place, int thread) { return __shmemlab_task()->rank == 0; }
void __kmpc_end_master(Place *place, int thread) {}
int __kmpc_masked(Place *place, int thread, int chosen) { return __shmemlab_task()->rank == chosen; }
void __kmpc_end_masked(Place *place, int thread) {}

int __kmpc_single(Place *place, int thread) {
  Task *task = __shmemlab_task();
  int mine = task->singles++;
  return __atomic_compare_exchange_n(
      &task->team->singles, &mine, mine + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
void __kmpc_end_single(Place *place, int thread) {}

void __kmpc_copyprivate(
    Place *place, int thread, size_t bytes, void *data, void (*copy)(void *, void *), int mine) {
  Team *team = __shmemlab_task()->team;
  if (mine) team->copied = data;
  __kmpc_barrier(place, thread);
  if (!mine) copy(data, team->copied);
  __kmpc_barrier(place, thread);
}

int __kmpc_reduce_nowait(
    Place *place, int thread, int count, size_t bytes, void *data, void (*combine)(void *, void *),
    pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  return 1;
}
void __kmpc_end_reduce_nowait(Place *place, int thread, pthread_mutex_t *lock) {
  pthread_mutex_unlock(lock);
}
int __kmpc_reduce(
    Place *place, int thread, int count, size_t bytes, void *data, void (*combine)(void *, void *),
    pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  return 1;
}
void __kmpc_end_reduce(Place *place, int thread, pthread_mutex_t *lock) {
  pthread_mutex_unlock(lock);
  __kmpc_barrier(place, thread);
}

/* ---------------------------------------------------------------- omp.h */

int omp_get_thread_num(void) { return __shmemlab_task()->rank; }
int omp_get_num_threads(void) { return __shmemlab_task()->team->size; }
int omp_get_max_threads(void) { return threads_by_default(__shmemlab_task()); }
void omp_set_num_threads(int threads) { __shmemlab_task()->threads = threads > 0 ? threads : 1; }
int omp_in_parallel(void) { return __shmemlab_task()->team->active > 0; }
int omp_get_num_procs(void) { return number("OMP_NUM_THREADS", 2); }
void omp_set_dynamic(int dynamic) {}
int omp_get_dynamic(void) { return 0; }
void omp_set_nested(int nested) { WRITE(__shmemlab_levels, nested ? 64 : 1); }
int omp_get_nested(void) { return READ(__shmemlab_levels) > 1; }
void omp_set_max_active_levels(int levels) { WRITE(__shmemlab_levels, levels); }
int omp_get_max_active_levels(void) { return READ(__shmemlab_levels); }
int omp_get_supported_active_levels(void) { return 64; }
int omp_get_level(void) { return __shmemlab_task()->team->level; }
int omp_get_active_level(void) { return __shmemlab_task()->team->active; }
static Task *ancestor(int level) {
  Task *task = __shmemlab_task();
  if (level < 0 || level > task->team->level) return NULL;
  while (task->team->level > level) task = task->team->outer;
  return task;
}
int omp_get_ancestor_thread_num(int level) {
  Task *task = ancestor(level);
  return task ? task->rank : -1;
}
int omp_get_team_size(int level) {
  Task *task = ancestor(level);
  return task ? task->team->size : -1;
}
int omp_get_thread_limit(void) { return 63; }
void omp_set_schedule(omp_sched_t kind, int chunk) {
  __shmemlab_task()->schedule = kind;
  __shmemlab_task()->chunk = chunk;
}
int omp_in_final(void) { return (__shmemlab_task()->flags & 2) != 0; }
int omp_get_cancellation(void) { return 0; }
omp_proc_bind_t omp_get_proc_bind(void) { return omp_proc_bind_false; }
int omp_get_num_devices(void) { return 0; }
int omp_get_default_device(void) { return 0; }
void omp_set_default_device(int device) {}
int omp_get_initial_device(void) { return 0; }
int omp_is_initial_device(void) { return 1; }
int omp_get_max_task_priority(void) { return 0; }
double omp_get_wtime(void) { return __nanoseconds() * 1e-9; }
double omp_get_wtick(void) { return 1e-9; }

void omp_init_lock(omp_lock_t *lock) { pthread_mutex_init(&lock->__mutex, NULL); }
void omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t hint) { omp_init_lock(lock); }
void omp_destroy_lock(omp_lock_t *lock) { pthread_mutex_destroy(&lock->__mutex); }
void omp_set_lock(omp_lock_t *lock) { pthread_mutex_lock(&lock->__mutex); }
void omp_unset_lock(omp_lock_t *lock) { pthread_mutex_unlock(&lock->__mutex); }
int omp_test_lock(omp_lock_t *lock) { return pthread_mutex_trylock(&lock->__mutex) == 0; }

static int self(void) { return (int)pthread_self() + 1; }
void omp_init_nest_lock(omp_nest_lock_t *lock) {
  pthread_mutex_init(&lock->__mutex, NULL);
  lock->__owner = lock->__times = 0;
}
void omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t hint) {
  omp_init_nest_lock(lock);
}
void omp_destroy_nest_lock(omp_nest_lock_t *lock) { pthread_mutex_destroy(&lock->__mutex); }
void omp_set_nest_lock(omp_nest_lock_t *lock) {
  if (READ(lock->__owner) != self()) {
    pthread_mutex_lock(&lock->__mutex);
    WRITE(lock->__owner, self());
  }
  lock->__times++;
}
void omp_unset_nest_lock(omp_nest_lock_t *lock) {
  if (--lock->__times) return;
  WRITE(lock->__owner, 0);
  pthread_mutex_unlock(&lock->__mutex);
}
int omp_test_nest_lock(omp_nest_lock_t *lock) {
  if (READ(lock->__owner) != self()) {
    if (pthread_mutex_trylock(&lock->__mutex)) return 0;
    WRITE(lock->__owner, self());
  }
  return ++lock->__times;
}
