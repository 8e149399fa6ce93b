/** The words of copy emails, which visitors get if they asked for a copy of what they sent. Only the worker uses them. */
import type { PublicCard } from '../schema/cards/card.ts'
import { receipt as english, fill, type ReceiptWords } from './words/en.ts'

const files = import.meta.glob<ReceiptWords>('./words/??.ts', { eager: true, import: 'receipt' })

/** Returns the words in the language of the page; English if there are none. */
export function receiptWords({ language }: { language: string }): ReceiptWords {
  return files[`./words/${language.split('-')[0]}.ts`] ?? english
}

/** Returns what the emails call the card. */
export function receiptName({ name, company, slug }: PublicCard): string {
  return name ?? company ?? slug
}

/** Returns the label of the checkbox that asks for a copy. */
export function copyLabel(card: PublicCard, words: { language: string }): string {
  return fill(receiptWords(words).emailCopy, { name: receiptName(card) })
}
