/** Detects the encoding of a text, or suggests one: files in the code pages of old programs do not state theirs. */

/** A label of the Encoding Standard, as `TextDecoder` accepts it. */
export type Encoding = string

const cyrillic = /[А-яЁёЄєІіЇїҐґЎў]/
const greek = /[Α-Ωα-ωάέήίόύώϊϋΐΰΆΈΉΊΌΎΏ]/
// Latin names may have an apostrophe, a dash or a no-break space.
const western = /[À-ÖØ-öø-ÿŒœŠšŽžŸ’–\u00a0]/
const central =
  /[ÁáÂâÄäĂăĄąÇçĆćČčĎďĐđÉéËëĘęĚěÍíÎîŁłĹĺĽľŃńŇňÓóÔôÖöŐőŔŕŘřŚśŠšŞşŤťŢţÚúÜüŮůŰűÝýŹźŻżŽžß’–\u00a0]/
const baltic = /[ÄäĀāĄąČčĒēĖėĘęĢģĪīĮįĶķĻļŁłŃńŅņÓóÕõÖöŚśŠšŪūŲųÜüŻżŽž’–\u00a0]/
const turkish = /[ÂâÇçĞğÎîİıÖöŞşÛûÜü’–\u00a0]/
const japanese = /[ぁ-んァ-ヶ一-龠々ー]/
const chinese = /[一-龥]/
const korean = /[가-힣]/

/** `usual` matches the letters of the languages. */
type Choice = { encoding: Encoding; languages: string[]; usual: RegExp }

/**
 * The encodings that programs write without a byte-order mark, with the languages that use them. Among equally likely
 * ones, the first is suggested.
 */
export const encodings: Choice[] = [
  { encoding: 'UTF-8', languages: [], usual: /[^\ufffd\u0080-\u009f]/ },
  { encoding: 'Windows-1252', languages: ['en', 'fr', 'de', 'es'], usual: western },
  { encoding: 'Windows-1250', languages: ['pl', 'cs', 'hu'], usual: central },
  { encoding: 'ISO-8859-2', languages: ['pl', 'cs', 'hu'], usual: central },
  { encoding: 'Windows-1251', languages: ['ru', 'uk', 'bg'], usual: cyrillic },
  { encoding: 'Shift_JIS', languages: ['ja'], usual: japanese },
  { encoding: 'GB18030', languages: ['zh-Hans'], usual: chinese },
  { encoding: 'Big5', languages: ['zh-Hant'], usual: chinese },
  { encoding: 'EUC-KR', languages: ['ko'], usual: korean },
  { encoding: 'EUC-JP', languages: ['ja'], usual: japanese },
  { encoding: 'KOI8-R', languages: ['ru'], usual: cyrillic },
  { encoding: 'IBM866', languages: ['ru'], usual: cyrillic },
  { encoding: 'Windows-1253', languages: ['el'], usual: greek },
  { encoding: 'Windows-1254', languages: ['tr'], usual: turkish },
  { encoding: 'Windows-1255', languages: ['he'], usual: /[א-ת]/ },
  { encoding: 'Windows-1256', languages: ['ar', 'fa'], usual: /\p{Script=Arabic}/u },
  { encoding: 'Windows-1257', languages: ['lt', 'lv', 'et'], usual: baltic },
  { encoding: 'Windows-874', languages: ['th'], usual: /\p{Script=Thai}/u },
  { encoding: 'Macintosh', languages: ['en', 'fr', 'de', 'es'], usual: western },
]

/**
 * Decodes a text in the chosen encoding, else in the one detected from the bytes. If neither is known, decodes in the
 * most likely encoding and returns it as `suggested`.
 */
export function decode(
  bytes: Uint8Array<ArrayBuffer>,
  chosen?: Encoding,
): { text: string; suggested?: Encoding } {
  const known = chosen ?? detectEncoding(bytes)
  const encoding = known ?? suggestEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  return known ? { text } : { text, suggested: encoding }
}

/** Returns the encoding if a byte-order mark or the form of the bytes identifies it. */
function detectEncoding(bytes: Uint8Array<ArrayBuffer>): Encoding | undefined {
  const utf16 = utf16Of(bytes)
  if (utf16) return utf16
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // The escape sequences of ISO-2022 are ASCII.
    if (/\u001b[$(]/.test(text)) return 'iso-2022-jp'
    return /[\u0080-\u009f]/.test(text) ? undefined : 'utf-8'
  } catch {
    return undefined
  }
}

/** Detects UTF-16 by its byte-order mark, or by the zero bytes of ASCII characters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const zeros = [0, 1].map((side) => start.filter((byte, at) => byte === 0 && at % 2 === side))
  const [even = 0, odd = 0] = zeros.map(({ length }) => length / start.length)
  if (start.length < 20 || Math.min(even, odd) > 0.05) return undefined
  if (odd > 0.25) return 'utf-16le'
  return even > 0.25 ? 'utf-16be' : undefined
}

const sampledBytes = 20_000

/** Returns the most likely encoding; among equally likely ones, one for the browser's languages. */
function suggestEncoding(bytes: Uint8Array<ArrayBuffer>): Encoding {
  const sample = foreignLines(bytes)
  const spoken = (globalThis.navigator?.languages ?? []).map((tag) =>
    new Intl.Locale(tag).maximize().toString(),
  )
  const rank = ({ languages }: Choice) =>
    spoken.some((tag) => languages.some((one) => tag.startsWith(`${one}-`))) ? 0 : 1
  const scored = encodings.map((choice) => ({
    encoding: choice.encoding,
    score: scoreOf(choice, new TextDecoder(choice.encoding).decode(sample)),
    rank: rank(choice),
  }))
  const [best] = scored.sort((one, other) => other.score - one.score || one.rank - other.rank)
  return best?.encoding ?? 'UTF-8'
}

/** Returns the first lines that have bytes beyond ASCII. */
function foreignLines(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const sample: number[] = []
  let start = 0
  while (start < bytes.length && sample.length < sampledBytes) {
    const end = bytes.subarray(start).findIndex((byte) => byte === 0x0a || byte === 0x0d)
    const line = bytes.subarray(start, end < 0 ? bytes.length : start + end + 1)
    if (line.some((byte) => byte > 0x7f)) sample.push(...line.subarray(0, sampledBytes))
    start += line.length
  }
  return Uint8Array.from(sample)
}

/** Rates the characters beyond ASCII, from 1 for a text in the encoding's languages to -2 for noise; UTF-8 gets 2 or -2. */
function scoreOf({ encoding, usual }: Choice, text: string): number {
  const words = text.match(/[^\u0000-@[-`{-\u007f]+/g) ?? []
  let [good, bad] = [0, 0]
  for (const word of words) {
    const foreign = [...word].filter((letter) => letter > '\u007f')
    const fits = encoding === 'UTF-8' || isWord(word, foreign.length, isLatin(usual))
    const letters = fits ? foreign.filter((letter) => usual.test(letter)).length : 0
    good += letters
    bad += foreign.length - letters
  }
  // Text in another encoding is hardly ever valid UTF-8, so a few errors are accepted.
  if (encoding === 'UTF-8') return good >= bad ? 2 : -2
  return (good - 2 * bad) / Math.max(1, good + bad)
}

function isLatin(usual: RegExp): boolean {
  return usual.test('ö')
}

/** Whether the letters form a plausible word: in Latin script most are ASCII, in other scripts none. */
function isWord(word: string, foreign: number, latin: boolean): boolean {
  if (/\p{Ll}\p{Lu}/u.test(word)) return false
  return latin ? foreign < 3 || foreign <= word.length / 2 : foreign === word.length
}
