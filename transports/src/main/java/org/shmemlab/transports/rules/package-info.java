/**
 * The order of each network, as ordering rules: NVSHMEM's transports by version and configuration
 * (memory model, section 7).
 *
 * <p>A {@link org.shmemlab.transports.rules.Transport} is data. {@link
 * org.shmemlab.transports.rules.Routes} gives each part of an operation its channel in a job whose
 * layout is known; tables, which are resources here, order its events, and {@link
 * org.shmemlab.transports.rules.TransportRules} answers from them. The facts come from reading
 * NVSHMEM's sources, versions 3.4.5 and 3.5.1; each rule names its place. Nothing here knows time.
 */
@NullMarked
package org.shmemlab.transports.rules;

import org.jspecify.annotations.NullMarked;
