/** Bodies that take the most work within the limits: archives, leads and pictures. */
import { deflateRawSync, constants as zlib } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { maxEntries } from '../schema/card-archive.ts'
import { answerMaxLength } from '../schema/form.ts'
import { maxLeads } from '../schema/lead.ts'
import { maxSharePoints } from '../schema/share-point.ts'
import { uploadMaxBytes } from '../schema/upload.ts'
import { makeArchive } from '../worker/testing/card-archive.ts'
import { pngChunk } from '../worker/testing/images.ts'

const at = new Date(Date.now() - 60_000).toISOString()

/** A ZIP with as many contacts and share points as a card has at most, and with a merge of every other contact if wanted. */
export function largeArchive({ withMerges }: { withMerges: boolean }): Uint8Array<ArrayBuffer> {
  const owned = { status: 'new', note: null, followUpOn: null, tags: [], fields: {}, rating: null }
  const entries = Array.from({ length: maxEntries }, (_, nth) => ({
    ...{ clientId: `c${nth}`, timestamp: at, formData: { email: `c${nth}@import.example` } },
    ...{ consentHash: null, source: 'link', place: null, device: null, ...owned, revision: 0 },
    ...{ revisedAt: null, withdrawnAt: null, capturedAt: null },
  }))
  const merges = Array.from({ length: maxEntries / 2 }, (_, nth) => ({
    ...{ entry: `c${2 * nth}`, mergedAt: at, groups: [[`c${2 * nth + 1}`]] },
    ...{ own: owned, set: owned, answers: {} },
  }))
  const texts = { 'contacts.json': entries, 'merges.json': { entries: [], merges } }
  const files = Object.entries(texts)
    .filter(([name]) => withMerges || name === 'contacts.json')
    .map(([name, content]) => [name, strToU8(JSON.stringify(content))] as const)
  const card = makeArchive({}, { sharePoints: manyPoints() })
  return new Uint8Array(zipSync({ ...card, ...Object.fromEntries(files) }))
}

function manyPoints() {
  const letters = (number: number) => [...`${number}`].map((digit) => 'ABCDEFGHJK'[Number(digit)])
  return Array.from({ length: maxSharePoints }, (_, nth) => ({
    ...{ label: 'Booth', kind: 'booth', activeFrom: null, activeTo: null, note: null },
    ...{ metNote: false, showsHidden: false, style: null, archivedAt: at, createdAt: at },
    code: letters(100_000 + nth).join(''),
  }))
}

/** A batch of new leads, each with the longest answers. */
export function longLeads(): object[] {
  const long = 'x'.repeat(answerMaxLength)
  const question = (nth: number) => ({ question: `${nth}`.padEnd(120, '?'), answer: long })
  return Array.from({ length: maxLeads }, (_, nth) => ({
    ...{ clientId: crypto.randomUUID(), capturedAt: at, rating: 'hot', note: long },
    answers: {
      ...{ name: long, title: long, company: long, email: `lead${nth}@import.example` },
      ...{ phone: `+4930${nth}12345`, mobile: long, website: long, address: long, code: long },
    },
    questions: [1, 2, 3, 4, 5].map(question),
    consent: long.slice(0, 500),
  }))
}

// Pictures whose last rows are missing: they are read to the end, but not stored.

/** A PNG of 40 megapixels with 16 bits in four channels: 320 MB, one row repeated. */
export function cutPng(): Uint8Array<ArrayBuffer> {
  const [width, height] = [8000, 5000]
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 16, 6, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const row = deflateRawSync(Buffer.alloc(1 + 8 * width), { finishFlush: zlib.Z_FULL_FLUSH })
  const rows = Array.from({ length: height - 1 }, () => row)
  const data = Buffer.concat([Buffer.from('7801', 'hex'), ...rows, Buffer.from('0300', 'hex')])
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', data)]
  return new Uint8Array(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]))
}

/** A gray JPEG of 5 MB in which each bit is a code or a value. */
export function cutJpeg(): Uint8Array<ArrayBuffer> {
  const tables = [huffmanTable(0x00, 0x00), huffmanTable(0x10, 0x01)]
  const head = Buffer.concat([frame(0xc0, 4800, 4500), ...tables, scan(0, 63, 0)])
  return new Uint8Array(Buffer.concat([head, Buffer.alloc(uploadMaxBytes - head.length)]))
}

/** A progressive JPEG of 40 megapixels in 400 bytes: a few bits of each scan say that no coefficient changes. */
export function cutProgressiveJpeg(): Uint8Array<ArrayBuffer> {
  const head = [frame(0xc2, 8000, 5000), huffmanTable(0x10, 0xe0)]
  const scans = Array.from({ length: 3 }, () => [scan(1, 63, 0x10), Buffer.alloc(80)])
  return new Uint8Array(Buffer.concat([...head, ...scans.flat()]))
}

/** The start of a gray image, with the JFIF header by which its type is known. */
function frame(marker: number, width: number, height: number): Buffer {
  const header = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
  const bytes = Buffer.from([0xff, marker, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  bytes.writeUInt16BE(height, 5)
  bytes.writeUInt16BE(width, 7)
  return Buffer.concat([header, bytes])
}

/** A table with one symbol, whose code is one bit. */
function huffmanTable(kind: number, symbol: number): Buffer {
  return Buffer.from([0xff, 0xc4, 0, 20, kind, 1, ...Array.from({ length: 15 }, () => 0), symbol])
}

function scan(from: number, to: number, bits: number): Buffer {
  return Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, from, to, bits])
}
