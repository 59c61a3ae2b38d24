package org.shmemlab.model.interpreter;

import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.ExternalCall;

/**
 * Joins an external call, its footprint and its handler. One object is made per call, when the
 * class of its family is loaded; an instruction holds it, so that no step looks it up.
 */
public final class RuntimeCall implements ExternalCall {
  private final String name;
  private final CallTraits traits;
  private final Consumer<Footprint> footprint;
  private final ToLongFunction<ServiceCall> handler;

  private RuntimeCall(
      String name,
      CallTraits traits,
      Consumer<Footprint> footprint,
      ToLongFunction<ServiceCall> handler) {
    this.name = name;
    this.traits = traits;
    this.footprint = footprint;
    this.handler = handler;
  }

  /**
   * A call.
   *
   * @param footprint notes the bytes of the program's memory that one call is going to access, and
   *     changes nothing; {@link ServiceCall} refuses every other access
   * @param handler serves one call and gives the result as a register; one that must wait calls
   *     {@link ServiceCall#waitFor} and gives anything: it is called again later and must not have
   *     changed anything. It throws {@link Fault} when the program misuses the call
   */
  public static RuntimeCall of(
      String name,
      CallTraits traits,
      Consumer<Footprint> footprint,
      ToLongFunction<ServiceCall> handler) {
    return new RuntimeCall(name, traits, footprint, handler);
  }

  /** A call that accesses no memory of the program. */
  public static RuntimeCall of(
      String name, CallTraits traits, ToLongFunction<ServiceCall> handler) {
    return of(name, traits, _ -> {}, handler);
  }

  /** A call without traits. */
  public static RuntimeCall of(
      String name, Consumer<Footprint> footprint, ToLongFunction<ServiceCall> handler) {
    return of(name, CallTraits.NONE, footprint, handler);
  }

  /** A call that accesses no memory of the program and has no traits. */
  public static RuntimeCall of(String name, ToLongFunction<ServiceCall> handler) {
    return of(name, CallTraits.NONE, handler);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public CallTraits traits() {
    return traits;
  }

  /** Notes the accesses that one call is going to make. */
  public void touches(Footprint call) {
    footprint.accept(call);
  }

  /** Serves one call. */
  public long serve(ServiceCall call) {
    return handler.applyAsLong(call);
  }

  @Override
  public String toString() {
    return name;
  }
}
