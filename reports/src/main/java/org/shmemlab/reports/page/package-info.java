/**
 * HTML pages that stand alone: text, tables, charts, sources and diagrams as {@linkplain
 * org.shmemlab.reports.page.PageBlock blocks}, put into one file with the styles and scripts that
 * they need. The templates are in {@code src/main/jte} and become Java when the module is built.
 *
 * <p>The content of a page is made elsewhere; here are only its looks and behaviour.
 */
@NullMarked
package org.shmemlab.reports.page;

import org.jspecify.annotations.NullMarked;
