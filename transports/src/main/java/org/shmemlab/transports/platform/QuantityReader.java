package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.Doubles;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.transports.platform.Quantity.Range;

/** Reads {@code {value: 5.31 us, range: 4.26..5.31, source: PD0518}}. */
final class QuantityReader {
  private static final ImmutableSet<String> KEYS = ImmutableSet.of("value", "range", "source");
  private static final Pattern VALUE = Pattern.compile("([-+.eE0-9]+)\\s*(\\S*)");
  private static final Pattern RANGE = Pattern.compile("([-+eE0-9]+(?:\\.\\d+)?)\\.\\.(\\S+)");

  private final Binder binder;

  QuantityReader(Binder binder) {
    this.binder = binder;
  }

  @Nullable Quantity read(Dimension dimension, Yaml yaml, String what) {
    if (!(yaml instanceof Yaml.Mapping mapping)) {
      String shape = "{value: " + example(dimension) + ", source: WHO SAYS SO}";
      binder.mistake(yaml.at(), what + " is " + shape + ", not " + yaml.kind());
      return null;
    }
    int before = binder.mistakes().size();
    mapping
        .entries()
        .forEach((key, entry) -> {
          if (!KEYS.contains(key)) {
            binder.mistake(
                entry.at(),
                "unknown key '" + key + "' in " + what + KeyNames.suggestion(key, KEYS));
          }
        });
    String source = text(mapping, "source");
    if (source == null || source.isBlank()) {
      binder.mistake(
          mapping.at(),
          what
              + " has no source; name the document and the place in it, or write 'estimate: ' and"
              + " the reason");
    } else if (isBareEstimate(source)) {
      binder.mistake(mapping.at(), what + " is an estimate without a reason: 'estimate: REASON'");
    }
    Quantity quantity = value(dimension, mapping, what, source == null ? "" : source);
    return binder.mistakes().size() > before ? null : quantity;
  }

  private @Nullable Quantity value(
      Dimension dimension, Yaml.Mapping mapping, String what, String source) {
    String text = text(mapping, "value");
    if (text == null || text.isBlank()) {
      binder.mistake(
          mapping.at(), what + " has no value; write 'value: " + example(dimension) + "'");
      return null;
    }
    Matcher parts = VALUE.matcher(text);
    Double number = parts.matches() ? Doubles.tryParse(parts.group(1)) : null;
    if (number == null || !Double.isFinite(number)) {
      String example = example(dimension);
      binder.mistake(mapping.at(), what + " is not a number: '" + text + "'; write " + example);
      return null;
    }
    String unit = parts.group(2);
    if (!dimension.units().containsKey(unit)) {
      binder.mistake(mapping.at(), what + ": " + wrongUnit(unit, dimension));
      return null;
    }
    return checked(dimension, number, unit, mapping, what, source);
  }

  private @Nullable Quantity checked(
      Dimension dimension,
      double number,
      String unit,
      Yaml.Mapping mapping,
      String what,
      String source) {
    boolean zeroIsFine = dimension.least() == 0;
    if (number < 0 || (number == 0 && !zeroIsFine)) {
      String least = zeroIsFine ? "negative" : "0 or less";
      binder.mistake(mapping.at(), what + " is " + least);
      return null;
    }
    Double factor = dimension.units().get(unit);
    double base = number * (factor == null ? 1 : factor);
    if (base < dimension.least() || base > dimension.most()) {
      binder.mistake(mapping.at(), what + ": no machine has " + (number + " " + unit).strip());
      return null;
    }
    if (dimension == Dimension.COUNT && number != Math.rint(number)) {
      binder.mistake(mapping.at(), what + " is a whole number, not " + number);
      return null;
    }
    String text = text(mapping, "range");
    Range range = text == null ? null : range(text);
    if (text != null
        && (range == null
            || !Double.isFinite(range.low())
            || !Double.isFinite(range.high())
            || number < range.low()
            || number > range.high())) {
      binder.mistake(
          line(mapping, "range"),
          what
              + ": a range is LOW..HIGH in the unit of the value and holds it, not '"
              + text
              + "'");
    }
    return new Quantity(dimension, number, unit, range, source);
  }

  private static @Nullable Range range(String text) {
    Matcher parts = RANGE.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    Double low = Doubles.tryParse(parts.group(1));
    Double high = Doubles.tryParse(parts.group(2));
    return low == null || high == null ? null : new Range(low, high);
  }

  private static boolean isBareEstimate(String source) {
    return source.startsWith("estimate")
        && (!source.startsWith(Quantity.ESTIMATE)
            || source.substring(Quantity.ESTIMATE.length()).isBlank());
  }

  private static String wrongUnit(String unit, Dimension dimension) {
    String units = String.join(", ", dimension.units().keySet());
    if (units.isEmpty()) {
      return "a number without a unit, not in '" + unit + "'";
    }
    String is = unit.isEmpty() ? "the unit is missing" : "the unit '" + unit + "' does not fit";
    return is + "; one of " + units;
  }

  private static String example(Dimension dimension) {
    return ("1 " + dimension.units().keySet().iterator().next()).strip();
  }

  private static @Nullable String text(Yaml.Mapping mapping, String key) {
    Yaml.Entry entry = mapping.entries().get(key);
    return entry != null && entry.value() instanceof Yaml.Scalar scalar ? scalar.text() : null;
  }

  private static SourceLine line(Yaml.Mapping mapping, String key) {
    Yaml.Entry entry = mapping.entries().get(key);
    return entry == null ? mapping.at() : entry.at();
  }
}
