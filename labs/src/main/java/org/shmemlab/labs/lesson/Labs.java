package org.shmemlab.labs.lesson;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds labs: those that come along, and those of a teacher in a folder. */
public final class Labs {
  private static final String FOLDER = "lessons/";

  /** Names of the labs and of their files, since folders in a jar cannot be listed. */
  private static final String INDEX = "index.txt";

  private final ImmutableList<Lab> all;

  private Labs(ImmutableList<Lab> all) {
    this.all = all;
  }

  /** Those that come along, in order of their numbers. */
  public static Labs known() {
    ImmutableList.Builder<Lab> labs = ImmutableList.builder();
    for (String line : Splitter.on('\n').omitEmptyStrings().split(resource(INDEX))) {
      ImmutableList<String> words = ImmutableList.copyOf(Splitter.on(' ').split(line));
      String name = words.get(0);
      ImmutableMap.Builder<String, String> files = ImmutableMap.builder();
      for (String file : words.subList(1, words.size())) {
        files.put(file, resource(name + "/" + file));
      }
      try {
        labs.add(LabReader.read(name, name, LabPatches.applied(name, files.buildOrThrow())));
      } catch (BadLab mistake) {
        throw new IllegalStateException(mistake.getMessage(), mistake);
      }
    }
    return new Labs(labs.build());
  }

  /**
   * Those in the folders of a folder, in order of their names.
   *
   * @throws BadLab if one of them is wrong, or there is none
   */
  public static Labs in(Path folder) throws BadLab {
    ImmutableList.Builder<Lab> labs = ImmutableList.builder();
    try (Stream<Path> inside = Files.list(folder)) {
      for (Path lab : inside.filter(Labs::isLab).sorted().toList()) {
        labs.add(read(lab));
      }
    } catch (IOException problem) {
      throw new BadLab(folder.toString(), 0, "cannot read the folder");
    }
    ImmutableList<Lab> found = labs.build();
    if (found.isEmpty()) {
      throw new BadLab(folder.toString(), 0, "no folder in it has a " + Lab.FORMAT);
    }
    return new Labs(found);
  }

  private static boolean isLab(Path folder) {
    return Files.isRegularFile(folder.resolve(Lab.FORMAT));
  }

  private static Lab read(Path folder) throws BadLab {
    ImmutableMap.Builder<String, String> files = ImmutableMap.builder();
    try (Stream<Path> inside = Files.list(folder)) {
      for (Path file : inside.filter(Files::isRegularFile).sorted().toList()) {
        files.put(String.valueOf(file.getFileName()), Files.readString(file));
      }
    } catch (IOException problem) {
      throw new BadLab(folder.toString(), 0, "cannot read its files as text in UTF-8");
    }
    return LabReader.read(
        String.valueOf(folder.getFileName()),
        folder.toString(),
        LabPatches.applied(folder.toString(), files.buildOrThrow()));
  }

  /** All of them. */
  public ImmutableList<Lab> all() {
    return all;
  }

  /**
   * The lab of a number ({@code 3}), of a name ({@code 03_flag_overtakes_data}) or of its start.
   */
  public Optional<Lab> find(String numberOrName) {
    return all.stream()
        .filter(lab ->
            lab.name().equals(numberOrName)
                || String.valueOf(lab.number()).equals(numberOrName)
                || lab.name().substring(0, 2).equals(numberOrName))
        .findFirst();
  }

  private static String resource(String name) {
    String path = FOLDER + name;
    try (InputStream in = Labs.class.getResourceAsStream("/org/shmemlab/labs/" + path)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new IllegalStateException("unreadable: " + path, broken);
    }
  }
}
