package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.program.SourceLine;

/**
 * Distinguishes mistakes of a program: two findings with equal identities are one mistake,
 * whichever schedule, PE or thread shows it.
 *
 * @param kind kind of the mistake
 * @param lines the lines that it is about
 * @param what the uses of the accesses, or the sentence of a mistake without the arguments in its
 *     gaps; it stays the same while the source is edited
 * @param names objects, functions and lines that the sentence names
 */
public record FindingIdentity(
    FindingKind kind, ImmutableList<SourceLine> lines, String what, ImmutableList<String> names) {}
