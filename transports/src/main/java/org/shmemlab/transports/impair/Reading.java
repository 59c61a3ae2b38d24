package org.shmemlab.transports.impair;

import com.google.common.primitives.Doubles;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.impair.Impairment.Cards;

/** Reads impairments as command lines write them. */
final class Reading {
  private static final double MOST_TIMES = 1e6;
  private static final String CARDS = "nic(?::(?<card>\\d{1,9}))?(?:@node:(?<node>\\d{1,9}))?";
  private static final Pattern FAIL = Pattern.compile(CARDS);
  private static final Pattern SLOW =
      Pattern.compile("(?:gpu:(?<gpu>\\d{1,9})|" + CARDS + "|link:(?<link>.+))\\*(?<times>[^*]+)");
  private static final Pattern LOAD =
      Pattern.compile("(?:(?<network>network)|" + CARDS + ")=(?<share>[^=]+)");

  private Reading() {}

  static Impairment fail(String text) {
    Matcher parts = FAIL.matcher(text);
    if (!parts.matches() || parts.group("card") == null) {
      throw new IllegalArgumentException(
          "--fail " + text + ": write nic:3, or nic:3@node:2 for the card of one node");
    }
    return new Impairment.Failed(cards(parts));
  }

  static Impairment slow(String text) {
    Matcher parts = SLOW.matcher(text);
    Double times = parts.matches() ? Doubles.tryParse(parts.group("times")) : null;
    if (times == null) {
      throw new IllegalArgumentException(
          "--slow " + text + ": write gpu:17*1.3, nic:3*2, nic:3@node:2*2 or 'link:leaf 0 up*2'");
    }
    if (!(times >= 1 && times <= MOST_TIMES)) {
      throw new IllegalArgumentException(
          "--slow " + text + ": from 1 to a million times as slow; --set makes numbers better");
    }
    if (parts.group("gpu") != null) {
      return new Impairment.SlowGpu(Integer.parseInt(parts.group("gpu")), times);
    }
    String link = parts.group("link");
    return link == null
        ? new Impairment.SlowCards(cards(parts), times)
        : new Impairment.SlowLink(link, times);
  }

  static Impairment load(String text) {
    Matcher parts = LOAD.matcher(text);
    Double share = parts.matches() ? Doubles.tryParse(parts.group("share")) : null;
    if (share == null) {
      throw new IllegalArgumentException(
          "--load " + text + ": write network=0.3, nic=0.3, nic:3=0.3 or nic:3@node:2=0.3");
    }
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "--load " + text + ": the share that others use is from 0 to below 1");
    }
    return parts.group("network") == null
        ? new Impairment.LoadedCards(cards(parts), share)
        : new Impairment.LoadedNetwork(share);
  }

  private static Cards cards(Matcher parts) {
    return new Cards(number(parts.group("card")), number(parts.group("node")));
  }

  private static @Nullable Integer number(@Nullable String digits) {
    return digits == null ? null : Integer.valueOf(digits);
  }

  /** A number as people write it: 2 and not 2.0. */
  static String text(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }
}
