/** Pages in the memory of an isolate. They are bounded by bytes: one page of a card full of links weighs as much as thirty others. */
import type { Page } from './Document.tsx'

/** A larger page is read from the data center's cache instead. */
export const maxPageBytes = 200_000
/** The bytes of one such memory. There are two, and an isolate has 128 MB for everything. */
export const maxBytes = 8_000_000

// The entry, its key and its objects, so that tiny pages are bounded, too.
const overheadBytes = 1000

type Entry<Kept extends Page> = { page: Kept; bytes: number; until: number }

/** Pages by address, each for `lifetimeMs` after it was set; the oldest give way to new ones. */
export function pageMemory<Kept extends Page>(lifetimeMs: number) {
  const entries = new Map<string, Entry<Kept>>()
  let total = 0

  function drop(address: string): void {
    total -= entries.get(address)?.bytes ?? 0
    entries.delete(address)
  }

  return {
    get(address: string): Kept | undefined {
      const entry = entries.get(address)
      if (entry && entry.until <= Date.now()) drop(address)
      return entries.get(address)?.page
    },
    set(address: string, page: Kept): void {
      drop(address)
      const bytes = weightOf(page)
      if (bytes > maxPageBytes) return
      const now = Date.now()
      // All live equally long, so the oldest are also the first to expire.
      for (const [oldest, { until }] of entries) {
        if (total + bytes <= maxBytes && until > now) break
        drop(oldest)
      }
      entries.set(address, { page, bytes, until: now + lifetimeMs })
      total += bytes
    },
    delete: drop,
  }
}

function weightOf({ body, headers }: Page): number {
  let bytes = overheadBytes + body.byteLength
  for (const [name, value] of headers) bytes += name.length + value.length
  return bytes
}
