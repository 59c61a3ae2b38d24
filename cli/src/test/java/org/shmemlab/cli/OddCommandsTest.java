package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** Checks that odd command lines are drawn of every command. */
class OddCommandsTest {
  private static final ImmutableSet<String> THERE = OddOptions.commands().keySet();

  @Test
  void everyCommandIsDrawnOrIsNotForAReason() {
    Set<String> named =
        Sets.union(OddCommands.DRAWN.keySet(), OddCommands.NOT_DRAWN.keySet()).immutableCopy();
    assertThat(new TreeSet<>(Sets.difference(THERE, named)))
        .as("commands of which OddCommands does not say whether they are drawn")
        .isEmpty();
    assertThat(new TreeSet<>(Sets.difference(named, THERE)))
        .as("commands of OddCommands that are not there")
        .isSubsetOf(OddCommands.OF_OTHER_MODULES);
    assertThat(Sets.intersection(OddCommands.DRAWN.keySet(), OddCommands.NOT_DRAWN.keySet()))
        .isEmpty();
  }

  @Test
  void optionsThatAreNotDrawnAreThere() {
    for (String option : OddCommands.OPTIONS_NOT_DRAWN.keySet()) {
      int space = option.lastIndexOf(' ');
      CommandSpec command =
          Objects.requireNonNull(OddOptions.commands().get(option.substring(0, space)), option);
      assertThat(command.optionsMap()).containsKey(option.substring(space + 1));
    }
  }
}
