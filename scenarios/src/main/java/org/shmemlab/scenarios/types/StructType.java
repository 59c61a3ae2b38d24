package org.shmemlab.scenarios.types;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/** A structure or union. It is declared first and gets its members once. */
public final class StructType implements CType {
  private final String name;
  private final boolean union;
  private ImmutableList<Member> members = ImmutableList.of();
  private boolean complete;
  private long size;
  private int align = 1;

  /**
   * One member with its place.
   *
   * @param name empty for an anonymous structure or union, whose members belong to this one, too
   */
  public record Member(String name, CType type, long offset) {}

  public StructType(String name, boolean union) {
    this.name = name;
    this.union = union;
  }

  public String name() {
    return name;
  }

  public boolean isUnion() {
    return union;
  }

  public boolean complete() {
    return complete;
  }

  /** The members in order of declaration. */
  public ImmutableList<Member> members() {
    return members;
  }

  /**
   * Lays out the members.
   *
   * @param declared names and types; offsets are ignored
   * @param atLeastAligned alignment asked for by the source, or 1
   */
  public void complete(Iterable<Member> declared, int atLeastAligned) {
    ImmutableList.Builder<Member> placed = ImmutableList.builder();
    long end = 0;
    align = atLeastAligned;
    for (Member member : declared) {
      CType type = member.type();
      long offset = union ? 0 : roundUp(end, type.align());
      placed.add(new Member(member.name(), type, offset));
      end = Math.max(end, offset + type.size());
      align = Math.max(align, type.align());
    }
    members = placed.build();
    size = Math.max(roundUp(end, align), 1); // an empty structure of C++ has size 1
    complete = true;
  }

  /** Finds a member by name, in anonymous members too; null if there is none. */
  public @Nullable Member member(String wanted) {
    for (Member member : members) {
      if (member.name().equals(wanted)) {
        return member;
      }
      if (member.name().isEmpty() && member.type().unqualified() instanceof StructType inner) {
        Member found = inner.member(wanted);
        if (found != null) {
          return new Member(found.name(), found.type(), member.offset() + found.offset());
        }
      }
    }
    return null;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int align() {
    return align;
  }

  @Override
  public String toString() {
    return name;
  }

  private static long roundUp(long value, int multiple) {
    return (value + multiple - 1) / multiple * multiple;
  }
}
