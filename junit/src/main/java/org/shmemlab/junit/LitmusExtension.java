package org.shmemlab.junit;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.source.SourceFile;

/** Makes a node of each profile of each file of a {@link LitmusTest}. */
final class LitmusExtension implements TestTemplateInvocationContextProvider {
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return context.getRequiredTestMethod().isAnnotationPresent(LitmusTest.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    LitmusTest asked = context.getRequiredTestMethod().getAnnotation(LitmusTest.class);
    return Stream.of(asked.value()).flatMap(name -> nodes(asked, Sources.named(name, context)));
  }

  private static Stream<Judged> nodes(LitmusTest asked, SourceFile file) {
    Litmus.Compiled compiled = Litmus.compile(file);
    LitmusProgram program = compiled.program();
    if (program == null) {
      throw new ExtensionConfigurationException(Joiner.on('\n').join(compiled.diagnostics()));
    }
    if (asked.verdict().length == 0 && program.test().expectations().isEmpty()) {
      throw new ExtensionConfigurationException(
          file.path() + " has no 'expect' line: write one, or a verdict into @LitmusTest");
    }
    ExplorationLimits limits = new ExplorationLimits(asked.budget(), () -> false);
    LitmusJudgement judgement =
        LitmusJudgement.of(program, LitmusJudgement.profiles(program.test()), limits);
    return judgement.answers().stream().map(answer -> node(asked, program, answer));
  }

  private static Judged node(LitmusTest asked, LitmusProgram program, LitmusAnswer answer) {
    String said = answer.verdict().map(Verdict::word).orElse("unknown, not every order was seen");
    return new Judged(
        program.test().name() + ", " + answer.profile().name() + ": " + said,
        answer,
        wrong(asked, answer, said),
        text -> text.litmus(new LitmusJudgement(program.test(), ImmutableList.of(answer))));
  }

  private static String wrong(LitmusTest asked, LitmusAnswer answer, String said) {
    ImmutableSet<Verdict> verdicts =
        asked.verdict().length > 0
            ? ImmutableSet.copyOf(asked.verdict())
            : answer.expected().stream()
                .map(expectation -> expectation.verdict())
                .collect(ImmutableSet.toImmutableSet());
    Optional<Verdict> verdict = answer.verdict();
    if (verdict.isEmpty() || !verdicts.contains(verdict.get())) {
      return "the verdict is " + said + ", not " + Joiner.on(" or ").join(words(verdicts));
    }
    ImmutableSet<String> outcomes =
        answer.outcomes().stream().map(Outcome::values).collect(ImmutableSet.toImmutableSet());
    return asked.outcomes().length == 0 || outcomes.equals(ImmutableSet.copyOf(asked.outcomes()))
        ? ""
        : "the outcomes are " + outcomes + ", not " + ImmutableSet.copyOf(asked.outcomes());
  }

  private static ImmutableList<String> words(ImmutableSet<Verdict> verdicts) {
    return verdicts.stream().map(Verdict::word).collect(ImmutableList.toImmutableList());
  }
}
