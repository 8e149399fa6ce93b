/** An NTAG213 holds 137 bytes of records; the address takes all but its header. */
const mostBytes = 132

export type TagOutcome = 'written' | 'refused' | 'unwritable' | 'different' | 'called off'

/** Whether the address fits the smallest tag that is sold. */
export function fitsTag(link: string): boolean {
  return new TextEncoder().encode(link).length <= mostBytes
}

/** Writes the address to the tag that is held to the phone. */
export async function writeTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  try {
    await new NDEFReader().write({ records: [{ recordType: 'url', data: link }] }, { signal })
    return 'written'
  } catch (error) {
    return outcomeOf(error)
  }
}

/** Reads the next tag and compares: what is on it must be the address, whole. */
export async function checkTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  const reader = new NDEFReader()
  const read = new Promise<TagOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve('called off'))
    reader.addEventListener('readingerror', () => resolve('different'))
    reader.addEventListener('reading', (event) =>
      resolve(holds(event, link) ? 'written' : 'different'),
    )
  })
  try {
    await reader.scan({ signal })
    return await read
  } catch (error) {
    return outcomeOf(error)
  }
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
function outcomeOf(error: unknown): TagOutcome {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return 'called off'
  return name === 'NotAllowedError' ? 'refused' : 'unwritable'
}
