package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.repair.Change.Spot;

/** Changes of a program that belong together. */
public record Repair(ImmutableList<Change> changes) {

  /** Both repairs at once. */
  public Repair and(Repair other) {
    return new Repair(
        ImmutableList.<Change>builder().addAll(changes).addAll(other.changes).build());
  }

  /** A variable of a function that counts the signals of a word, or those of changed waits. */
  private record Counted(Object signals, int function) {}

  /** The program with all changes made. */
  public Program applyTo(Program program) {
    OwnSignals signals = OwnSignals.of(program, changes);
    Map<Counted, Integer> seen = new HashMap<>();
    Map<Integer, Patch> patches = new TreeMap<>();
    for (Change change : changes) {
      switch (change) {
        case Change.Insertion insertion -> {
          for (Spot spot : insertion.statements()) {
            Snippet snippet =
                insertion
                    .kind()
                    .snippet(CallNames.family(program), insertion.context(), insertion.external());
            Patch patch = patch(patches, program, spot.function());
            if (insertion.after()) {
              patch.after(spot.end(), snippet);
            } else {
              patch.before(spot.first(), snippet);
            }
          }
        }
        case Change.OnOtherPes others ->
            patch(patches, program, others.function())
                .before(0, OnePerPe.of(others.kind(), CallNames.family(program), others.pes()));
        case Change.Rewriting rewriting -> {
          for (Spot spot : rewriting.statements()) {
            AgentCode code = program.functions().get(spot.function());
            Patch patch = patch(patches, program, spot.function());
            switch (rewriting.form()) {
              case STRONG -> StrongSignals.apply(patch, code, spot);
              case COUNTED ->
                  CountedWaits.apply(
                      patch,
                      code,
                      spot,
                      seen.computeIfAbsent(
                          new Counted(rewriting, spot.function()), _ -> patch.variable()));
              default ->
                  patch.replace(spot.first(), rewriting.form().of(code.body().get(spot.first())));
            }
          }
        }
        case Change.Addition addition -> {
          Patch patch = patch(patches, program, addition.statement().function());
          if (addition.after()) {
            patch.after(addition.statement().end(), addition.code());
          } else {
            patch.before(addition.statement().first(), addition.code());
          }
        }
        case Change.Notice notice -> {
          for (Spot spot : notice.statements()) {
            Patch patch = patch(patches, program, spot.function());
            Snippet snippet =
                notice
                    .code()
                    .of(
                        signals.address(notice.word()),
                        seen.computeIfAbsent(
                            new Counted(notice.word(), spot.function()), _ -> patch.variable()));
            if (notice.after()) {
              patch.after(spot.end(), snippet);
            } else {
              patch.before(spot.first(), snippet);
            }
          }
        }
        case Change.WaitBefore wait ->
            patch(patches, program, wait.loop().function())
                .before(wait.loop().first(), wait.code());
      }
    }
    ImmutableList.Builder<AgentCode> functions = ImmutableList.builder();
    for (int f = 0; f < program.functions().size(); f++) {
      Patch patch = patches.get(f);
      functions.add(patch == null ? program.functions().get(f) : patch.apply());
    }
    return new Program(
        program.name(),
        functions.build(),
        program.main(),
        signals.variables(),
        program.symmetricHeap(),
        program.objectNames());
  }

  private static Patch patch(Map<Integer, Patch> patches, Program program, int function) {
    return patches.computeIfAbsent(function, f -> new Patch(program.functions().get(f)));
  }
}
