package org.shmemlab.scenarios.types;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import org.junit.jupiter.api.Test;

class StructLayoutTest {
  private static StructType of(boolean union, CType... types) {
    ImmutableList.Builder<StructType.Member> members = ImmutableList.builder();
    for (int i = 0; i < types.length; i++) {
      members.add(new StructType.Member("m" + i, types[i], 0));
    }
    StructType type = new StructType("S", union);
    type.complete(members.build(), 1);
    return type;
  }

  @Test
  void membersAreAlignedAndTheEndIsPadded() {
    StructType type = of(false, Arithmetic.CHAR, Arithmetic.DOUBLE, Arithmetic.SHORT);
    assertThat(type.members()).extracting(StructType.Member::offset).containsExactly(0L, 8L, 16L);
    assertThat(type.size()).isEqualTo(24);
    assertThat(type.align()).isEqualTo(8);
  }

  @Test
  void unionsAreAsLargeAsTheirLargestMember() {
    StructType type = of(true, new CType.Array(Arithmetic.CHAR, 5), Arithmetic.INT);
    assertThat(type.members()).extracting(StructType.Member::offset).containsExactly(0L, 0L);
    assertThat(type.size()).isEqualTo(8);
  }

  @Test
  void membersOfAnonymousMembersAreFound() {
    StructType inner = of(false, Arithmetic.INT, Arithmetic.FLOAT);
    StructType outer = new StructType("O", false);
    outer.complete(
        ImmutableList.of(
            new StructType.Member("tag", Arithmetic.CHAR, 0), new StructType.Member("", inner, 0)),
        1);
    StructType.Member found = outer.member("m1");
    assertThat(found).isNotNull();
    assertThat(outer.member("m1")).extracting(StructType.Member::offset).isEqualTo(8L);
    assertThat(outer.member("m2")).isNull();
  }
}
