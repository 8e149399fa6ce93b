/** Random URL paths around the page of a card. Only tests import this. */
import fc from 'fast-check'
import { origin } from './app.ts'

const evil = 'https://evil.example'

// `SLUG` is replaced by the card's slug, `UPPER` by the slug in upper case.
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constant('SLUG') },
  fc.constantFrom(
    ...['last', '..', '.', 'view', 'images', 'thanks', evil, 'UPPER', 'a'.repeat(3000), ''],
    ...[
      '\0',
      '\u212a',
      '\uff0e\uff0e',
      '\u202e',
      '%',
      '?',
      '#',
      'last-copies',
      'public-card.internal',
    ],
    `${'0'.repeat(64)}-20.png`,
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const separator = fc.constantFrom('/', '/', '/', '//', '\\', ';', '?', '#', '/../', '')
const written = fc
  .array(fc.tuple(piece, separator), { minLength: 1, maxLength: 4 })
  .map((pairs) => pairs.flat().slice(0, -1).join(''))
// Percent-encodes only what must be, or every character (in upper or lower case); applied repeatedly.
const encodings = ['some', 'all', 'small'] as const
const encoding = fc.array(fc.constantFrom(...encodings), { maxLength: 3 })
const route = fc.constantFrom('/view/', '/view/', '/view/', '/view/', '/api/card/', '/images/', '/')
/** Random URL paths. */
export const address = fc.record({ route, written, encoding })
type Address = { route: string; written: string; encoding: (typeof encodings)[number][] }

/** Paths that have caused errors, or are likely to. */
export const knownPaths: [string, Address['encoding']][] = [
  ['SLUG/last', ['some']],
  ['SLUG/last/last', ['some']],
  [`../../${encodeURIComponent(evil)}/view/SLUG`, ['some']],
  [`../../${evil}/view/SLUG`, ['some', 'some']],
  ['../images/SLUG', ['some']],
  [`../images/${'0'.repeat(64)}-20.png`, ['some']],
  ['SLUG?last', ['some']],
  ['SLUG', ['all']],
  ['UPPER', []],
  ['SLUG/', []],
]

/** The path of an address, for the card of that slug. */
export function pathOf({ route, written, encoding }: Address, slug: string): string {
  const plain = written.replaceAll('SLUG', slug).replaceAll('UPPER', slug.toUpperCase())
  return route + encoding.reduce(encodeAs, encoding.length > 0 ? plain : escapeInvalid(plain))
}

function encodeAs(text: string, how: (typeof encodings)[number]): string {
  const well = text.toWellFormed()
  if (how === 'some') return encodeURIComponent(well)
  const all = Buffer.from(well).toString('hex').replace(/../g, '%$&')
  return how === 'all' ? all.toUpperCase() : all
}

// Percent-encodes characters that no client sends unencoded.
function escapeInvalid(text: string): string {
  return text.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent)
}

/**
 * The path as clients normalize it; paths of the API are decoded and in lower case, because it accepts any spelling.
 */
export function canonicalPath(path: string): string {
  const { pathname } = new URL(origin + path)
  return pathname.startsWith('/api/card/') ? safeDecode(pathname).toLowerCase() : pathname
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
