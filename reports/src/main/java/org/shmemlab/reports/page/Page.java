package org.shmemlab.reports.page;

import com.google.common.collect.ImmutableList;

/**
 * Holds a page.
 *
 * @param title its heading, and its name in a list of windows
 * @param summary one sentence: what came out
 * @param data what the page shows, as another program reads it: written into the page as JSON
 */
public record Page(
    String title,
    String summary,
    PageProvenance origin,
    ImmutableList<PageBlock> blocks,
    Object data) {}
