/** The ways in which an address or a word could have been kept, to look for all of them. Only tests import this. */
import { createHash } from 'node:crypto'
import type { Piece } from './dump.ts'

const hashes = ['md5', 'sha1', 'sha256', 'sha512']
const codings = ['hex', 'base64', 'base64url'] as const

/** Where the word stands, as it is or in any of its forms, as `form in place`. */
export function tracesOf(word: string, pieces: Piece[]): string[] {
  return formsOf(word).flatMap(([form, needle]) =>
    pieces
      .filter(({ text }) => text.toLowerCase().includes(needle.toLowerCase()))
      .map(({ where }) => `${form} in ${where}`),
  )
}

/** The same for an IP address: also its bytes, its number, and IPv6 in other spellings. */
export function tracesOfAddress(address: string, pieces: Piece[]): string[] {
  const bytes = Buffer.from(bytesOf(address))
  const spellings = new Set([address, ...(bytes.length === 4 ? four(bytes) : six(bytes))])
  const raw: Piece[] = pieces.map(({ where, text }) => ({ where, text }))
  return [
    ...[...spellings].flatMap((spelling) => tracesOf(spelling, raw)),
    ...codings.flatMap((coding) => tracesAs(`bytes in ${coding}`, bytes.toString(coding), raw)),
    ...tracesAs('bytes', bytes.toString('latin1'), raw),
  ]
}

/** Plain, in what JSON and addresses make of it, encoded, backwards, and under every hash without a key. */
function formsOf(word: string): [string, string][] {
  const hashed = hashes.flatMap((name) =>
    codings.map((coding): [string, string] => {
      const text = createHash(name).update(word).digest(coding)
      return [`${name} in ${coding}`, text.replace(/=+$/, '')]
    }),
  )
  const encoded = codings.map((coding): [string, string] => [
    coding,
    // The last letters depend on what follows.
    Buffer.from(word).toString(coding).replace(/=+$/, '').slice(0, -1),
  ])
  const plain: [string, string][] = [
    ['plain', word],
    ['as JSON', JSON.stringify(word).slice(1, -1)],
    ['in an address', encodeURIComponent(word)],
    ['backwards', [...word].toReversed().join('')],
  ]
  return [...plain, ...encoded, ...hashed]
}

function tracesAs(form: string, needle: string, pieces: Piece[]): string[] {
  const found = pieces.filter(({ text }) => text.includes(needle.replace(/=+$/, '')))
  return found.map(({ where }) => `${form} in ${where}`)
}

function four(bytes: Buffer): string[] {
  const padded = [...bytes].map((byte) => String(byte).padStart(3, '0')).join('.')
  return [`::ffff:${[...bytes].join('.')}`, padded, String(bytes.readUInt32BE())]
}

function six(bytes: Buffer): string[] {
  const groups = [...Array(8).keys()].map((at) => bytes.readUInt16BE(2 * at).toString(16))
  const whole = groups.map((group) => group.padStart(4, '0'))
  // Half of it names a household.
  return [
    groups.join(':'),
    whole.join(':'),
    groups.slice(0, 4).join(':'),
    whole.slice(0, 4).join(':'),
  ]
}

function bytesOf(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number)
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const zeros = Array(8 - (left?.length ?? 0) - (right?.length ?? 0)).fill('0')
  return [...(left ?? []), ...zeros, ...(right ?? [])].flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
}
