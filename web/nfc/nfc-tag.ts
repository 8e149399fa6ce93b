/** Writes a URL to an NFC tag, reads it back, and locks the tag. Chrome on Android has Web NFC. */

/** An NTAG213 has 137 bytes for records, of which the header takes 5. */
const maxBytes = 132

/** Whether the URL fits the smallest common tag. */
export function fitsTag(link: string): boolean {
  return new TextEncoder().encode(link).length <= maxBytes
}

export function canWriteTags(): boolean {
  return 'NDEFReader' in window
}

export type TagOutcome =
  | 'done'
  | 'refused'
  | 'unsupported'
  | 'failed'
  /** The tag holds something else. */
  | 'different'
  | 'canceled'

/** Writes the URL to the next tag in range. */
export async function writeTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  const message = { records: [{ recordType: 'url', data: link }] } as const
  return outcomeOf(() => new NDEFReader().write({ records: [...message.records] }, { signal }))
}

/** Reads the next tag and compares: it must contain exactly the URL. */
export function checkTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  return readTag(link, signal)
}

/** Locks the next tag for good, but only if it contains exactly the URL. */
export function lockTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  // While the tag that was read is still in range.
  const lock = (reader: NDEFReader) => outcomeOf(() => reader.makeReadOnly({ signal }))
  return readTag(link, signal, lock)
}

async function readTag(
  link: string,
  signal: AbortSignal,
  whenEqual: (reader: NDEFReader) => Promise<TagOutcome> = async () => 'done',
): Promise<TagOutcome> {
  const reader = new NDEFReader()
  const read = new Promise<TagOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve('canceled'))
    reader.addEventListener('readingerror', () => resolve('different'))
    reader.addEventListener('reading', (event) =>
      resolve(holds(event, link) ? whenEqual(reader) : 'different'),
    )
  })
  const started = await outcomeOf(() => reader.scan({ signal }))
  return started === 'done' ? read : started
}

function holds(event: Event, link: string): boolean {
  const records = 'message' in event && isMessage(event.message) ? event.message.records : []
  return records.some(
    ({ recordType, data }) => recordType === 'url' && new TextDecoder().decode(data) === link,
  )
}

function isMessage(value: unknown): value is NDEFReadingEvent['message'] {
  return typeof value === 'object' && value !== null && 'records' in value
}

// https://w3c.github.io/web-nfc/#the-write-method
async function outcomeOf(work: () => Promise<void>): Promise<TagOutcome> {
  try {
    await work()
    return 'done'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    return outcomes.get(name) ?? 'failed'
  }
}

const outcomes = new Map<string, TagOutcome>([
  ['AbortError', 'canceled'],
  ['NotAllowedError', 'refused'],
  ['NotSupportedError', 'unsupported'],
])
