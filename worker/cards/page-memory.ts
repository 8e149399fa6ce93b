/** Pages in the memory of an isolate. They are bounded by bytes: one page of a card full of links weighs as much as thirty others. */
import { boundedCache } from '../platform/bounded-cache.ts'
import type { Page } from './Document.tsx'

/** A larger page is read from the data center's cache instead. */
export const maxPageBytes = 200_000
/** An isolate has 128 MB for everything. */
export const maxBytes = 8_000_000

// The entry, its key and its objects, so that tiny pages are bounded, too.
const overheadBytes = 1000

/** Pages by address, each for `ttl` milliseconds after it was set. */
export function pageMemory(ttl: number) {
  return boundedCache<Page>({
    maxSize: maxBytes,
    maxEntrySize: maxPageBytes,
    sizeCalculation,
    ttl,
  })
}

function sizeCalculation({ body, headers }: Page): number {
  let bytes = overheadBytes + body.byteLength
  for (const [name, value] of headers) bytes += name.length + value.length
  return bytes
}
