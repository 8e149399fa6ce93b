/** Sentences of the schema with a ratio, such as a contrast of 3.5:1. */
import { locale } from '../messages/language.ts'
import { translated } from '../messages/t.ts'

/** Translates the sentence; its ratio gets the decimal sign of the language. */
export function translatedWithRatio(sentence: string | undefined): string | undefined {
  return translated(sentence && withLocalRatio(sentence, locale))
}

/** Only the first ratio is a value; the others are part of the translations. */
export function withLocalRatio(sentence: string, of: string): string {
  return sentence.replace(/\b\d\d?\.\d(?=:1\b)/, (ratio) => Number(ratio).toLocaleString(of))
}
