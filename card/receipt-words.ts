/** The words of emails with a copy of what a visitor sent, in the languages of the public page. Only the worker uses them. */
import type { PublicCard } from '../schema/cards/card.ts'
import { words as english, type ReceiptWords } from './receipt-words/en.ts'
import { fill } from './words/fill.ts'

const files = import.meta.glob<ReceiptWords>('./receipt-words/??.ts', {
  eager: true,
  import: 'words',
})

/** The words in the language of the page's. */
export function receiptWords({ language }: { language: string }): ReceiptWords {
  return files[`./receipt-words/${language.split('-')[0]}.ts`] ?? english
}

/** How the emails name the card. */
export function receiptName({ name, company, slug }: PublicCard): string {
  return name ?? company ?? slug
}

/** The label of the checkbox for the copy. */
export function copyLabel(card: PublicCard, words: { language: string }): string {
  return fill(receiptWords(words).emailCopy, { name: receiptName(card) })
}
