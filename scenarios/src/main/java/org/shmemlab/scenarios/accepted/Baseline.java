package org.shmemlab.scenarios.accepted;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMultiset;
import com.google.common.collect.Multiset;
import com.google.common.collect.TreeMultiset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.FindingKind;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Holds the findings that a project has accepted, as a file that is kept with its sources.
 *
 * @param findings each as often as different lines of equal text have it
 */
public record Baseline(ImmutableSortedMultiset<KnownFinding> findings) {
  private static final String SCHEMA = "urn:shmemlab:baseline:1";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /** Why a text is no baseline; the message is one line. */
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  private record Document(String schema, List<@Nullable Entry> findings) {}

  private record Entry(
      FindingKind kind, String what, List<KnownFinding.@Nullable Place> places, int count) {}

  /** A baseline without findings. */
  public static Baseline empty() {
    return new Baseline(ImmutableSortedMultiset.of());
  }

  /**
   * Reads the text of a file.
   *
   * @throws Malformed if it is no baseline
   */
  public static Baseline of(String text) throws Malformed {
    Document document = document(text);
    if (!SCHEMA.equals(document.schema)) {
      throw new Malformed("its schema is " + document.schema + ", not " + SCHEMA);
    }
    Multiset<KnownFinding> all = TreeMultiset.create();
    for (@Nullable Entry entry : document.findings) {
      if (entry == null || entry.count < 1) {
        throw new Malformed("a finding is missing");
      }
      ImmutableList.Builder<KnownFinding.Place> places = ImmutableList.builder();
      for (KnownFinding.@Nullable Place place : entry.places) {
        if (place == null) {
          throw new Malformed("a place is missing");
        }
        places.add(place);
      }
      all.add(new KnownFinding(entry.kind, entry.what, places.build()), entry.count);
    }
    return new Baseline(ImmutableSortedMultiset.copyOf(all));
  }

  private static Document document(String text) throws Malformed {
    try {
      @Nullable Document read = MAPPER.readValue(text, Document.class);
      return Objects.requireNonNullElseGet(read, () -> new Document("null", ImmutableList.of()));
    } catch (JacksonException wrong) {
      throw new Malformed(wrong.getOriginalMessage().lines().findFirst().orElse("no JSON"));
    }
  }

  /** The text of a file. */
  public String text() {
    List<Entry> entries =
        findings.elementSet().stream()
            .map(one -> new Entry(one.kind(), one.what(), one.places(), findings.count(one)))
            .collect(toImmutableList());
    return MAPPER.writeValueAsString(new Document(SCHEMA, entries)) + "\n";
  }
}
