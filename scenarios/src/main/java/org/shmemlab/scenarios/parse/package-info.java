/**
 * From text to syntax: kernel launches made digestible, headers of our own, and Eclipse CDT as
 * preprocessor and parser.
 *
 * <p>One syntax tree, C++ with GNU extensions, serves {@code .cu} and {@code .c} alike. Nothing
 * here knows types or meaning, and nobody asks the parser's own bindings: the calls of the
 * libraries are not declared in any header (there are thousands), they come from the catalogue of
 * {@code api}.
 */
@NullMarked
package org.shmemlab.scenarios.parse;

import org.jspecify.annotations.NullMarked;
