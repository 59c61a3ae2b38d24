package org.shmemlab.labs.lesson;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.labs.lesson.Criterion.Fast;
import org.shmemlab.labs.lesson.Criterion.Orders;
import org.shmemlab.labs.lesson.Criterion.Predicts;
import org.shmemlab.labs.lesson.Criterion.Runs;
import org.shmemlab.labs.lesson.Criterion.Start;
import org.shmemlab.labs.lesson.Criterion.Uses;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads {@code lab.yaml}, where an unknown key, or an impossible value, is a mistake with its line.
 * Its keys are those of the records here, in snake case; docs/labs.md lists them.
 */
final class LabReader {
  private static final int MOST_PES = 64;
  private static final int MOST_SCHEDULES = 1_000;
  private static final int USUAL_SCHEDULES = 1;

  private static final Pattern NAME = Pattern.compile("\\d\\d_[a-z0-9_]+");

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build();

  /** A key that has to be there, and to have a value. */
  @JacksonAnnotationsInside
  @JsonProperty(required = true)
  @JsonSetter(nulls = Nulls.FAIL)
  @Retention(RetentionPolicy.RUNTIME)
  private @interface Required {}

  private record LabText(
      @Required String title,
      @Required int minutes,
      @Required List<CriterionText> criteria,
      @Required List<MistakeText> mistakes) {}

  private record CriterionText(
      @Required String name,
      @Required String says,
      @Required int points,
      @Nullable List<String> needs,
      @Required int pes,
      @Nullable Map<String, String> define,
      @Nullable RunsText runs,
      @Nullable OrdersText orders,
      @Nullable FastText fast,
      @Nullable PredictsText predicts,
      @Nullable UsesText uses) {}

  private record RunsText(@Required List<String> prints, @Nullable Integer schedules) {}

  private record OrdersText(
      @Nullable List<String> prints, @Nullable String transport, @Nullable Integer pesPerNode) {}

  private record FastText(
      @Required String platform,
      @Nullable String transport,
      @Nullable Integer pesPerNode,
      @Required double atMostUs) {}

  private record PredictsText(
      @Required String platform,
      @Nullable String transport,
      @Nullable Integer pesPerNode,
      @Required String prints,
      @Required double withinPercent) {}

  private record UsesText(@Nullable List<String> required, @Nullable List<String> forbidden) {}

  private record MistakeText(
      @Required List<String> files, @Nullable WhenText when, @Required String say) {}

  private record WhenText(
      @Nullable String criterion,
      @Nullable String kind,
      @Nullable List<String> accesses,
      @Nullable String rule,
      @Nullable List<String> names,
      @Nullable String printed,
      @Nullable List<Integer> waits,
      @Nullable List<String> calls,
      @Nullable List<String> without,
      @Nullable List<String> inOrder,
      @Nullable List<String> beforeFirst,
      @Nullable List<String> afterFirst,
      @Nullable List<String> notAfterFirst,
      @Nullable List<String> beforeSecond,
      @Nullable String advises) {}

  private final String path;
  private final String yaml;

  private LabReader(String path, String yaml) {
    this.path = path;
    this.yaml = yaml;
  }

  /**
   * A lab from its files.
   *
   * @param name of its folder
   * @param path of that folder, for mistakes
   * @param files by their names
   * @throws BadLab if something is wrong with them
   */
  static Lab read(String name, String path, ImmutableMap<String, String> files) throws BadLab {
    if (!NAME.matcher(name).matches()) {
      throw new BadLab(path, 0, "the folder of a lab is called like 03_flag_overtakes_data");
    }
    String yaml = files.get(Lab.FORMAT);
    if (yaml == null) {
      throw new BadLab(path, 0, "there is no " + Lab.FORMAT);
    }
    return new LabReader(path + "/" + Lab.FORMAT, yaml).read(name, files);
  }

  private Lab read(String name, ImmutableMap<String, String> files) throws BadLab {
    LabText text;
    try {
      text = YAML.readValue(yaml, LabText.class);
    } catch (JacksonException problem) {
      throw new BadLab(path, line(problem), words(problem));
    }
    if (text == null) {
      throw new BadLab(path, 0, "it is empty");
    }
    Set<String> known = new HashSet<>();
    ImmutableList.Builder<Criterion> criteria = ImmutableList.builder();
    for (CriterionText one : text.criteria) {
      criteria.add(criterion(one, known));
      known.add(one.name);
    }
    ImmutableList.Builder<Mistake> mistakes = ImmutableList.builder();
    for (MistakeText one : text.mistakes) {
      mistakes.add(mistake(one, known, files));
    }
    for (String file : List.of(Lab.README, Lab.START, Lab.SOLUTION)) {
      if (!files.containsKey(file)) {
        throw new BadLab(path, 0, "there is no " + file + " next to it");
      }
    }
    if (text.criteria.isEmpty()) {
      throw new BadLab(path, lineOf("criteria:"), "a lab has one criterion or more");
    }
    return new Lab(name, text.title, text.minutes, criteria.build(), mistakes.build(), files);
  }

  // An unknown key has no place of its own in Jackson's message.
  private int line(JacksonException problem) {
    TokenStreamLocation location = problem.getLocation();
    if (location != null && location.getLineNr() > 0) {
      return location.getLineNr();
    }
    String key = key(problem);
    int line = 0;
    for (String each : Splitter.on('\n').split(yaml)) {
      line++;
      if (key != null && each.strip().replaceFirst("^- ", "").startsWith(key + ":")) {
        return line;
      }
    }
    return 0;
  }

  private static @Nullable String key(JacksonException problem) {
    return problem instanceof DatabindException bound && !bound.getPath().isEmpty()
        ? bound.getPath().get(bound.getPath().size() - 1).getPropertyName()
        : null;
  }

  private static String words(JacksonException problem) {
    String key = key(problem);
    String what = String.valueOf(problem.getOriginalMessage());
    int classes = what.indexOf(" (class ");
    String said = classes < 0 ? what : what.substring(0, classes);
    return (key == null ? "" : "'" + key + "': ") + said;
  }

  private Criterion criterion(CriterionText text, Set<String> known) throws BadLab {
    String at = "name: " + text.name;
    if (known.contains(text.name)) {
      throw wrong(at, "two criteria are called '" + text.name + "'");
    }
    for (String need : list(text.needs)) {
      if (!known.contains(need)) {
        throw wrong(at, "it needs '" + need + "', and no criterion before it is called so");
      }
    }
    if (text.points < 1) {
      throw wrong(at, "a criterion has 1 point or more");
    }
    if (text.pes < 1 || text.pes > MOST_PES) {
      throw wrong(at, "'pes' is 1 to " + MOST_PES);
    }
    return new Criterion(text.name, text.says, text.points, list(text.needs), test(text, at));
  }

  private Criterion.Test test(CriterionText text, String at) throws BadLab {
    Start start =
        new Start(text.pes, text.define == null ? ImmutableMap.of() : sorted(text.define));
    ImmutableList.Builder<Criterion.Test> tests = ImmutableList.builder();
    if (text.runs != null) {
      int schedules = text.runs.schedules == null ? USUAL_SCHEDULES : text.runs.schedules;
      if (schedules < 1 || schedules > MOST_SCHEDULES) {
        throw wrong(at, "'schedules' is 1 to " + MOST_SCHEDULES);
      }
      tests.add(new Runs(start, ImmutableList.copyOf(text.runs.prints), schedules));
    }
    if (text.orders != null) {
      OrdersText orders = text.orders;
      tests.add(
          new Orders(
              start,
              orders.prints == null ? null : ImmutableList.copyOf(orders.prints),
              orders.transport,
              perNode(orders.pesPerNode, text.pes, at)));
    }
    if (text.fast != null) {
      FastText fast = text.fast;
      if (!(fast.atMostUs > 0)) {
        throw wrong(at, "'at_most_us' is more than 0 microseconds");
      }
      tests.add(
          new Fast(
              start,
              fast.platform,
              fast.transport,
              perNode(fast.pesPerNode, text.pes, at),
              fast.atMostUs));
    }
    if (text.predicts != null) {
      tests.add(predicts(text.predicts, start, at));
    }
    if (text.uses != null) {
      tests.add(new Uses(start, calls(text.uses.required, at), calls(text.uses.forbidden, at)));
    }
    ImmutableList<Criterion.Test> all = tests.build();
    if (all.size() != 1) {
      throw wrong(at, "a criterion has one of 'runs', 'orders', 'fast', 'predicts' and 'uses'");
    }
    return all.get(0);
  }

  private Predicts predicts(PredictsText text, Start start, String at) throws BadLab {
    if (!(text.withinPercent > 0)) {
      throw wrong(at, "'within_percent' is more than 0 percent");
    }
    return new Predicts(
        start,
        text.platform,
        text.transport,
        perNode(text.pesPerNode, start.pes(), at),
        text.prints,
        text.withinPercent);
  }

  private int perNode(@Nullable Integer asked, int pes, String at) throws BadLab {
    int count = asked == null ? pes : asked;
    if (count < 1) {
      throw wrong(at, "'pes_per_node' is 1 or more");
    }
    return count;
  }

  private Mistake mistake(MistakeText text, Set<String> criteria, Map<String, String> files)
      throws BadLab {
    String at = "files: [" + String.join(", ", text.files) + "]";
    for (String file : text.files) {
      if (!files.containsKey(file)) {
        throw wrong(at, "there is no " + file + " next to it");
      }
    }
    WhenText when = text.when;
    if (when == null) {
      throw wrong(at, "'when' says what distinguishes this mistake from others");
    }
    if (when.criterion != null && !criteria.contains(when.criterion)) {
      throw wrong(at, "no criterion is called '" + when.criterion + "'");
    }
    if (when.kind != null && !Mistake.KINDS.contains(when.kind)) {
      throw wrong(at, "no kind '" + when.kind + "'; there are " + String.join(", ", Mistake.KINDS));
    }
    return new Mistake(
        ImmutableList.copyOf(text.files),
        new Mistake.When(
            when.criterion,
            when.kind,
            when.accesses == null ? null : ImmutableList.sortedCopyOf(when.accesses),
            when.rule,
            list(when.names),
            when.printed,
            when.waits == null ? ImmutableList.of() : ImmutableList.copyOf(when.waits),
            calls(when.calls, at),
            calls(when.without, at),
            calls(when.inOrder, at),
            new Mistake.Place(
                calls(when.beforeFirst, at),
                calls(when.afterFirst, at),
                calls(when.notAfterFirst, at),
                calls(when.beforeSecond, at)),
            when.advises == null ? null : calls(List.of(when.advises), at).get(0)),
        text.say.strip().replaceAll("\\s*\\R\\s*", " "));
  }

  private ImmutableList<String> calls(@Nullable List<String> words, String at) throws BadLab {
    for (String word : list(words)) {
      if (!CallWords.ALL.contains(word)) {
        throw wrong(
            at, "no calls are named '" + word + "'; there are " + String.join(", ", CallWords.ALL));
      }
    }
    return list(words);
  }

  private static ImmutableMap<String, String> sorted(Map<String, String> map) {
    return ImmutableMap.copyOf(new TreeMap<>(map));
  }

  private static ImmutableList<String> list(@Nullable List<String> given) {
    return given == null ? ImmutableList.of() : ImmutableList.copyOf(given);
  }

  private BadLab wrong(String at, String text) {
    return new BadLab(path, lineOf(at), text);
  }

  /** The line that holds a text, as far as one does; 0 where none does. */
  private int lineOf(String part) {
    int line = 0;
    for (String each : Splitter.on('\n').split(yaml)) {
      line++;
      if (each.strip().endsWith(part)) {
        return line;
      }
    }
    return 0;
  }
}
