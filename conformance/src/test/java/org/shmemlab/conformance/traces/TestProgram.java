package org.shmemlab.conformance.traces;

import java.util.List;
import java.util.Optional;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Transport;

/**
 * Holds a program to trace.
 *
 * @param name as messages call it
 * @param source where it comes from
 * @param job how it is started, on one node
 * @param litmus the litmus test that it was compiled from; what other programs show is what they
 *     print
 */
public record TestProgram(
    String name, SourceFile source, Program program, Job job, Optional<LitmusProgram> litmus) {
  private static final int USUAL_PES = 2;

  /** A litmus test. */
  public static TestProgram of(LitmusProgram litmus) {
    return new TestProgram(
        litmus.test().name(),
        litmus.test().source(),
        litmus.program(),
        Job.ofPes(litmus.test().pes()),
        Optional.of(litmus));
  }

  /**
   * A program in C, with the PEs and macros that its first lines name for a check.
   *
   * @throws IllegalArgumentException if it does not compile
   */
  public static TestProgram of(SourceFile file) {
    HeaderComment header = HeaderComment.of(file);
    SourceFile source = file.compiledWith(header.options());
    CudaC.Compiled compiled = CudaC.compile(source);
    Program program = compiled.program();
    if (program == null) {
      throw new IllegalArgumentException(String.valueOf(compiled.diagnostics()));
    }
    Job job = Job.ofPes(header.pes().orElse(USUAL_PES));
    return new TestProgram(file.path(), source, program, job, Optional.empty());
  }

  /** Number of PEs. */
  public int pes() {
    return job.pes();
  }

  /** It before its first step, under any rules. */
  Machine machine(Installation installation, OrderingRules rules) {
    Job placed =
        job.placed(installation.fleet(pes()).layout(), installation.transport().allowance());
    return new Machine(program, placed, rules, new RuntimeSystem());
  }

  /** The ends that a transport allows; empty where they exceed the limits. */
  Optional<Allowed> over(Installation installation, ExplorationLimits limits) {
    Transport transport = installation.transport();
    int perNode = installation.pesPerNode(pes());
    TransportAnswer answer =
        litmus.isPresent()
            ? TransportAnswer.of(litmus.get(), transport, perNode, limits)
            : TransportAnswer.of(program, job, transport, perNode, limits);
    return Allowed.of(answer.exploration());
  }

  /**
   * The ends that the strict reading of NVSHMEM's documents allows; empty where some execution is
   * undefined or a misuse, as a put from a variable of a function is by that reading, or the
   * executions exceed the limits.
   */
  Optional<Allowed> promised(ExplorationLimits limits) {
    List<Profile> profiles = List.of(Profile.NVSHMEM);
    var exploration =
        litmus.isPresent()
            ? LitmusJudgement.of(litmus.get(), profiles, limits).answers().get(0).exploration()
            : ProgramJudgement.of(source, program, job, profiles, limits)
                .answers()
                .get(0)
                .exploration();
    boolean promised =
        exploration.findings().stream().map(Finding::kind).noneMatch(FindingKind::isUndefined);
    return promised ? Allowed.of(exploration) : Optional.empty();
  }
}
