package org.shmemlab.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ProfileTest {
  @Test
  void anUnknownNameIsNoProfile() {
    assertThat(Profile.named("nvshmem")).contains(Profile.NVSHMEM);
    assertThat(Profile.named("nvshmem-ordering-page")).contains(Profile.ORDERING_PAGE);
    for (String name : List.of("", "shmem", "nvshmem+", "nvshmem+speed", "nvshmem-ordering")) {
      assertThat(Profile.named(name)).as(name).isEmpty();
    }
  }

  @Property
  void theNameOfAChangedProfileNamesIt(
      @ForAll @Size(max = 4) List<Switch> switches, @ForAll boolean on) {
    Profile.all()
        .forEach(base -> {
          Profile changed = base;
          for (Switch option : switches) {
            changed = changed.with(option, on);
            assertThat(changed.has(option)).isEqualTo(on);
          }
          assertThat(Profile.named(changed.name())).contains(changed);
        });
  }
}
