package org.shmemlab.transports.rules;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.order.TableText;
import org.shmemlab.model.order.TableVocabulary;
import org.shmemlab.transports.platform.PathKind;

/**
 * Reads the tables of order of each path: one table for loads, stores and copies inside a node, and
 * one for each network. Their format is described in docs/rules.md.
 */
public final class TransportTables {
  /** The table for what threads of a GPU and the host's copies do over NVLink and PCIe. */
  public static final String DIRECT = "direct";

  /** The vocabulary of each table, in the order of {@link PathKind}. */
  public static final ImmutableList<TableVocabulary> VOCABULARIES =
      Stream.concat(
              Stream.of(DIRECT),
              Arrays.stream(PathKind.values()).filter(PathKind::isRemote).map(PathKind::key))
          .map(name -> new TableVocabulary(name, OrderSetting.KEYS, true))
          .collect(ImmutableList.toImmutableList());

  /**
   * The table of NCCL's device interface, which holds over every path and is no user's to change.
   */
  static final OrderTable GIN =
      TableText.builtIn(TransportTables.class, new TableVocabulary("gin", OrderSetting.KEYS, true));

  private static final ImmutableMap<String, OrderTable> SHIPPED =
      VOCABULARIES.stream()
          .collect(
              ImmutableMap.toImmutableMap(
                  TableVocabulary::name, one -> TableText.builtIn(TransportTables.class, one)));

  private TransportTables() {}

  /** The table of a path as it is shipped. */
  public static OrderTable shipped(String name) {
    return Objects.requireNonNull(SHIPPED.get(name));
  }
}
