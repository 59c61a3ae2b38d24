package org.shmemlab.testing;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Tag;

/** Reads the tags of a class of properties. */
final class JqwikTags {
  private JqwikTags() {}

  static Set<String> of(Class<?> tested) {
    return Arrays.stream(tested.getAnnotationsByType(Tag.class))
        .map(Tag::value)
        .collect(Collectors.toSet());
  }
}
