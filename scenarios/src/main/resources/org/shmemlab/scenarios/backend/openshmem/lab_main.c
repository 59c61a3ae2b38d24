// Runs litmus tests on CPUs and writes down how often each outcome was seen.
//
//   oshrun -n PES ./litmus -o RESULTS [-i INSTANCES] [-s SEED] [-a FIRST] [-w SECONDS] [-p PAD]
//
// runs the tests that have so many PEs, from number FIRST on, with PAD bytes before each word.
#include "lab.h"

extern const lab_test *const lab_tests[];

#define MOST_CHUNK 1024

typedef struct {
  lab_run run;
  size_t heap_bytes;
  long long *seen, *late; // symmetric: values of this PE by instance
  long long *row;
  long *stop;             // symmetric
} lab_job;

static void fill(lab_job *job, const lab_test *t) {
  lab_run *r = &job->run;
  char image[1024];
  for (int word = 0; word < t->words; word++) {
    memset(image, 0, sizeof image);
    t->first(r->pe, word, image);
    for (int i = 0; i < r->chunk; i++) {
      lab_instance lab = {.run = r, .instance = i};
      memcpy(lab_word(&lab, word), image, t->word_bytes[word]);
    }
  }
}

static long long final_value(const char *at, const lab_seen *what) {
  switch (what->bytes) {
    case 1: return what->is_signed_small ? *(int8_t *) at : *(uint8_t *) at;
    case 2: return what->is_signed_small ? *(int16_t *) at : *(uint16_t *) at;
    case 4: return what->is_signed_small ? *(int32_t *) at : (long long) *(uint32_t *) at;
    default: return *(long long *) at;
  }
}

static void idle(uint64_t luck, int launch) {
  static const unsigned spans[] = {0, 50, 1000, 20000};
  volatile unsigned turns = luck % (spans[launch & 3] + 1);
  while (turns) {
    turns--;
  }
}

static void act(lab_job *job, const lab_test *t, uint64_t seed, int launch) {
  lab_run *r = &job->run;
  for (int i = 0; i < r->chunk; i++) {
    lab_instance lab = {.run = r, .instance = i};
    shmem_barrier_all();
    idle(lab_mix(seed + i, r->pe), launch);
    lab.deadline = lab_now() + r->patience;
    t->code->act(r->pe, &lab);
    for (int k = 0; k < t->seen; k++) {
      job->seen[(size_t) k * MOST_CHUNK + i] = lab.seen[k];
    }
    job->late[i] = lab.late;
  }
  shmem_barrier_all();
  for (int k = 0; k < t->seen; k++) {
    if (t->sees[k].word >= 0 && t->sees[k].pe == r->pe) {
      for (int i = 0; i < r->chunk; i++) {
        lab_instance lab = {.run = r, .instance = i};
        const char *word = (const char *) lab_word(&lab, t->sees[k].word);
        job->seen[(size_t) k * MOST_CHUNK + i] = final_value(word + t->sees[k].offset, &t->sees[k]);
      }
    }
  }
  shmem_barrier_all();
}

// Counts the instances on PE 0; the answer is whether to stop, and the same on all PEs.
static int count(lab_job *job, const lab_test *t, lab_histogram *h) {
  lab_run *r = &job->run;
  if (r->pe == 0) {
    char late[MOST_CHUNK] = {0};
    for (int pe = 0; pe < t->pes; pe++) {
      shmem_longlong_get(job->row, job->late, r->chunk, pe);
      for (int i = 0; i < r->chunk; i++) {
        late[i] |= job->row[i] != 0;
      }
    }
    for (int k = 0; k < t->seen; k++) {
      shmem_longlong_get(job->row + (size_t) (k + 1) * MOST_CHUNK,
                         job->seen + (size_t) k * MOST_CHUNK, r->chunk, t->sees[k].pe);
    }
    for (int i = 0; i < r->chunk; i++) {
      long long values[LAB_MAX_SEEN];
      for (int k = 0; k < t->seen; k++) {
        values[k] = job->row[(size_t) (k + 1) * MOST_CHUNK + i];
      }
      lab_count(h, t, values, late[i]);
    }
    for (int pe = 0; pe < t->pes; pe++) {
      shmem_long_p(job->stop, h->timeouts > 0, pe);
    }
  }
  shmem_barrier_all();
  return *job->stop != 0;
}

static void run_test(lab_job *job, const lab_test *t, long instances, uint64_t seed, size_t pad,
                     lab_histogram *h) {
  lab_run *r = &job->run;
  memset(h, 0, sizeof *h);
  int largest = 8;
  for (int word = 0; word < t->words; word++) {
    largest = t->word_bytes[word] > largest ? t->word_bytes[word] : largest;
  }
  r->pad = pad / 64 * 64;
  r->slot = r->pad + (largest + 63) / 64 * 64;
  size_t fit = job->heap_bytes / (r->slot * (t->words ? t->words : 1));
  int most = fit < MOST_CHUNK ? (int) fit : MOST_CHUNK;
  if (most < 1) {
    fprintf(stderr, "the symmetric heap is too small for this padding: SHMEM_SYMMETRIC_SIZE\n");
    shmem_global_exit(1);
  }
  memset(r->heap, 0, job->heap_bytes < (size_t) most * r->slot * t->words
                         ? job->heap_bytes : (size_t) most * r->slot * t->words);
  int launch = 0;
  for (long done = 0; done < instances; launch++) {
    // The first launch is short: a test that always hangs shows it there.
    long wanted = launch == 0 && most > 4 ? 4 : most;
    r->chunk = (int) (wanted < instances - done ? wanted : instances - done);
    fill(job, t);
    *job->stop = 0;
    shmem_barrier_all();
    act(job, t, lab_mix(seed, launch), launch);
    done += r->chunk;
    if (count(job, t, h)) {
      break;
    }
  }
}

int main(int argc, char **argv) {
  const char *path = NULL;
  long instances = 2000;
  unsigned long seed = 1, pad = 0;
  int first = 0, seconds = 60, option;
  while ((option = getopt(argc, argv, "o:i:s:a:w:p:")) != -1) {
    switch (option) {
      case 'o': path = optarg; break;
      case 'i': instances = atol(optarg); break;
      case 's': seed = strtoul(optarg, NULL, 10); break;
      case 'a': first = atoi(optarg); break;
      case 'w': seconds = atoi(optarg); break;
      case 'p': pad = strtoul(optarg, NULL, 10); break;
      default: return 2;
    }
  }
  shmem_init();
  static lab_job job;
  lab_run *r = &job.run;
  r->pe = shmem_my_pe();
  *(void **) &r->progress = dlsym(RTLD_DEFAULT, "opal_progress");
  r->patience = 3; // a core may have other work for a while
  job.heap_bytes = (size_t) 32 << 20;
  if (pad > (1 << 20)) {
    job.heap_bytes = (size_t) 200 << 20;
  }
  r->heap = (char *) shmem_malloc(job.heap_bytes);
  job.seen = (long long *) shmem_malloc(sizeof(long long) * MOST_CHUNK * LAB_MAX_SEEN);
  job.late = (long long *) shmem_malloc(sizeof(long long) * MOST_CHUNK);
  job.row = (long long *) shmem_malloc(sizeof(long long) * MOST_CHUNK * (LAB_MAX_SEEN + 1));
  job.stop = (long *) shmem_malloc(sizeof(long));
  if (!r->heap || !job.seen || !job.late || !job.row || !job.stop) {
    fprintf(stderr, "the symmetric heap is too small: SHMEM_SYMMETRIC_SIZE=512M\n");
    shmem_global_exit(1);
  }
  int major, minor;
  char name[SHMEM_MAX_NAME_LEN], library[SHMEM_MAX_NAME_LEN + 32], setting[128], where[256];
  const char *transport = getenv("UCX_TLS");
  shmem_info_get_version(&major, &minor);
  shmem_info_get_name(name);
  snprintf(library, sizeof library, "OpenSHMEM %d.%d, %s", major, minor, name);
  snprintf(setting, sizeof setting, "UCX_TLS=%s, %lu bytes of padding",
           transport ? transport : "default", pad);
  snprintf(where, sizeof where, "%d PEs, CPU, %s, %s", shmem_n_pes(), library, setting);
  FILE *json = r->pe == 0 && path ? fopen(path, "a") : NULL;
  if (r->pe == 0 && path && !json) {
    perror(path);
    shmem_global_exit(1);
  }
  if (json) {
    lab_header(json, "openshmem", library, "CPU", "", setting, shmem_n_pes(), instances, seed, argc,
               argv);
  }
  int mapped = 1;
  for (int pe = 0; pe < shmem_n_pes(); pe++) {
    mapped &= shmem_ptr(r->heap, pe) != NULL;
  }
  static lab_histogram histogram;
  for (int i = first; lab_tests[i]; i++) {
    if (lab_tests[i]->pes != shmem_n_pes()) {
      continue;
    }
    if (lab_tests[i]->needs_mapping && !mapped) {
      if (r->pe == 0) {
        lab_skip(json, lab_tests[i], "shmem_ptr gives no pointer to other PEs here");
      }
      continue;
    }
    if (json) {
      lab_watch(json, lab_tests[i], i, seconds);
    }
    run_test(&job, lab_tests[i], instances, seed, pad, &histogram);
    if (r->pe == 0) {
      lab_tell(json, lab_tests[i], &histogram, where);
    }
  }
  alarm(0);
  if (json) {
    fclose(json);
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
