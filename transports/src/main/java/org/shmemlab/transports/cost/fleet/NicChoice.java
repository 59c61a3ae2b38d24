package org.shmemlab.transports.cost.fleet;

import com.google.common.base.Splitter;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.EnvironmentVariable;
import org.shmemlab.transports.rules.Settings;

/**
 * Chooses the NICs of each PE of a node where the environment, not the distance, decides
 * (docs/reference/nvshmem.md, section 4.1): NVSHMEM_ENABLE_NIC_PE_MAPPING=1 deals them round, those
 * of NVSHMEM_HCA_LIST if it is set, or as NVSHMEM_HCA_PE_MAPPING says. A NIC's number is that at
 * the end of its name: mlx5_3 is NIC 3 of the node.
 */
final class NicChoice {
  private static final Pattern NAME = Pattern.compile("\\w*?(\\d+)");
  private static final Splitter COMMAS = Splitter.on(',').trimResults().omitEmptyStrings();
  private static final Splitter COLONS = Splitter.on(':');

  private final Fleet fleet;
  private final int cards;

  private NicChoice(Fleet fleet) {
    this.fleet = fleet;
    this.cards = fleet.nicsPerNode();
  }

  /**
   * The NICs of each PE of a fleet's node.
   *
   * @throws BadTransport if the settings name a NIC that is not there, or leave a PE without
   */
  static NicAssignment of(Settings settings, Fleet fleet) {
    if (!settings.has(EnvironmentVariable.ENABLE_NIC_PE_MAPPING)) {
      return fleet.cards();
    }
    NicChoice choice = new NicChoice(fleet);
    String mapping = settings.text(EnvironmentVariable.HCA_PE_MAPPING);
    String list = settings.text(EnvironmentVariable.HCA_LIST);
    List<Integer> dealt = mapping.isEmpty() ? choice.listed(list) : choice.mapped(mapping);
    if (dealt.isEmpty()) {
      throw new BadTransport(
          EnvironmentVariable.HCA_LIST.environmentName() + "=" + list + " leaves no card");
    }
    if (!mapping.isEmpty() && dealt.size() < choice.pesPerNode()) {
      throw new BadTransport(
          EnvironmentVariable.HCA_PE_MAPPING.environmentName()
              + " gives cards to "
              + dealt.size()
              + " PEs of a node that has "
              + choice.pesPerNode());
    }
    return NicAssignment.one(
        ImmutableIntArray.copyOf(
            IntStream.range(0, choice.pesPerNode()).map(pe -> dealt.get(pe % dealt.size()))));
  }

  private int pesPerNode() {
    return fleet.layout().pesPerNode();
  }

  // mlx5_0:1,mlx5_3:1, or all but those after a ^
  private List<Integer> listed(String list) {
    boolean others = list.startsWith("^");
    List<Integer> named =
        COMMAS
            .splitToStream(others ? list.substring(1) : list)
            .map(entry ->
                card(EnvironmentVariable.HCA_LIST, entry, COLONS.splitToList(entry).getFirst()))
            .toList();
    return others || named.isEmpty()
        ? IntStream.range(0, cards).boxed().filter(card -> !named.contains(card)).toList()
        : named;
  }

  // mlx5_0:1:3,mlx5_1:1:5: NIC, port, and how many PEs, in order
  private List<Integer> mapped(String mapping) {
    List<Integer> dealt = new ArrayList<>();
    for (String entry : COMMAS.split(mapping)) {
      List<String> parts = COLONS.splitToList(entry);
      @Nullable Integer count = parts.size() == 3 ? Ints.tryParse(parts.get(2)) : null;
      if (count == null || count < 1) {
        throw new BadTransport(
            EnvironmentVariable.HCA_PE_MAPPING.environmentName()
                + ": '"
                + entry
                + "' is not NAME:PORT:PES");
      }
      int card = card(EnvironmentVariable.HCA_PE_MAPPING, entry, parts.getFirst());
      for (int i = 0; i < Math.min(count, pesPerNode()); i++) {
        dealt.add(card);
      }
    }
    return dealt;
  }

  private int card(EnvironmentVariable variable, String entry, String name) {
    Matcher matcher = NAME.matcher(name);
    @Nullable Integer number = matcher.matches() ? Ints.tryParse(matcher.group(1)) : null;
    if (number == null || number >= cards) {
      throw new BadTransport(
          variable.environmentName()
              + ": '"
              + entry
              + "' names none of the node's "
              + cards
              + " cards, which end in 0 to "
              + (cards - 1));
    }
    return number;
  }
}
