import { afterEach, expect, test, vi } from 'vitest'
import { checkTag, fitsTag, writeTag } from './NfcTag.tsx'

const link = 'https://cards.example/view/ada#nfc'

/** Simulates Web NFC in Chrome on Android, with a tag that stores what was written, or fails. */
function makePhone(refusal?: string) {
  let held = ''
  class Reader extends EventTarget {
    async write({ records: [record] }: NdefMessage) {
      if (refusal) throw new DOMException('', refusal)
      held = record?.data ?? ''
    }
    async scan() {
      const data = new DataView(new TextEncoder().encode(held).buffer)
      const message = { records: [{ recordType: 'url', data }] }
      queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('reading'), { message })))
    }
  }
  vi.stubGlobal('NDEFReader', Reader)
}

afterEach(() => vi.unstubAllGlobals())

const { signal } = new AbortController()

test('a tag is written and read back', async () => {
  makePhone()
  expect(await writeTag(link, signal)).toBe('written')
  expect(await checkTag(link, signal)).toBe('written')
  expect(await checkTag('https://cards.example/view/kai#nfc', signal)).toBe('different')
})

test.each([
  ['NotAllowedError', 'refused'],
  ['NetworkError', 'unwritable'],
  ['NotSupportedError', 'unwritable'],
  ['AbortError', 'called off'],
])('%s is reported as %s', async (name, outcome) => {
  makePhone(name)
  expect(await writeTag(link, signal)).toBe(outcome)
})

test('a URL has at most 132 bytes', () => {
  expect(fitsTag('x'.repeat(132))).toBe(true)
  expect(fitsTag('ö'.repeat(67))).toBe(false)
})
