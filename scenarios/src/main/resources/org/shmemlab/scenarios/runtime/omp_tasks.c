/* Explicit tasks (OpenMP 5.2, chapter 12). Each is a thread of its own while there are few; more
   than that are executed where they are met, as is every task of a team of one thread. */
#include "team.h"

#define MOST 40 /* tasks that are threads at once */
enum { FINAL = 2 };

typedef struct { /* of the compiler: kmp_task_t */
  void *shared;
  int (*entry)(int, void *);
  int part;
  union {
    int priority;
    void *destructors;
  } one, two;
} Body;

typedef struct Dependence { /* of the compiler: kmp_depend_info */
  long address;
  size_t bytes;
  unsigned char kind; /* 1 in, 2 out, 4 mutexinoutset, 8 inoutset */
} Dependence;

static int __shmemlab_live;

static Body *body(Task *task) { return (Body *)(task + 1); }
static Task *task_of(Body *body) { return (Task *)body - 1; }

static void move(Task **from, Task **to) {
  while (*from) {
    Task *one = *from;
    *from = one->next;
    one->next = *to;
    *to = one;
  }
}

static void forget(Task *task) {
  free(task->depends);
  free(task->before);
  free(task);
}

/* Waits for the tasks of a list; the tasks that they left become the waiting one's. */
static void join(Task *waiting, Task **list) {
  for (Task *one = *list; one; one = one->next) {
    if (one->isThread) {
      pthread_join(one->thread, NULL);
      DRAW(__shmemlab_live, -1);
    }
    move(&one->children, &waiting->orphans);
    move(&one->orphans, &waiting->orphans);
  }
  while (*list) {
    Task *one = *list;
    *list = one->next;
    forget(one);
  }
}

static void drain(Task *task) {
  while (task->children || task->orphans) {
    Task *list = task->orphans;
    task->orphans = NULL;
    join(task, &list);
    join(task, &task->children);
  }
}

void __shmemlab_tasks_end(Task *task) { drain(task); }

static void execute(Task *task) {
  Task *before = __shmemlab_task();
  for (int i = 0; i < task->count_before; i++)
    while (!__atomic_load_n(&task->before[i]->done, __ATOMIC_ACQUIRE)) {}
  __shmemlab_enter(task);
  body(task)->entry(task->rank, body(task));
  __shmemlab_enter(before);
  __atomic_store_n(&task->done, 1, __ATOMIC_RELEASE);
}

static void *run(void *task) {
  execute(task);
  return NULL;
}

Body *__kmpc_omp_task_alloc(
    void *place, int thread, int flags, size_t bytes, size_t shared, int (*entry)(int, void *)) {
  Task *parent = __shmemlab_task();
  Task *task = malloc(sizeof *task + bytes + shared);
  *task = (Task){0};
  task->team = parent->team;
  task->rank = parent->rank;
  task->parent = parent;
  task->group = parent->group;
  task->threads = parent->threads;
  task->league = parent->league;
  task->number = parent->number;
  task->schedule = parent->schedule;
  task->chunk = parent->chunk;
  task->flags = (flags & FINAL) | (parent->flags & FINAL);
  task->bytes = bytes + shared;
  body(task)->shared = shared ? (char *)body(task) + bytes : NULL;
  body(task)->entry = entry;
  body(task)->part = 0;
  return body(task);
}

Body *__kmpc_omp_target_task_alloc(
    void *place, int thread, int flags, size_t bytes, size_t shared, int (*entry)(int, void *),
    long device) {
  return __kmpc_omp_task_alloc(place, thread, flags, bytes, shared, entry);
}

static void start(Task *task) {
  Task *parent = __shmemlab_task();
  int together = task->team->size == 1 || (task->flags & FINAL);
  if (!together && DRAW(__shmemlab_live, 1) >= MOST) {
    DRAW(__shmemlab_live, -1);
    together = 1;
  }
  task->isThread = !together;
  if (together) execute(task);
  task->next = parent->children;
  parent->children = task;
  if (!together) pthread_create(&task->thread, NULL, run, task);
}

int __kmpc_omp_task(void *place, int thread, Body *what) {
  start(task_of(what));
  return 0;
}

void __kmpc_omp_task_begin_if0(void *place, int thread, Body *what) {
  __shmemlab_enter(task_of(what));
}

void __kmpc_omp_task_complete_if0(void *place, int thread, Body *what) {
  Task *task = task_of(what), *parent = task->parent;
  __shmemlab_enter(parent);
  task->done = 1;
  task->next = parent->children;
  parent->children = task;
}

int __kmpc_omp_taskyield(void *place, int thread, int part) { return 0; }

/* ---------------------------------------------------------------- waiting */

int __kmpc_omp_taskwait(void *place, int thread) {
  Task *task = __shmemlab_task();
  join(task, &task->children);
  for (Group *group = task->group; group; group = group->outer) join(task, &group->children);
  return 0;
}

/* task_reduction: each task that takes part has a copy, and the group's end combines them. */
typedef struct { /* of the compiler: kmp_taskred_input_t */
  void *shared, *original;
  size_t bytes;
  void (*init)(void *, void *), (*fini)(void *), (*combine)(void *, void *);
  unsigned flags;
} Item;
typedef struct Copy {
  struct Copy *next;
  Task *owner;
  Item *item;
  void *value;
} Copy;
typedef struct Reductions {
  struct Reductions *outer;
  int count;
  Item *items;
  Copy *copies;
  pthread_mutex_t lock;
} Reductions;

void *__kmpc_taskred_init(int thread, int count, void *items) {
  Group *group = __shmemlab_task()->group;
  Reductions *all = malloc(sizeof *all);
  all->outer = group->reductions;
  all->count = count;
  all->items = malloc(count * sizeof(Item));
  memcpy(all->items, items, count * sizeof(Item));
  all->copies = NULL;
  pthread_mutex_init(&all->lock, NULL);
  return group->reductions = all;
}

static void *copy_of(Reductions *all, Item *item) {
  Task *task = __shmemlab_task();
  pthread_mutex_lock(&all->lock);
  Copy *copy = all->copies;
  while (copy && (copy->owner != task || copy->item != item)) copy = copy->next;
  if (!copy) {
    copy = malloc(sizeof *copy);
    copy->value = malloc(item->bytes);
    memset(copy->value, 0, item->bytes);
    if (item->init) item->init(copy->value, item->original);
    copy->owner = task;
    copy->item = item;
    copy->next = all->copies;
    all->copies = copy;
  }
  pthread_mutex_unlock(&all->lock);
  return copy->value;
}

void *__kmpc_task_reduction_get_th_data(int thread, void *known, void *data) {
  for (Group *group = __shmemlab_task()->group; group; group = group->outer)
    for (Reductions *all = group->reductions; all; all = all->outer)
      for (int i = 0; i < all->count; i++)
        if (all->items[i].shared == data) return copy_of(all, &all->items[i]);
  return data;
}

static void reduce(Reductions *all) {
  while (all) {
    while (all->copies) {
      Copy *copy = all->copies;
      all->copies = copy->next;
      copy->item->combine(copy->item->shared, copy->value);
      if (copy->item->fini) copy->item->fini(copy->value);
      free(copy->value);
      free(copy);
    }
    Reductions *outer = all->outer;
    free(all->items);
    free(all);
    all = outer;
  }
}

void __kmpc_end_taskgroup(void *place, int thread) {
  Task *task = __shmemlab_task();
  Group *group = task->group;
  drain(task);
  reduce(group->reductions);
  task->group = group->outer;
  task->children = group->children;
  task->orphans = group->orphans;
  free(group);
}

void __kmpc_taskgroup(void *place, int thread) {
  Task *task = __shmemlab_task();
  Group *group = malloc(sizeof *group);
  group->outer = task->group;
  group->children = task->children;
  group->orphans = task->orphans;
  group->reductions = NULL;
  task->children = task->orphans = NULL;
  task->group = group;
}

/* ---------------------------------------------------------------- dependences */

static int depends(Dependence *a, Dependence *b) {
  return a->address == b->address && !(a->kind == 1 && b->kind == 1)
      && !(a->kind == 8 && b->kind == 8);
}

/* The children that are ordered before a task with these dependences; returns how many. */
static int earlier(Task *parent, int count, Dependence *list, Task **found) {
  int many = 0;
  for (Task *other = parent->children; other; other = other->next) {
    int hit = 0;
    for (int i = 0; i < count; i++)
      for (int k = 0; k < other->dependences; k++) hit |= depends(&list[i], &other->depends[k]);
    if (hit && found) found[many] = other;
    many += hit;
  }
  return many;
}

int __kmpc_omp_task_with_deps(
    void *place, int thread, Body *what, int count, Dependence *list, int more, void *others) {
  Task *task = task_of(what);
  task->depends = malloc(count * sizeof *list);
  memcpy(task->depends, list, count * sizeof *list);
  task->dependences = count;
  task->count_before = earlier(task->parent, count, list, NULL);
  task->before = malloc((task->count_before + 1) * sizeof(Task *));
  earlier(task->parent, count, list, task->before);
  start(task);
  return 0;
}

void __kmpc_omp_wait_deps(
    void *place, int thread, int count, Dependence *list, int more, void *others) {
  Task *task = __shmemlab_task();
  int many = earlier(task, count, list, NULL);
  Task **found = malloc((many + 1) * sizeof(Task *));
  earlier(task, count, list, found);
  for (int i = 0; i < many; i++)
    while (!__atomic_load_n(&found[i]->done, __ATOMIC_ACQUIRE)) {}
  free(found);
}
void __kmpc_omp_taskwait_deps_51(
    void *place, int thread, int count, Dependence *list, int more, void *others, int nowait) {
  __kmpc_omp_wait_deps(place, thread, count, list, more, others);
}

/* ---------------------------------------------------------------- taskloop */

void __kmpc_taskloop(
    void *place, int thread, Body *what, int condition, unsigned long *lower, unsigned long *upper,
    long step, int nogroup, int schedule, unsigned long size,
    void (*duplicate)(Body *, Body *, int)) {
  Task *pattern = task_of(what);
  size_t low = (char *)lower - (char *)what, high = (char *)upper - (char *)what;
  long begin = (long)*lower, end = (long)*upper;
  long count = step > 0 ? (end - begin) / step + 1 : (begin - end) / -step + 1;
  long tasks = schedule == 1 ? count / (long)size : schedule == 2 ? (long)size
                                                                  : 10L * pattern->team->size;
  if (tasks > count) tasks = count;
  if (tasks < 1) tasks = 1;
  if (!nogroup) __kmpc_taskgroup(place, thread);
  for (long i = 0; i < tasks && count > 0; i++) {
    Body *copy = __kmpc_omp_task_alloc(
        place, thread, pattern->flags, pattern->bytes, 0, what->entry);
    memcpy(copy, what, pattern->bytes);
    if (what->shared) copy->shared = (char *)copy + ((char *)what->shared - (char *)what);
    long each = count / tasks, more = count % tasks;
    long from = each * i + (i < more ? i : more), many = each + (i < more);
    *(long *)((char *)copy + low) = begin + from * step;
    *(long *)((char *)copy + high) = begin + (from + many - 1) * step;
    int isLast = i == tasks - 1;
    if (duplicate) duplicate(copy, what, isLast);
    if (!condition) task_of(copy)->flags |= FINAL;
    start(task_of(copy));
  }
  forget(pattern);
  if (!nogroup) __kmpc_end_taskgroup(place, thread);
}
void __kmpc_taskloop_5(
    void *place, int thread, Body *what, int condition, unsigned long *lower, unsigned long *upper,
    long step, int nogroup, int schedule, unsigned long size, int modifier,
    void (*duplicate)(Body *, Body *, int)) {
  __kmpc_taskloop(
      place, thread, what, condition, lower, upper, step, nogroup, schedule, size, duplicate);
}
