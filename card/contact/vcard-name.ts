/** Components of vCard values: those of the `N` property from a display name (RFC 2426 3.1.2), and of any value. */
import type { NameParts } from '../../schema/card-texts.ts'

type ContactName = {
  family: string
  given: string
  additional: string
  prefix: string
  suffix: string
}

/** Returns the owner's name parts, or else a best-effort split of the display name. */
export function contactName(name: string, parts?: NameParts | null): ContactName {
  const known = {
    family: parts?.family ?? '',
    given: parts?.given ?? '',
    additional: parts?.additional ?? '',
    prefix: parts?.prefix ?? '',
    suffix: parts?.suffix ?? '',
  }
  return Object.values(known).some(Boolean) ? known : splitName(name)
}

const emptyName: ContactName = { family: '', given: '', additional: '', prefix: '', suffix: '' }

/**
 * Splits `Family, Given` at the comma; otherwise titles come first, particles belong to the family
 * name and a single word is the given name.
 */
export function splitName(name: string): ContactName {
  const pieces = name.split(/[,、]/).map(wordsOf)
  const afterComma = pieces
    .slice(1)
    .findIndex((words) => words.length > 0 && !words.every(isSuffix))
  if (afterComma >= 0) return splitByComma(pieces, afterComma + 1)
  const { prefix, rest } = takePrefix(pieces[0] ?? [])
  const { suffix, rest: words } = takeSuffix(rest)
  return {
    ...splitWords(words),
    prefix,
    suffix: [suffix, ...pieces.slice(1).map((piece) => piece.join(' '))].filter(Boolean).join(', '),
  }
}

function splitByComma(pieces: string[][], givenAt: number): ContactName {
  const { prefix, rest } = takePrefix(pieces[givenAt] ?? [])
  const others = pieces.filter((piece, at) => at > 0 && at !== givenAt && piece.length > 0)
  const [given = '', ...additional] = rest
  return {
    family: (pieces[0] ?? []).join(' '),
    given,
    additional: additional.join(' '),
    prefix,
    suffix: others.map((piece) => piece.join(' ')).join(', '),
  }
}

function splitWords(words: string[]): ContactName {
  const [first = '', ...others] = words
  if (others.length === 0) return { ...emptyName, given: first }
  // Names in these scripts start with the family name.
  if (words.every((word) => eastAsian.test(word)))
    return { ...emptyName, family: first, given: others.join(' ') }
  const particle = others.findIndex((word, at) => at < others.length - 1 && isParticle(word))
  const familyAt = particle < 0 ? others.length - 1 : particle
  return {
    ...emptyName,
    given: first,
    additional: others.slice(0, familyAt).join(' '),
    family: others.slice(familyAt).join(' '),
  }
}

const eastAsian = /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}]+$/u

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll('.', '')
}

function takePrefix(words: string[]) {
  const count = words.findIndex((word) => !prefixes.has(bare(word)))
  return count > 0
    ? { prefix: words.slice(0, count).join(' '), rest: words.slice(count) }
    : { prefix: '', rest: words }
}

// Two words stay given and family name: in `Jack Ma`, `Ma` is no degree.
function takeSuffix(words: string[]) {
  const from = words.findLastIndex((word) => !isSuffix(word)) + 1
  const at = Math.max(from, Math.min(2, words.length))
  return { suffix: words.slice(at).join(' '), rest: words.slice(0, at) }
}

function isSuffix(word: string): boolean {
  return suffixes.has(bare(word))
}

function isParticle(word: string): boolean {
  return particles.has(word.toLowerCase())
}

const prefixes = new Set(
  'mr mrs ms miss mx dr prof professor sir dame lady lord rev hon herr frau dipl-ing ing mag mme mlle don doña'.split(
    ' ',
  ),
)
const suffixes = new Set(
  'jr sr jun sen ii iii iv phd dphil md dds jd esq mba cpa cfa llm llb msc bsc meng beng ma ba rn pe pmp cissp obe mbe cbe'.split(
    ' ',
  ),
)
const particles = new Set(
  'van von vom zu zum zur de del della der den des di da do dos das du la le ter af av bin bint ibn al el abu'.split(
    ' ',
  ),
)

/** Splits the value of a vCard property at its semicolons, and unescapes the components (RFC 6350 3.4). */
export function components(value: string): string[] {
  const parts = ['']
  for (const [piece] of value.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === ';') parts.push('')
    else parts.push((parts.pop() ?? '') + (/^\\n$/i.test(piece) ? '\n' : piece.replace(/^\\/, '')))
  }
  return parts
}
