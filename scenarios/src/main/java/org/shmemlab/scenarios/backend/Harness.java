package org.shmemlab.scenarios.backend;

import com.google.common.collect.ImmutableMap;

/** Writes the files around the sources: launchers and scripts. */
final class Harness {
  private final EmissionSettings emission;

  Harness(EmissionSettings emission) {
    this.emission = emission;
  }

  /**
   * The files by their path.
   *
   * @param litmus whether there are litmus tests
   * @param programs whether there are programs
   */
  ImmutableMap<String, String> files(boolean litmus, boolean programs) {
    ImmutableMap.Builder<String, String> files = ImmutableMap.builder();
    files.put("settings.sh", settings());
    files.put("json.sh", HarnessFiles.text("common/json.sh"));
    switch (emission.backend()) {
      case NVSHMEM -> {
        for (String name : new String[] {"env.sh", "build.sh", "run.sh", "all.sh"}) {
          files.put(name, HarnessFiles.text("nvshmem/" + name));
        }
        files.put("launch.c", HarnessFiles.text("common/launch.c"));
        files.put("shmemlab_start.h", HarnessFiles.text("nvshmem/shmemlab_start.h"));
        files.put("smoke.cu", HarnessFiles.text("nvshmem/smoke.cu"));
        if (litmus) {
          files.put("litmus/lab.cuh", HarnessFiles.text("nvshmem/lab.cuh"));
          files.put("litmus/lab_main.cu", HarnessFiles.text("nvshmem/lab_main.cu"));
        }
        if (emission.measure()) {
          for (String name :
              new String[] {
                "measure.cuh", "measure.cu", "latency.cu", "bandwidth.cu", "collectives.cu"
              }) {
            files.put("measure/" + name, HarnessFiles.text("nvshmem/" + name));
          }
        }
      }
      case OPENSHMEM -> {
        for (String name : new String[] {"env.sh", "build.sh", "run.sh"}) {
          files.put(name, HarnessFiles.text("openshmem/" + name));
        }
        if (litmus) {
          files.put("litmus/lab.h", HarnessFiles.text("openshmem/lab.h"));
          files.put("litmus/lab_main.c", HarnessFiles.text("openshmem/lab_main.c"));
        }
      }
    }
    if (litmus) {
      files.put("litmus/lab_report.h", HarnessFiles.text("common/lab_report.h"));
    }
    return files.buildOrThrow();
  }

  private String settings() {
    return "# The settings of this folder.\n"
        + ("INSTANCES=${INSTANCES:-" + emission.instances() + "}\n")
        + ("SEED=${SEED:-" + emission.seed() + "}\n");
  }
}
