/** The rules of counting that are published: what is told on the page of definitions and held by the worker. */

/** A network counts as at most this many unique visitors of a card a day: an IPv4 address, or an IPv6 /48. */
export const maxVisitorsPerNetwork = 100

/** So many events of one kind, of a card, in one minute and from one network are a burst. They count like all others. */
export const burstThreshold = 100

/** At most this much of one visit counts as time spent, in milliseconds. */
export const maxVisitMs = 30 * 60_000
