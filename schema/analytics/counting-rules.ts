/** The published counting rules, applied by the worker and shown on the definitions page. */

/** The most unique visitors counted per network (IPv4 address or IPv6 /48), card and day. */
export const maxVisitorsPerNetwork = 100

/** This many events of one kind on a card within a minute from one network are a burst. They count as usual. */
export const burstThreshold = 100

/** The longest visit counted, in milliseconds. */
export const maxVisitMs = 30 * 60_000
