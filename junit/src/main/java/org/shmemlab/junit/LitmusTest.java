package org.shmemlab.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.shmemlab.scenarios.litmus.Verdict;

/**
 * A method that is called once for each profile of a litmus test, when the profile's verdict is the
 * expected one. It may have a parameter of the type {@link
 * org.shmemlab.scenarios.judge.LitmusAnswer}, to look at more.
 *
 * <p>The report of each answer is attached to its node.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(LitmusExtension.class)
public @interface LitmusTest {
  /** Files: paths from the working folder, or resources next to the test's class. */
  String[] value();

  /** The verdict under every profile; if none is given, each file says what it expects. */
  Verdict[] verdict() default {};

  /** All outcomes that there are, such as {@code "1:r0=1;"}; if none is given, any will do. */
  String[] outcomes() default {};

  /** Most states of an exploration. One that has more fails: not every order was seen. */
  long budget() default 300_000;
}
