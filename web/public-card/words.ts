/** The words of the page, in its language: the worker adds those that the card needs. */
import type { Words } from '../../card/words/en.ts'

export const words: Partial<Words> = JSON.parse(document.body.dataset.words ?? '{}')
