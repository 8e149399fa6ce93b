import { useEffect, useState } from 'react'

/** The total scans of an event when its board was received; `at` is in milliseconds. */
export type Sample = { at: number; scans: number }

const minuteMs = 60_000

// After a longer pause, as in a background tab, new scans may be older than a minute.
const maxGapMs = 20_000

/** Adds a sample, and drops those older than a minute or before a pause. */
export function addSample(samples: Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1)
  if (!last || sample.at - last.at > maxGapMs || sample.scans < last.scans) return [sample]
  return [...samples.filter(({ at }) => at >= sample.at - minuteMs), sample]
}

// Polls are seconds apart, so the oldest kept sample is a little younger than a minute.
const wholeMinuteMs = 50_000

/** Returns the scans between the oldest and the newest sample, and whether these cover a minute. */
export function recentScans(samples: Sample[]): { scans: number; isMinute: boolean } {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return { scans: 0, isMinute: false }
  return { scans: last.scans - first.scans, isMinute: last.at - first.at >= wholeMinuteMs }
}

/** Collects the scan counts of received boards, to compute the scan rate. */
export function useScanSamples(scans: number | undefined, readAt: number | undefined): Sample[] {
  const [samples, setSamples] = useState<Sample[]>([])
  useEffect(() => {
    if (scans === undefined || readAt === undefined) return
    setSamples((known) => addSample(known, { at: readAt, scans }))
  }, [scans, readAt])
  return samples
}
