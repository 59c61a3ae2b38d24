package org.shmemlab.scenarios.api.lowering;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;
import org.shmemlab.scenarios.api.catalogue.ApiType;

/**
 * Represents one call that is being lowered: its converted arguments, and the code that takes its
 * instructions.
 *
 * <p>A scalar argument is a value in a register, in the form of its parameter's type; a structure
 * or a reference is the address of the object. Arguments after the named ones (of {@code printf})
 * have C's default promotions.
 */
public interface CallSite {
  ApiFunction function();

  /** How many arguments there are, defaults filled in, variable ones included. */
  int argumentCount();

  /** The register of an argument. */
  int argument(int index);

  /**
   * The value of an argument that is known without running the program, in its parameter's form.
   */
  OptionalLong constant(int index);

  /** The type of an argument after conversion. */
  ApiType argumentType(int index);

  /** Bytes of the object that an argument points to. */
  int objectBytes(int index);

  /**
   * A member of the structure that an argument points to.
   *
   * @param path names of the members on the way
   */
  Field field(int index, String... path);

  /** Whether the code being built is a device's. */
  boolean onDevice();

  /** Whether it is in a column of a litmus test, which stands for a warp of its own. */
  default boolean inColumn() {
    return false;
  }

  /** Where the instructions of this call go. */
  CodeBuilder code();

  /**
   * A function of the program that the front-end makes itself, built once per name: a stream's
   * task, a spin loop. Gives its index.
   */
  int synthesised(String name, ImmutableList<Parameter> parameters, Consumer<CodeBuilder> body);

  /** Says that the call is wrong; lower nothing after it. */
  RuntimeException error(String message);
}
