/**
 * The types of C and their layout on x86-64 Linux, which CUDA shares: {@code long} and pointers are
 * 8 bytes, members are aligned to their own alignment.
 *
 * <p>Sources: ISO C 17 section 6.2.5 (types), 6.3.1 (conversions); System V ABI for x86-64, section
 * 3.1.2 (sizes and alignment). Nothing here knows syntax or instructions.
 */
@NullMarked
package org.shmemlab.scenarios.types;

import org.jspecify.annotations.NullMarked;
