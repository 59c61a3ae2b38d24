package org.shmemlab.conformance.shape;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.ImmutableGraph;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Classes of a package that refer to each other in a circle have to be read together. Two may: a
 * whole and its part.
 */
class CirclesTest {
  private static final int MOST = 2;

  /** The members of a circle in a package, nested classes counted as their outermost ones. */
  private static Set<String> circles(JavaClasses code) {
    Map<String, Set<Dependency>> packages = new TreeMap<>();
    for (JavaClass of : code) {
      packages
          .computeIfAbsent(of.getPackageName(), _ -> new HashSet<>())
          .addAll(of.getDirectDependenciesFromSelf());
    }
    Set<String> circles = new TreeSet<>();
    packages.forEach((name, dependencies) -> {
      for (Set<String> circle : circles(name, dependencies)) {
        circles.add(name + ": " + String.join(" ", circle));
      }
    });
    return circles;
  }

  private static List<Set<String>> circles(String name, Set<Dependency> dependencies) {
    ImmutableGraph.Builder<String> classes =
        GraphBuilder.directed().allowsSelfLoops(true).immutable();
    for (Dependency dependency : dependencies) {
      JavaClass to = dependency.getTargetClass().getBaseComponentType();
      if (to.getPackageName().equals(name)) {
        classes.putEdge(outermost(dependency.getOriginClass()), outermost(to));
      }
    }
    ImmutableGraph<String> graph = classes.build();
    Map<String, Set<String>> reached = new TreeMap<>();
    graph.nodes().forEach(one -> reached.put(one, Graphs.reachableNodes(graph, one)));
    return reached.keySet().stream()
        .<Set<String>>map(one ->
            reached.get(one).stream()
                .filter(other -> reached.get(other).contains(one))
                .collect(toCollection(TreeSet::new)))
        .filter(circle -> circle.size() > MOST)
        .distinct()
        .toList();
  }

  private static String outermost(JavaClass of) {
    String name = of.getName().substring(of.getPackageName().length() + 1);
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  @Test
  void noCircleHasMoreThanTwoClasses() {
    assertThat(circles(ShippedCode.classes())).isEmpty();
  }

  @Test
  void aCircleIsFound() {
    JavaClasses tied = new ClassFileImporter().importPackages("java.util.regex");
    assertThat(circles(tied))
        .anySatisfy(circle -> assertThat(circle).contains("Matcher", "Pattern"));
  }
}
