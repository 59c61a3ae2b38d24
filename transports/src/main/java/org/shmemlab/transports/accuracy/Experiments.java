package org.shmemlab.transports.accuracy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.shmemlab.transports.fit.Fit;
import org.shmemlab.transports.fit.Measurement;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Platforms;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads which published rows the simulator runs and how, and why others are not predicted. */
final class Experiments {
  private static final String FILE = "experiments.yaml";

  private final ImmutableList<Experiment> experiments;
  private final ImmutableList<Reason> reasons;
  private final ImmutableMap<String, Platform> machines; // rows are predicted by several threads

  private record Contents(
      Map<String, String> machines, List<Experiment> experiments, List<Reason> reasons) {}

  private record Reason(RowFilter rows, String reason) {}

  private Experiments(Contents contents) {
    this.experiments = ImmutableList.copyOf(contents.experiments);
    this.reasons = ImmutableList.copyOf(contents.reasons);
    Map<String, Platform> machines = new HashMap<>();
    contents.machines.forEach((name, text) -> machines.put(name, own(name, text)));
    experiments.forEach(one -> machines.computeIfAbsent(one.on(), Platforms::named));
    this.machines = ImmutableMap.copyOf(machines);
  }

  /** Reads the table that comes with this project. */
  static Experiments read() {
    try {
      String text =
          Resources.toString(
              Resources.getResource(Experiments.class, FILE), StandardCharsets.UTF_8);
      return new Experiments(new YAMLMapper().readValue(text, Contents.class));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private static Platform own(String name, String text) {
    try {
      return Platforms.parse(FILE + ", " + name, text);
    } catch (PlatformException problem) {
      throw new IllegalStateException(problem.getMessage(), problem);
    }
  }

  /** Runs the first experiment that is about a row, if there is one. */
  Optional<Simulated> simulate(Measurement row) {
    for (Experiment experiment : experiments) {
      Optional<Map<String, String>> groups = experiment.rows().match(row);
      if (groups.isPresent()) {
        Platform machine = Objects.requireNonNull(machines.get(experiment.on()));
        Fit.Prediction prediction =
            new Fit.Prediction(
                row,
                row.value(),
                new ExperimentRun(experiment, machine, row, groups.get()).value(),
                !experiment.isInput(row.id()) && !Provenance.of(machine).contains(row.id()));
        return Optional.of(new Simulated(experiment.scenario(), prediction));
      }
    }
    return Optional.empty();
  }

  /** Why a row is not predicted. */
  String reason(Measurement row) {
    return reasons.stream()
        .filter(reason -> reason.rows.match(row).isPresent())
        .map(Reason::reason)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(FILE + " does not say why not " + row.id()));
  }
}
