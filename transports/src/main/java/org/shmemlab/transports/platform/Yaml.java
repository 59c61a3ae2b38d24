package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shmemlab.model.program.SourceLine;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** Represents a YAML document in which every value knows its line. */
sealed interface Yaml {
  /** Where it stands. */
  SourceLine at();

  /** Its name in messages. */
  String kind();

  /** Keys with values. */
  record Mapping(SourceLine at, ImmutableMap<String, Entry> entries) implements Yaml {
    @Override
    public String kind() {
      return "a mapping";
    }

    /**
     * This mapping, with the entries of another one put over it; mappings in it likewise. The value
     * {@code none} takes an entry away.
     */
    Mapping with(Mapping over) {
      Map<String, Entry> merged = new LinkedHashMap<>(entries);
      over.entries.forEach((key, above) -> {
        Entry below = merged.get(key);
        if (above.value instanceof Scalar scalar && scalar.text().equals("none")) {
          merged.remove(key);
        } else if (below != null
            && below.value instanceof Mapping low
            && above.value instanceof Mapping high
            && !replaces(high)) {
          merged.put(key, new Entry(above.at, low.with(high)));
        } else {
          merged.put(key, above);
        }
      });
      return new Mapping(over.at, ImmutableMap.copyOf(merged));
    }

    /** This mapping without one key. */
    Mapping without(String key) {
      return new Mapping(at, ImmutableMap.copyOf(Maps.filterKeys(entries, k -> !k.equals(key))));
    }

    // A quantity and one of several kinds of network are one thing: no half of it is kept.
    private static boolean replaces(Mapping mapping) {
      return mapping.entries.containsKey("value") || mapping.entries.containsKey("kind");
    }
  }

  /** A key's place and its value. */
  record Entry(SourceLine at, Yaml value) {}

  /** A list. */
  record Items(SourceLine at, ImmutableList<Yaml> items) implements Yaml {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /** A text or a number, as it is written. */
  record Scalar(SourceLine at, String text) implements Yaml {
    @Override
    public String kind() {
      return text.isEmpty() ? "nothing" : "'" + text + "'";
    }
  }

  /**
   * Reads one document.
   *
   * @throws PlatformException if this is not YAML, or a key stands twice
   */
  static Yaml parse(String file, String text) throws PlatformException {
    try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) {
        throw PlatformException.of(new SourceLine(file, 1), "the file is empty");
      }
      return new Reader(file, parser).value();
    } catch (JacksonException problem) {
      int line = problem.getLocation() == null ? 1 : problem.getLocation().getLineNr();
      throw PlatformException.of(
          new SourceLine(file, Math.max(1, line)), "not YAML: " + problem.getOriginalMessage());
    }
  }

  /** Turns the parser's tokens into values. */
  final class Reader {
    private final String file;
    private final JsonParser parser;

    private Reader(String file, JsonParser parser) {
      this.file = file;
      this.parser = parser;
    }

    private SourceLine here() {
      return new SourceLine(file, parser.currentTokenLocation().getLineNr());
    }

    private Yaml value() throws PlatformException {
      SourceLine at = here();
      return switch (parser.currentToken()) {
        case START_OBJECT -> mapping(at);
        case START_ARRAY -> items(at);
        case VALUE_NULL -> new Scalar(at, "");
        default -> new Scalar(at, parser.getString());
      };
    }

    private Mapping mapping(SourceLine at) throws PlatformException {
      Map<String, Entry> entries = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        SourceLine line = here();
        String key = parser.currentName();
        parser.nextToken();
        Entry before = entries.put(key, new Entry(line, value()));
        if (before != null) {
          throw PlatformException.of(
              line, "'" + key + "' stands twice, first in line " + before.at.line());
        }
      }
      return new Mapping(at, ImmutableMap.copyOf(entries));
    }

    private Items items(SourceLine at) throws PlatformException {
      ImmutableList.Builder<Yaml> items = ImmutableList.builder();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(value());
      }
      return new Items(at, items.build());
    }
  }
}
