package org.shmemlab.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.shmemlab.model.explore.FindingKind;

/**
 * A method that is called once for each profile of a program, when all of its orders are as
 * expected. It may have a parameter of the type {@link
 * org.shmemlab.scenarios.judge.ProgramJudgement.Answer}, to look at more.
 *
 * <p>The report of each answer is attached to its node.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ProgramExtension.class)
public @interface CheckProgram {
  /** A file: a path from the working folder, or a resource next to the test's class. */
  String value();

  /** Number of PEs. */
  int pes() default 2;

  /** Arguments of the program. */
  String[] arguments() default {};

  /** The kinds of what is found, all of them; none: nothing is wrong with the program. */
  FindingKind[] finds() default {};

  /**
   * The expected output, one text for each possible outcome, PE after PE; if none is given, any
   * will do.
   */
  String[] prints() default {};

  /** Most states of an exploration. One that has more fails: not every order was seen. */
  long budget() default 300_000;
}
