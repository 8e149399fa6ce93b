/** The rules of counting that are published: what is told on the page of definitions and held by the worker. */

/** At most this much of one visit counts as time spent, in milliseconds. */
export const longestVisit = 30 * 60_000
