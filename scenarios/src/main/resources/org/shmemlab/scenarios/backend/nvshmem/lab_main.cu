// Runs litmus tests on GPUs and writes down how often each outcome was seen.
//
//   launch -n PES ./litmus -o RESULTS [-i INSTANCES] [-s SEED] [-a FIRST] [-w SECONDS]
//
// runs the tests that have so many PEs, from number FIRST on.
#include "lab.cuh"

#include "shmemlab_start.h"

extern const lab_test *const lab_tests[];

#define CHUNK 32768
#define LANES 64
#define CROWD 32
#define STRESS 32
#define SCRATCH 65536

#define CUDA(call)                                                                   \
  do {                                                                               \
    cudaError_t lab_status = (call);                                                 \
    if (lab_status != cudaSuccess) {                                                 \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(lab_status)); \
      nvshmem_global_exit(1);                                                        \
      exit(1);                                                                       \
    }                                                                                \
  } while (0)

__global__ void fill(lab_run r, int word, int bytes, const char *image) {
  int instance = blockIdx.x * blockDim.x + threadIdx.x;
  if (instance < r.chunk) {
    char *slot = r.heap + lab_slot(&r, word, instance);
    for (int i = -LAB_PAD; i < bytes; i++) {
      slot[i] = i < 0 ? 0 : image[i];
    }
  }
}

__global__ void collect(lab_run r, int seen, lab_seen what) {
  int instance = blockIdx.x * blockDim.x + threadIdx.x;
  if (instance < r.chunk) {
    const char *at = r.heap + lab_slot(&r, what.word, instance) + what.offset;
    long long value;
    switch (what.bytes) {
      case 1: value = what.is_signed_small ? *(int8_t *) at : *(uint8_t *) at; break;
      case 2: value = what.is_signed_small ? *(int16_t *) at : *(uint16_t *) at; break;
      case 4: value = what.is_signed_small ? *(int32_t *) at : (long long) *(uint32_t *) at; break;
      default: value = *(long long *) at;
    }
    r.seen[(size_t) seen * r.chunk + instance] = value;
  }
}

typedef struct {
  lab_run run;
  char *image;
  long long *mine, *row, *stop;
  long long *seen_here; // host copies: seen x chunk, then late
} lab_job;

// The row of a symmetric array as it is on a PE, on the host.
static void fetch(lab_job *job, long long *to, const long long *row, int pe) {
  const long long *from = row;
  if (pe != job->run.pe) {
    nvshmem_longlong_get(job->row, row, job->run.chunk, pe);
    from = job->row;
  }
  CUDA(cudaMemcpy(to, from, job->run.chunk * sizeof *to, cudaMemcpyDeviceToHost));
}

static void prepare(lab_job *job, const lab_test *t) {
  lab_run *r = &job->run;
  for (int word = 0; word < t->words; word++) {
    char image[LAB_SLOT - LAB_PAD] = {0};
    t->first(r->pe, word, image);
    CUDA(cudaMemcpy(job->image, image, sizeof image, cudaMemcpyHostToDevice));
    fill<<<(r->chunk + 127) / 128, 128>>>(*r, word, t->word_bytes[word], job->image);
    CUDA(cudaDeviceSynchronize());
  }
  CUDA(cudaMemset(r->seen, 0, sizeof *r->seen * r->chunk * LAB_MAX_SEEN));
  CUDA(cudaMemset(r->late, 0, sizeof *r->late * r->chunk));
  CUDA(cudaMemset(r->ended, 0, sizeof *r->ended));
  CUDA(cudaDeviceSynchronize());
  nvshmem_barrier_all();
}

static void act(lab_job *job, const lab_test *t, int stress) {
  lab_run *r = &job->run;
  const lab_code *code = t->code;
  if (code->host) {
    for (int i = 0; i < r->rounds * r->lanes; i++) {
      lab_instance lab = {r, i, 0};
      code->host(r->pe, lab);
    }
  }
  if (code->kernel) {
    void *arguments[] = {r};
    int status = nvshmemx_collective_launch(code->kernel, dim3(r->blocks + stress),
                                            dim3(code->shared_block ? 32 * code->most_here : 32),
                                            arguments, 0, 0);
    if (status != 0) {
      fprintf(stderr, "%s: nvshmemx_collective_launch gives %d\n", t->name, status);
      nvshmem_global_exit(1);
    }
  }
  CUDA(cudaDeviceSynchronize());
  nvshmem_barrier_all();
  r->epoch += r->rounds;
}

// Counts the instances of a launch on PE 0; the answer is whether to stop, and the same on all PEs.
static int count(lab_job *job, const lab_test *t, lab_histogram *h) {
  lab_run *r = &job->run;
  for (int k = 0; k < t->seen; k++) {
    if (t->sees[k].word >= 0 && t->sees[k].pe == r->pe) {
      collect<<<(r->chunk + 127) / 128, 128>>>(*r, k, t->sees[k]);
    }
  }
  CUDA(cudaDeviceSynchronize());
  nvshmem_barrier_all();
  if (r->pe == 0) {
    int instances = r->rounds * r->lanes;
    char *late = (char *) calloc(r->chunk, 1);
    for (int pe = 0; pe < r->pes; pe++) {
      fetch(job, job->mine, r->late, pe);
      for (int i = 0; i < instances; i++) {
        late[i] |= job->mine[i] != 0;
      }
    }
    for (int k = 0; k < t->seen; k++) {
      fetch(job, job->seen_here + (size_t) k * r->chunk, r->seen + (size_t) k * r->chunk,
            t->sees[k].pe);
    }
    for (int i = 0; i < instances; i++) {
      long long values[LAB_MAX_SEEN];
      for (int k = 0; k < t->seen; k++) {
        values[k] = job->seen_here[(size_t) k * r->chunk + i];
      }
      lab_count(h, t, values, late[i]);
    }
    free(late);
    long long stop = h->timeouts > 0;
    CUDA(cudaMemcpy(job->stop, &stop, sizeof stop, cudaMemcpyHostToDevice));
  }
  nvshmem_barrier_all();
  fetch(job, job->mine, job->stop, 0);
  int stop = job->mine[0] != 0;
  nvshmem_barrier_all();
  return stop;
}

static void run_test(lab_job *job, const lab_test *t, long instances, uint64_t seed,
                     lab_histogram *h) {
  static const unsigned delays[] = {0, 200, 2000, 20000};
  static const int pads[] = {0, 0, 56, 504};
  lab_run *r = &job->run;
  const lab_code *code = t->code;
  if (t->most_instances && t->most_instances < instances) {
    instances = t->most_instances;
  }
  memset(h, 0, sizeof *h);
  r->agents = code->agents;
  r->here = code->kernel ? code->here[r->pe] : 0;
  for (long done = 0, launch = 0; done < instances; launch++) {
    uint64_t luck = lab_mix(seed, launch);
    // In a crowd the stores of 32 lanes are on their way at once.
    r->crowd = code->one_lane || code->shared_block || !code->kernel || !(launch & 8) ? 1 : CROWD;
    r->lanes = code->one_lane || !code->kernel ? 1 : LANES * r->crowd;
    // The first launch is short: a test that always hangs shows it there.
    long wanted = launch == 0 ? LANES : code->one_lane ? CHUNK / 8 : CHUNK;
    wanted = wanted < instances - done ? wanted : instances - done;
    r->rounds = (int) (wanted / r->lanes);
    r->rounds = r->rounds < 1 ? 1 : r->rounds;
    r->blocks = r->lanes / r->crowd * (code->shared_block ? 1 : code->most_here);
    r->seed = luck;
    r->spread = (luck >> 20) | 1;
    r->delay = delays[launch & 3];
    r->pad = pads[(launch >> 2) & 3];
    r->words = t->words;
    r->warm = (launch >> 4) & 1;
    prepare(job, t);
    act(job, t, code->kernel && (launch & 4) ? STRESS : 0);
    done += (long) r->rounds * r->lanes;
    if (count(job, t, h)) {
      break;
    }
  }
}

static void allocate(lab_job *job) {
  lab_run *r = &job->run;
  r->chunk = CHUNK;
  int most_words = 1, most_agents = 1;
  for (int i = 0; lab_tests[i]; i++) {
    most_words = lab_tests[i]->words > most_words ? lab_tests[i]->words : most_words;
    most_agents = lab_tests[i]->code->agents > most_agents ? lab_tests[i]->code->agents : most_agents;
  }
  r->heap = (char *) nvshmem_malloc((size_t) most_words * CHUNK * LAB_SLOT);
  r->met = (uint64_t *) nvshmem_calloc((size_t) LANES * CROWD * most_agents, sizeof(uint64_t));
  r->seen = (long long *) nvshmem_malloc(sizeof(long long) * CHUNK * LAB_MAX_SEEN);
  r->late = (long long *) nvshmem_malloc(sizeof(long long) * CHUNK);
  r->scratch = (uint64_t *) nvshmem_calloc(SCRATCH, sizeof(uint64_t));
  job->row = (long long *) nvshmem_malloc(sizeof(long long) * CHUNK);
  job->stop = (long long *) nvshmem_calloc(CHUNK, sizeof(long long));
  if (!r->heap || !r->met || !r->seen || !r->late || !r->scratch || !job->row || !job->stop) {
    fprintf(stderr, "the symmetric heap is too small: NVSHMEM_SYMMETRIC_SIZE=1G\n");
    nvshmem_global_exit(1);
  }
  CUDA(cudaMalloc(&r->ended, sizeof(int)));
  CUDA(cudaMalloc(&job->image, LAB_SLOT));
  job->mine = (long long *) malloc(sizeof(long long) * CHUNK);
  job->seen_here = (long long *) malloc(sizeof(long long) * CHUNK * LAB_MAX_SEEN);
}

static void driver_version(char *text, size_t size) {
  FILE *file = fopen("/proc/driver/nvidia/version", "r");
  snprintf(text, size, "unknown");
  if (file) {
    if (fgets(text, (int) size, file)) {
      text[strcspn(text, "\n")] = 0;
    }
    fclose(file);
  }
}

int main(int argc, char **argv) {
  const char *path = NULL;
  long instances = 65536;
  unsigned long seed = 1;
  int first = 0, seconds = 60, option;
  while ((option = getopt(argc, argv, "o:i:s:a:w:")) != -1) {
    switch (option) {
      case 'o': path = optarg; break;
      case 'i': instances = atol(optarg); break;
      case 's': seed = strtoul(optarg, NULL, 10); break;
      case 'a': first = atoi(optarg); break;
      case 'w': seconds = atoi(optarg); break;
      default: return 2;
    }
  }
  nvshmem_init();
  CUDA(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  static lab_job job;
  lab_run *r = &job.run;
  r->pe = nvshmem_my_pe();
  r->pes = nvshmem_n_pes();
  r->patience = 10 * 1000 * 1000;
  allocate(&job);
  nvshmem_barrier_all();

  struct cudaDeviceProp device;
  char library[64], devices[400], driver[256], where[600], setting[128];
  int major, minor, patch, gpus;
  CUDA(cudaGetDeviceCount(&gpus));
  CUDA(cudaGetDeviceProperties(&device, 0));
  nvshmemx_vendor_get_version_info(&major, &minor, &patch);
  snprintf(library, sizeof library, "NVSHMEM %d.%d.%d", major, minor, patch);
  snprintf(devices, sizeof devices, "%d x %s", gpus, device.name);
  driver_version(driver, sizeof driver);
  const char *transport = getenv("NVSHMEM_REMOTE_TRANSPORT");
  int mapped = 1;
  for (int pe = 0; pe < r->pes; pe++) {
    mapped &= nvshmem_ptr(r->heap, pe) != NULL;
  }
  snprintf(setting, sizeof setting, "peers %s, remote transport %s", mapped ? "mapped" : "not mapped",
           transport ? transport : "default");
  snprintf(where, sizeof where, "%d PEs, %s, %s", r->pes, devices, library);
  FILE *json = r->pe == 0 && path ? fopen(path, "a") : NULL;
  if (r->pe == 0 && path && !json) {
    perror(path);
    nvshmem_global_exit(1);
  }
  if (json) {
    lab_header(json, "nvshmem", library, devices, driver, setting, r->pes, instances, seed, argc,
               argv);
  }
  static lab_histogram histogram;
  for (int i = first; lab_tests[i]; i++) {
    if (lab_tests[i]->pes != r->pes) {
      continue;
    }
    if (lab_tests[i]->needs_mapping && !mapped) {
      if (r->pe == 0) {
        lab_skip(json, lab_tests[i], "nvshmem_ptr gives no pointer to other PEs here");
      }
      continue;
    }
    if (json) {
      lab_watch(json, lab_tests[i], i, seconds);
    }
    run_test(&job, lab_tests[i], instances, seed, &histogram);
    if (r->pe == 0) {
      lab_tell(json, lab_tests[i], &histogram, where);
    }
  }
  alarm(0);
  nvshmem_barrier_all();
  if (json) {
    fclose(json);
  }
  nvshmem_finalize();
  return 0;
}
