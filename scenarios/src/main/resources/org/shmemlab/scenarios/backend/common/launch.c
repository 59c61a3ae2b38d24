// Starts a job: N copies of a program, each with its number in its environment.
//
//   launch -n PES [-t SECONDS] [-g GPUS] PROGRAM ARGUMENTS...
//
// The copies find each other by a file that PE 0 writes (SHMEMLAB_ID). If one fails, or the time is
// over, the others are ended too. Exit code: the first that is not 0; 124 when the time was over.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_PES 256

static pid_t children[MAX_PES];

// Each PE is a process group: the program and its children. They may first report their state.
static void end_all(int pes) {
  static const int signals[] = {SIGTERM, SIGKILL};
  struct timespec moment = {0, 100000000};
  for (int i = 0; i < 2; i++) {
    for (int pe = 0; pe < pes; pe++) {
      if (children[pe] > 0) {
        kill(-children[pe], signals[i]);
      }
    }
    nanosleep(&moment, NULL);
  }
}

static void set_number(const char *name, int value) {
  char text[16];
  snprintf(text, sizeof text, "%d", value);
  setenv(name, text, 1);
}

static int usage(void) {
  fprintf(stderr, "usage: launch -n PES [-t SECONDS] [-g GPUS] PROGRAM ARGUMENTS...\n");
  return 2;
}

int main(int argc, char **argv) {
  int pes = 0, seconds = 0, gpus = 0, option;
  while ((option = getopt(argc, argv, "+n:t:g:")) != -1) {
    switch (option) {
      case 'n': pes = atoi(optarg); break;
      case 't': seconds = atoi(optarg); break;
      case 'g': gpus = atoi(optarg); break;
      default: return usage();
    }
  }
  if (pes < 1 || pes > MAX_PES || optind >= argc) {
    return usage();
  }
  char folder[] = "/tmp/shmemlab-XXXXXX", id[64];
  if (!mkdtemp(folder)) {
    perror("launch: /tmp");
    return 2;
  }
  snprintf(id, sizeof id, "%s/id", folder);
  setenv("SHMEMLAB_ID", id, 1);
  set_number("SHMEMLAB_PES", pes);
  set_number("SHMEMLAB_GPUS", gpus);
  fflush(stdout);
  for (int pe = 0; pe < pes; pe++) {
    set_number("SHMEMLAB_PE", pe);
    children[pe] = fork();
    if (children[pe] == 0) {
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      execvp(argv[optind], argv + optind);
      fprintf(stderr, "launch: %s: %s\n", argv[optind], strerror(errno));
      _exit(127);
    }
    if (children[pe] < 0) {
      perror("launch: fork");
      end_all(pe);
      return 2;
    }
  }
  int code = 0, left = pes, over = 0;
  struct timespec now, nap = {0, 2000000};
  clock_gettime(CLOCK_MONOTONIC, &now);
  time_t end = now.tv_sec + seconds;
  while (left > 0) {
    int status;
    pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended > 0) {
      left--;
      for (int pe = 0; pe < pes; pe++) {
        children[pe] = children[pe] == ended ? 0 : children[pe];
      }
      int its = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      if (its != 0 && code == 0) {
        code = over ? 124 : its;
        end_all(pes);
      }
      continue;
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (seconds > 0 && now.tv_sec >= end && !over) {
      over = 1;
      end_all(pes);
    }
    nanosleep(&nap, NULL);
  }
  unlink(id);
  rmdir(folder);
  return over ? 124 : code;
}
