package org.shmemlab.junit;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.source.SourceFile;

/** Makes a node of each profile of a {@link CheckProgram}. */
final class ProgramExtension implements TestTemplateInvocationContextProvider {
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return context.getRequiredTestMethod().isAnnotationPresent(CheckProgram.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    CheckProgram asked = context.getRequiredTestMethod().getAnnotation(CheckProgram.class);
    if (asked.pes() < 1 || asked.pes() > JobLayout.MAX_PES) {
      throw new ExtensionConfigurationException(
          "pes = " + asked.pes() + ": a job has 1 to " + JobLayout.MAX_PES + " PEs");
    }
    SourceFile file = Sources.named(asked.value(), context);
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      throw new ExtensionConfigurationException(Joiner.on('\n').join(compiled.diagnostics()));
    }
    Job job =
        new Job(
            asked.pes(),
            asked.pes(),
            ImmutableList.copyOf(asked.arguments()),
            ImmutableMap.of(),
            Job.Gpu.H200);
    ExplorationLimits limits = new ExplorationLimits(asked.budget(), () -> false);
    ProgramJudgement judgement =
        ProgramJudgement.of(file, program, job, ProgramJudgement.profiles(program), limits);
    return judgement.answers().stream().map(answer -> node(asked, judgement, answer));
  }

  private static Judged node(
      CheckProgram asked, ProgramJudgement judgement, ProgramJudgement.Answer answer) {
    ImmutableSortedSet<FindingKind> found =
        answer.exploration().findings().stream()
            .map(Finding::kind)
            .collect(ImmutableSortedSet.toImmutableSortedSet(FindingKind::compareTo));
    return new Judged(
        "%s, %d PEs, %s: %s"
            .formatted(asked.value(), asked.pes(), answer.profile().name(), words(found)),
        answer,
        wrong(asked, answer, found),
        text ->
            text.program(
                new ProgramJudgement(
                    judgement.source(),
                    judgement.job(),
                    ImmutableList.of(answer),
                    judgement.expected())));
  }

  private static String wrong(
      CheckProgram asked, ProgramJudgement.Answer answer, ImmutableSortedSet<FindingKind> found) {
    ImmutableSet<FindingKind> expected = ImmutableSet.copyOf(asked.finds());
    if (!found.equals(expected)) {
      return "it finds " + words(found) + ", not " + words(expected);
    }
    if (found.isEmpty() && !answer.exploration().complete()) {
      return "nothing is found, but not every order was seen; budget = "
          + asked.budget()
          + " is not enough";
    }
    ImmutableSet<String> printed =
        answer.exploration().outcomes().keySet().stream()
            .map(String::strip)
            .collect(ImmutableSet.toImmutableSet());
    ImmutableSet<String> prints =
        Stream.of(asked.prints()).map(String::strip).collect(ImmutableSet.toImmutableSet());
    return prints.isEmpty() || printed.equals(prints)
        ? ""
        : "it prints " + printed + ", not " + prints;
  }

  private static String words(ImmutableSet<FindingKind> kinds) {
    return kinds.isEmpty()
        ? "nothing"
        : Joiner.on(" and ").join(kinds.stream().map(FindingKind::word).iterator());
  }
}
