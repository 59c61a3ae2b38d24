package org.shmemlab.transports.platform;

import com.google.common.primitives.ImmutableIntArray;

/**
 * The way of data from one GPU to another.
 *
 * @param path the kind of path whose costs apply
 * @param links numbers of links in their order; see {@link Topology#link}
 */
public record Route(PathKind path, ImmutableIntArray links) {}
