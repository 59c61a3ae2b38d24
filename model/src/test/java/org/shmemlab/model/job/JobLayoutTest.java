package org.shmemlab.model.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JobLayoutTest {
  /** Three nodes of four and one of two, of which NVLink joins two and two. */
  private static final JobLayout LAYOUT = new JobLayout(14, 4, 8);

  @Test
  void nodesAreFilledOneAfterTheOther() {
    assertThat(LAYOUT.nodes()).isEqualTo(4);
    assertThat(LAYOUT.node(3)).isZero();
    assertThat(LAYOUT.node(4)).isEqualTo(1);
    assertThat(LAYOUT.nodeMembers(1).asList()).containsExactly(4, 5, 6, 7);
    assertThat(LAYOUT.nodeMembers(3).asList()).containsExactly(12, 13);
  }

  @Test
  void pesOfOneDomainMapEachOthersMemory() {
    assertThat(LAYOUT.domains()).isEqualTo(2);
    assertThat(LAYOUT.domainMembers(1).asList()).containsExactly(8, 9, 10, 11, 12, 13);
    assertThat(LAYOUT.maps(3, 4)).isTrue();
    assertThat(LAYOUT.maps(7, 8)).isFalse();
  }

  @Test
  void withoutDomainsEveryPeMapsItsOwnMemoryAlone() {
    JobLayout layout = new JobLayout(4, 2, 1);
    assertThat(layout.maps(1, 1)).isTrue();
    assertThat(layout.maps(0, 1)).isFalse();
    assertThat(layout.domains()).isEqualTo(4);
  }

  @Test
  void aPartHasTheFirstPes() {
    assertThat(LAYOUT.part(6)).isEqualTo(new JobLayout(6, 4, 8));
    assertThat(LAYOUT.part(6).domains()).isEqualTo(1);
  }

  @Test
  void aPeHasANodeAndItsOwnMemory() {
    assertThatThrownBy(() -> new JobLayout(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new JobLayout(1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new JobLayout(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
