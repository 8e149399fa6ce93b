import { useEffect, useState } from 'react'
import { addSample, type Sample } from './scan-rate.ts'

/** Collects the scan count of each received board, from which the scan rate is computed. */
export function useScanSamples(scans: number | undefined, readAt: number | undefined): Sample[] {
  const [samples, setSamples] = useState<Sample[]>([])
  useEffect(() => {
    if (scans === undefined || readAt === undefined) return
    setSamples((known) => addSample(known, { at: readAt, scans }))
  }, [scans, readAt])
  return samples
}
