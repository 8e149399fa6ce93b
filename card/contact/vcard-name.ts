/** Splits display names into the parts of the vCard property `N` (RFC 2426, 3.1.2), and vCard values into components. */
import type { NameParts } from '../../schema/cards/card-texts.ts'

type ContactName = {
  family: string
  given: string
  additional: string
  prefix: string
  suffix: string
}

/** Returns the owner's name parts if there are any, or else the split of the display name. */
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
 * Splits `Family, Given` at the comma. In other names titles come first, particles belong to the family name, and a single word is
 * the given name or, after a title, the family name. Pronouns, nicknames and roles belong to no part.
 */
export function splitName(name: string): ContactName {
  const { pieces, givenAt } = piecesOf(name)
  if (givenAt > 0) return splitByComma(pieces, givenAt)
  const { prefix, rest } = takePrefix(pieces[0] ?? [])
  const { suffix, rest: words } = takeSuffix(rest)
  const [only = '', ...others] = words
  return {
    ...(prefix && others.length === 0 && !isBeforeGivenName(prefix)
      ? { ...emptyName, family: only }
      : splitWords(words)),
    prefix,
    suffix: [suffix, ...pieces.slice(1).map((piece) => piece.join(' '))].filter(Boolean).join(', '),
  }
}

/** Returns the words of a name in the order of display, without titles, degrees, pronouns and roles. */
export function nameWords(name: string): string[] {
  const { pieces, givenAt } = piecesOf(name)
  const first = takePrefix(pieces[0] ?? []).rest
  if (givenAt === 0) return takeSuffix(first).rest
  return takeSuffix([...takeSuffix(first, 1).rest, ...takePrefix(pieces[givenAt] ?? []).rest]).rest
}

/** Returns the words between commas, and the index of the piece with the given name of `Family, Given`; 0 if there is none. */
function piecesOf(name: string): { pieces: string[][]; givenAt: number } {
  const [family = [], ...others] = withoutRemarks(name).split(/[,、]/).map(wordsOf)
  const pieces = [family, ...others.filter((words) => family.length < 2 || !isRole(words))]
  const givenAt = pieces.findIndex(
    (words, at) =>
      at > 0 &&
      words.length > 0 &&
      !words.every((word) => isSuffixOf(family, word)) &&
      !words.every((word) => isTitleOf(family, word)),
  )
  return { pieces, givenAt: Math.max(0, givenAt) }
}

/**
 * Returns the name without emoji, pronouns, nicknames, the name at birth, brackets at its end, and the role before or after a
 * bar. If nothing is left, returns all of it.
 */
function withoutRemarks(name: string): string {
  if (name.length > maxLength) return name
  const plain = [pronouns, brackets, nickname, nameAtBirth, eastAsianTitle].reduce(
    (text, remark) => text.replace(remark, ' ').trim(),
    withoutEmoji(name).replace(spacedDegree, '$1.$2.'),
  )
  const pieces = plain.split(bar).filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  const person = pieces.find((piece) => !isRole(wordsOf(piece))) ?? pieces[0]
  return person?.trim() || name
}

// The patterns take quadratic time, so longer names are not searched.
const maxLength = 300
const pronouns =
  /(?<![\s,·–—-])[\s,·–—-]*[([（]?(?<!\p{L})(?:she|he|they|ze|xe|any|it|sie|er|elle|il|iel|ella|él|ele|ela|hen|hun|hij|zij)(?:\s?\/\s?\p{L}{2,6}){1,3}(?!\p{L})[)\]）]?/giu
const brackets = /(?<!\s)(?:\s*(?:\([^()]+\)|\[[^[\]]+\]|（[^（）]+）)|\s+\(\))+\s*$/u
// Some brackets are part of a title, as in `Mag. (FH)`.
const nickname =
  /(?<=\S)\s(?:\((?!(?:FH|TU|Univ\.?)\))[^()]*\)|["“„«][^"“”„«»]*["”“»]|['‘][^'‘’]+['’])(?=\s)/gu
const nameAtBirth = /(?<=\S)\s(?:geb\.|geborene[rs]?|née?|nee|rozená|z domu)\s\S.*$/u
const eastAsianTitle = /(?<=\S)\s(?:様|さん|氏|先生|博士|教授|님|씨|女士|小姐)$/u
const spacedDegree = /(?<!\p{L})([BM]|Ph)\.\s(Sc|Eng|Ed|Arch|(?<=Ph\.\s)D)\.?(?!\p{L})/gu
// A hyphen with spaces can also join two family names.
const bar = /[|│｜•]|\s[·–—@/]\s|(?<=\p{Ll})\s-\s(?=\p{Lu}{2,}(?!\p{L})|\S+\s)/u

const emojiPattern = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\ufe0f)*'
const emojiSequences = new RegExp(
  `${emojiPattern}(?:\\u200d${emojiPattern})*|\\p{Regional_Indicator}{1,2}|[#*\\d]\\ufe0f?\\u20e3`,
  'gu',
)

/** Returns the text without emoji and the spaces around them. Signs such as ® stay. */
export function withoutEmoji(text: string): string {
  const plain = text.replace(emojiSequences, (found) => (/^[©®™]$/.test(found) ? found : ''))
  return plain === text ? text : plain.replace(/\s+/g, ' ').trim()
}

/** Whether the words are a role, such as `Head of Sales`. */
function isRole(words: string[]): boolean {
  const [first = ''] = words
  return roles.has(bare(first)) || words.slice(1).some((word) => /^(?:of|at|für|bei)$/.test(word))
}

function splitByComma(pieces: string[][], givenAt: number): ContactName {
  const titled = takePrefix(pieces[0] ?? [])
  const family = { ...titled, ...takeSuffix(titled.rest, 1) }
  const { prefix, rest } = takePrefix(pieces[givenAt] ?? [])
  const others = pieces.filter((piece, at) => at > 0 && at !== givenAt && piece.length > 0)
  const [given = '', ...additional] = rest
  return {
    family: family.rest.join(' '),
    given,
    additional: additional.join(' '),
    prefix: [family.prefix, prefix].filter(Boolean).join(' '),
    suffix: [family.suffix, ...others.map((piece) => piece.join(' '))].filter(Boolean).join(', '),
  }
}

function splitWords(words: string[]): ContactName {
  const [first = '', ...others] = words
  if (others.length === 0) return { ...emptyName, given: first }
  // Names in these scripts start with the family name.
  if (words.every((word) => eastAsian.test(word)))
    return { ...emptyName, family: first, given: others.join(' ') }
  const familyAt = familyStart(others)
  return {
    ...emptyName,
    given: first,
    additional: others.slice(0, familyAt).join(' '),
    family: others.slice(familyAt).join(' '),
  }
}

/** Returns where the family name begins: at a particle, at the first of two names joined by `y`, or at the last word. */
function familyStart(words: string[]): number {
  const last = words.length - 1
  const particle = words.findIndex((word, at) => at < last && isParticle(word))
  const joined = words.findIndex((word, at) => at > 0 && at < last && /^[yei]$/.test(word)) - 1
  const starts = [particle, joined].filter((at) => at >= 0)
  return Math.min(last, ...starts)
}

const eastAsian = /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}]+$/u

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[.®™]/g, '')
}

function takePrefix(words: string[]) {
  const from = words.findIndex((word, at) => !isPrefix(word) && !(at > 0 && isField(word)))
  // In `Don Draper`, Don is a name, not a title.
  const isName = from === 1 && words.length === 2 && givenNames.has(words[0]?.toLowerCase() ?? '')
  const count = isName ? 0 : from
  return count > 0
    ? { prefix: words.slice(0, count).join(' '), rest: words.slice(count) }
    : { prefix: '', rest: words }
}

/** Whether a single word after these titles is a given name, as in `Sir Elton`. */
function isBeforeGivenName(titles: string): boolean {
  return wordsOf(titles).some((word) => beforeGivenName.has(bare(word)))
}

/** Whether the word is a title, with or without its field (`Dr.-Ing.`), or a degree (`M.Sc.`). */
function isPrefix(word: string): boolean {
  if (/\p{L}{2}\./u.test(word) && degrees.has(bare(word))) return true
  const [title = '', ...others] = word.toLowerCase().split(/[.-]/).filter(Boolean)
  return prefixes.has(title) && others.every((other) => prefixes.has(other) || fields.has(other))
}

/**
 * Whether the word is the field of the title before it, as in `Dr. rer. nat.`. With a capital it is a name, as in `Dr.
 * Nat`.
 */
function isField(word: string): boolean {
  if (/^\((?:FH|TU|Univ\.?)\)$/.test(word)) return true
  return (
    /^\p{Ll}/u.test(word) && word.split(/[.-]/).every((part) => part === '' || fields.has(part))
  )
}

// At least two words remain, given and family name: in `Jack Ma`, Ma is not a degree.
function takeSuffix(words: string[], least = 2) {
  const from = words.findLastIndex((word) => !isSuffix(word)) + 1
  const at = Math.max(from, Math.min(least, words.length))
  return { suffix: words.slice(at).join(' '), rest: words.slice(0, at) }
}

// Nor is Ma a degree in `Yo Yo Ma`: degrees are not written with one capital and one small letter.
function isSuffix(word: string): boolean {
  const text = bare(word)
  return generations.has(text) || (degrees.has(text) && !/^\p{Lu}\p{Ll}$/u.test(word))
}

/**
 * Whether the word after a comma is a suffix of the name: also an unknown degree, if the name is complete and not in
 * capitals.
 */
function isSuffixOf(name: string[], word: string): boolean {
  const isWhole = name.length > 1 && /\p{Ll}/u.test(name.join(''))
  return isSuffix(word) || (isWhole && /^\p{Lu}[\p{Lu}.-]{1,7}[®™]?$/u.test(word))
}

/** Whether the word after a comma is a title, as in `Ada King, Dr.`; in `Draper, Don` it is a given name. */
function isTitleOf(name: string[], word: string): boolean {
  return isPrefix(word) && (word.endsWith('.') || (name.length > 1 && !givenNames.has(bare(word))))
}

function isParticle(word: string): boolean {
  return particles.has(bare(word))
}

function setOf(words: string): Set<string> {
  return new Set(words.split(' '))
}

const prefixes = setOf(
  'mr mrs ms miss mx dr drs dra prof profa professor sir dame lady lord rev reverend hon herr frau dipl ing mag univ priv doz pd mme mlle don doña dott dottssa dottoressa avv arch sig sigra sr sra srta dña lic judr mudr phdr rndr mvdr mgr ir dhr mw mevr fr pater capt captain col colonel lt sgt maj rabbi imam sheikh shri smt engr hr fru lek geom rag',
)
const fields = setOf(
  'med dent vet rer nat phil jur iur oec pol soc ing hc h c mult habil theol paed pharm techn sc hum math agr ssa inf kfm hab inż',
)
const givenNames = setOf('don mag ing sheikh rabbi lek')
const beforeGivenName = setOf('sir dame lady lord don doña dña pater fr rabbi imam sheikh shri smt')
const roles = setOf(
  'ceo cto cfo coo cmo cio cso cpo vp svp evp founder co-founder cofounder president chairman chairwoman director manager managing head partner owner principal engineer developer designer consultant inhaber inhaberin geschäftsführer geschäftsführerin leiter leiterin berater beraterin gründer gründerin vertrieb directeur directrice gérant gérante fondateur fondatrice directora gerente fundador fundadora',
)
const generations = setOf('jr sr jun sen snr jnr ii iii iv 2nd 3rd esquire júnior filho neto')
const degrees = setOf(
  'phd dphil md dds dmd dvm jd esq mba dba emba cpa cfa cfp cia cma aca acca fca fcca llm llb lld msc bsc dsc msn bsn mph mpa mpp msw mfa bfa bba beng meng ceng ma ba bcom mcom med bed edd psyd pharmd rn np rph pe pmp cissp cisa cism phr sphr aicp leed aia riba mrics frics frcs frcp mrcp frs frse freng fba frsa obe mbe cbe kbe dbe kc qc mp mep msp jp om ch gbe kcb cb kcmg cmg kcvo cvo lvo mvo csc drsc csm usaf usn usmc',
)
const particles = setOf(
  "van von vom zu zum zur de del della delle degli dello dalla der den des di da do dos das du la le ter ten 't op af av bin bint ibn al el abu ó ní uí nic mac mc st ste",
)

/** Splits the value of a vCard property at its semicolons, and unescapes the components (RFC 6350, 3.4). */
export function components(value: string): string[] {
  const parts = ['']
  for (const [piece] of value.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === ';') parts.push('')
    else parts.push((parts.pop() ?? '') + (/^\\n$/i.test(piece) ? '\n' : piece.replace(/^\\/, '')))
  }
  return parts
}
