package org.shmemlab.scenarios.api.catalogue;

import com.google.common.collect.ImmutableMap;
import org.jspecify.annotations.Nullable;

/**
 * One library call with all its types known.
 *
 * @param name as the program writes it
 * @param operation its meaning, as {@code family.action}: {@code rma.put}, {@code amo.fetch_add}
 * @param attributes the variants of an operation: {@code scope} (warp, block), {@code bits}, {@code
 *     op}, and the flags {@code nbi}, {@code stream}, {@code vector}, {@code context}, {@code
 *     active_set}, whose value is empty
 * @param element the type that the call's TYPENAME or its arguments say, or null where there is
 *     none
 * @param result the type of its result
 */
public record ApiFunction(
    String name,
    String operation,
    ImmutableMap<String, String> attributes,
    @Nullable ApiType element,
    ApiType result) {

  /** The family of the operation: the part before the dot. */
  public String family() {
    return operation.substring(0, operation.indexOf('.'));
  }

  /** The action of the operation: the part after the dot. */
  public String action() {
    return operation.substring(operation.indexOf('.') + 1);
  }

  /** Whether a flag is set. */
  public boolean has(String flag) {
    return attributes.containsKey(flag);
  }

  /** The value of an attribute, or empty. */
  public String attribute(String key) {
    return attributes.getOrDefault(key, "");
  }
}
