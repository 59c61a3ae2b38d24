package org.shmemlab.scenarios.random;

import java.util.List;
import java.util.function.Predicate;

/** The types of a random program's variables. */
sealed interface Type permits Num, Type.ArrayOf, Type.PointerTo, Type.Struct {
  /** An array of at least one element. */
  record ArrayOf(Type element, int length) implements Type {}

  /**
   * A pointer whose target is known as exactly as is needed to use it.
   *
   * @param target the type of its target
   * @param before how many elements lie before the one pointed to
   * @param from there on how many elements there are, the one pointed to included
   * @param readOnly whether it points to {@code const}
   */
  record PointerTo(Type target, int before, int from, boolean readOnly) implements Type {}

  /**
   * A structure.
   *
   * @param spelling how to write the type: {@code struct S1} or the name of a typedef
   */
  record Struct(String spelling, List<Field> fields) implements Type {}

  /** A member of a structure: a number, an array or an earlier structure. */
  record Field(String name, Type type) {}

  /**
   * Whether a place of a wanted type lies in one of this type, or at the target of a pointer in it.
   *
   * @param writable whether objects of this type may be written
   * @param toWrite whether the wanted place must be one that may be written
   */
  static boolean reaches(Type type, boolean writable, Predicate<Type> wanted, boolean toWrite) {
    return (wanted.test(type) && (writable || !toWrite))
        || switch (type) {
          case Num _ -> false;
          case ArrayOf(Type element, _) -> reaches(element, writable, wanted, toWrite);
          case PointerTo(Type target, _, _, boolean readOnly) ->
              reaches(target, !readOnly, wanted, toWrite);
          case Struct(_, List<Field> fields) ->
              fields.stream().anyMatch(f -> reaches(f.type(), writable, wanted, toWrite));
        };
  }
}
