package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.shmemlab.junit.CheckProgram;
import org.shmemlab.junit.LitmusTest;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.litmus.Verdict;

class KernelsTest {
  /** As the file expects, under each profile that it names. */
  @LitmusTest("mp.litmus")
  void aWaitForAFlagAfterAQuietSeesTheData() {}

  /** As this line expects. */
  @LitmusTest(value = "mp.litmus", verdict = Verdict.FORBIDDEN, outcomes = "1:r0=1;")
  void thereIsOneOutcome(LitmusAnswer answer) {
    assertEquals(1, answer.outcomes().size());
  }

  /** Right in every order, and it prints the same in all of them. */
  @CheckProgram(value = "ring.cu", pes = 3, prints = "PE 0 has 2\nPE 1 has 0\nPE 2 has 1")
  void theRingIsRight() {}

  /** Wrong, and it shall be found. */
  @CheckProgram(value = "no_barrier.cu", finds = FindingKind.CONFLICT)
  void withoutABarrierItIsWrong() {}
}
