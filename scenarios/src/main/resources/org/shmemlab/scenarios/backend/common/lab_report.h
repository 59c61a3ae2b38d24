// A litmus test in the form of the harness, and how its outcomes are counted and written down.
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define LAB_MAX_SEEN 16
#define LAB_MAX_OUTCOMES 512

// A value that the question asks for: the last value of an agent's register, or of a word.
typedef struct {
  const char *name;    // as the question writes it
  int pe;              // whose value it is
  int is_unsigned;     // 64 bits without a sign
  int word;            // index of the word, or -1 for a register
  int offset, bytes;   // of the element within the word
  int is_signed_small; // a word narrower than 64 bits that has a sign
} lab_seen;

struct lab_code; // the agents, as the backend compiles them

typedef struct {
  const char *name;
  const char *hash;     // SHA-256 of the file
  const char *source;   // the file, as a JSON string without its quotes
  const char *question; // as herd writes it
  int exists;           // whether the question claims that a witness exists
  int pes;
  int words;
  const int *word_bytes;
  void (*first)(int pe, int word, void *image); // the first value of a word
  int seen;
  const lab_seen *sees;
  int (*witness)(const long long *values);
  int most_instances; // 0, or how many can run in one job
  int needs_mapping;  // whether it stores through pointers to the memory of other PEs
  const struct lab_code *code;
} lab_test;

typedef struct {
  long long values[LAB_MAX_SEEN];
  long count;
} lab_outcome;

typedef struct {
  lab_outcome list[LAB_MAX_OUTCOMES];
  int distinct;
  long timeouts;  // instances in which a wait did not end in time
  long instances; // all, with those
  long dropped;   // of outcomes beyond LAB_MAX_OUTCOMES
} lab_histogram;

// Counts the outcome of one instance.
static void lab_count(lab_histogram *h, const lab_test *t, const long long *values, int timeout) {
  h->instances++;
  if (timeout) {
    h->timeouts++;
    return;
  }
  for (int i = 0; i < h->distinct; i++) {
    if (memcmp(h->list[i].values, values, t->seen * sizeof *values) == 0) {
      h->list[i].count++;
      return;
    }
  }
  if (h->distinct == LAB_MAX_OUTCOMES) {
    h->dropped++;
    return;
  }
  memcpy(h->list[h->distinct].values, values, t->seen * sizeof *values);
  h->list[h->distinct++].count = 1;
}

static const lab_test *lab_sorting;

static int lab_before(const void *a, const void *b) {
  const lab_outcome *x = (const lab_outcome *) a, *y = (const lab_outcome *) b;
  for (int i = 0; i < lab_sorting->seen; i++) {
    if (x->values[i] != y->values[i]) {
      return x->values[i] < y->values[i] ? -1 : 1;
    }
  }
  return 0;
}

static void lab_text(const lab_test *t, const long long *values, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < t->seen && used < size; i++) {
    const lab_seen *s = &t->sees[i];
    const char *gap = i ? " " : "";
    if (s->is_unsigned) {
      used += snprintf(text + used, size - used, "%s%s=%llu;", gap, s->name,
                       (unsigned long long) values[i]);
    } else {
      used += snprintf(text + used, size - used, "%s%s=%lld;", gap, s->name, values[i]);
    }
  }
}

// Writes a string of JSON with its quotes.
static void lab_json(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    unsigned char c = (unsigned char) *text;
    if (c == '"' || c == '\\') {
      fprintf(out, "\\%c", c);
    } else if (c < 32 || c > 126) {
      fprintf(out, "\\u%04x", c);
    } else {
      fputc(c, out);
    }
  }
  fputc('"', out);
}

// Reports the outcomes of a test, on the standard output in the shape of "shmemlab check", and as one
// line of JSON.
static void lab_tell(FILE *json, const lab_test *t, lab_histogram *h, const char *where) {
  char text[1024];
  long positive = 0, negative = 0;
  lab_sorting = t;
  qsort(h->list, h->distinct, sizeof h->list[0], lab_before);
  printf("Test %s\nHash %s\nRun on %s\nStates %d\n", t->name, t->hash, where,
         h->distinct + (h->timeouts > 0));
  if (json) {
    fprintf(json, "{\"kind\":\"litmus\",\"test\":");
    lab_json(json, t->name);
    fprintf(json, ",\"source\":\"%s\",\"pes\":%d,\"instances\":%ld,\"outcomes\":[", t->source, t->pes,
            h->instances);
  }
  for (int i = 0; i < h->distinct; i++) {
    lab_outcome *o = &h->list[i];
    int witness = t->witness(o->values);
    *(witness ? &positive : &negative) += o->count;
    lab_text(t, o->values, text, sizeof text);
    printf("%-8ld%s%s\n", o->count, witness ? "*>" : ":>", text);
    if (json) {
      fprintf(json, "%s{\"values\":", i ? "," : "");
      lab_json(json, text);
      fprintf(json, ",\"count\":%ld,\"witness\":%s}", o->count, witness ? "true" : "false");
    }
  }
  if (h->timeouts) {
    printf("%-8ld:>timeout\n", h->timeouts);
  }
  printf("%s\nWitnesses\nPositive: %ld Negative: %ld\nCondition %s\n",
         t->exists == (positive > 0) ? "Ok" : "No", positive, negative, t->question);
  printf("Observation %s %s %ld %ld\n\n", t->name,
         positive == 0 ? "Never" : negative == 0 ? "Always" : "Sometimes", positive, negative);
  fflush(stdout);
  if (json) {
    fprintf(json, "],\"timeouts\":%ld,\"dropped\":%ld}\n", h->timeouts, h->dropped);
    fflush(json);
  }
}

// A test that this run cannot do.
static void lab_skip(FILE *json, const lab_test *t, const char *reason) {
  printf("Test %s\nSkipped: %s\n\n", t->name, reason);
  if (json) {
    fprintf(json, "{\"kind\":\"skipped\",\"test\":");
    lab_json(json, t->name);
    fprintf(json, ",\"reason\":");
    lab_json(json, reason);
    fprintf(json, "}\n");
  }
}

// The first line of a file of results: the run, its machine and its library.
static void lab_header(FILE *json, const char *backend, const char *library, const char *devices,
                       const char *driver, const char *setting, int pes, long instances,
                       unsigned long seed, int argc, char **argv) {
  struct utsname host;
  char date[32], command[1024];
  time_t now = time(NULL);
  size_t used = 0;
  command[0] = 0;
  uname(&host);
  strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
  for (int i = 0; i < argc && used < sizeof command; i++) {
    used += snprintf(command + used, sizeof command - used, "%s%s", i ? " " : "", argv[i]);
  }
  fprintf(json, "{\"kind\":\"run\",\"format\":1,\"backend\":\"%s\",\"library\":", backend);
  lab_json(json, library);
  fprintf(json, ",\"devices\":");
  lab_json(json, devices);
  fprintf(json, ",\"driver\":");
  lab_json(json, driver);
  fprintf(json, ",\"setting\":");
  lab_json(json, setting);
  fprintf(json, ",\"machine\":");
  lab_json(json, host.machine);
  fprintf(json, ",\"kernel\":");
  lab_json(json, host.release);
  fprintf(json, ",\"date\":\"%s\",\"pes\":%d,\"instances\":%ld,\"seed\":%lu,\"command\":", date, pes,
          instances, seed);
  lab_json(json, command);
  fprintf(json, "}\n");
  fflush(json);
}

// A test that does not end, for example because the library hangs, or in which a PE fails, ends the
// job: its line says so. The scripts go on with the next test.
static int lab_alarm_file = -1;
static char lab_alarm_line[512], lab_stopped_line[512];

static void lab_alarm(int signal_number) {
  const char *line = signal_number == SIGALRM ? lab_alarm_line : lab_stopped_line;
  if (lab_alarm_file >= 0 && write(lab_alarm_file, line, strlen(line)) < 0) {
    _exit(78);
  }
  _exit(77);
}

static void lab_watch(FILE *json, const lab_test *t, int number, int seconds) {
  fflush(json);
  lab_alarm_file = fileno(json);
  snprintf(lab_alarm_line, sizeof lab_alarm_line,
           "{\"kind\":\"hung\",\"test\":\"%s\",\"number\":%d,\"seconds\":%d}\n", t->name, number,
           seconds);
  snprintf(lab_stopped_line, sizeof lab_stopped_line,
           "{\"kind\":\"stopped\",\"test\":\"%s\",\"number\":%d}\n", t->name, number);
  signal(SIGTERM, lab_alarm);
  signal(SIGSEGV, lab_alarm);
  signal(SIGABRT, lab_alarm);
  signal(SIGALRM, lab_alarm);
  alarm(seconds);
}

// Mixes numbers into one that looks random (the finaliser of SplitMix64).
#ifdef __CUDACC__
__host__ __device__
#endif
static inline uint64_t lab_mix(uint64_t a, uint64_t b) {
  uint64_t z = a * 0x9e3779b97f4a7c15u + b + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

#endif
