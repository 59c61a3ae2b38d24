/**
 * HTML pages that stand alone: text, tables, charts, sources and diagrams as {@linkplain
 * org.shmemlab.reports.page.PageBlock blocks}, put into one file with the styles and scripts that
 * they need. The templates are in {@code src/main/jte} and become Java when the module is built.
 *
 * <p>What a page says is made elsewhere; here is only how it looks and behaves.
 */
@NullMarked
package org.shmemlab.reports.page;

import org.jspecify.annotations.NullMarked;
