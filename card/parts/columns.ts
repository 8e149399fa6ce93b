/**
 * Divides the sections of a card into two columns for wide screens, as equal in height as possible. The order of the sections is
 * the same as on a phone.
 */
import type { PublicCard } from '../../schema/cards/card.ts'
import { aboutText } from '../links.ts'
import { english } from '../words/en.ts'
import { contactRows } from './Contact.tsx'
import { isFolded } from './Sections.tsx'

// Estimated heights in pixels.
const identity = 370
const contactRow = 72
const heading = 46
const line = 24
const control = 62
const gap = 28
// A right column shorter than this is not worth the space: all sections then go into one column.
const lowest = 150

/** Returns how many of the six sections of `CardArticle` are in the left column, below the contact details. */
export function leftSections(card: PublicCard): number {
  const heights = sectionHeights(card)
  const rows = contactRows({ card, variant: 'full', words: english }).length
  const start = identity + (card.formConfig.fields.length && control) + contactRow * rows
  const columns = heights.map((_, at) => ({
    left: start + stackedHeight(heights.slice(0, at)),
    right: stackedHeight(heights.slice(at)),
  }))
  const lengths = columns.map(({ left, right }) => Math.max(left, right))
  const best = lengths.indexOf(Math.min(...lengths))
  return (columns[best]?.right ?? 0) < lowest ? heights.length : best
}

/** Returns the height of the sections below one another, with a gap after each. */
function stackedHeight(heights: number[]): number {
  return heights.reduce((total, height) => total + (height && height + gap), 0)
}

/** Returns the height of each section, in the order of `CardArticle`; 0 for a section that the card does not have. */
function sectionHeights(card: PublicCard): number[] {
  const networks = Object.keys(card.socialLinks).length
  const images = card.gallery.length
  return [
    aboutHeight(aboutText(card)),
    control * card.customButtons.length,
    networks && heading + control * Math.ceil(networks / 6),
    images && heading + 166 * Math.ceil(images / 2),
    card.videoUrl ? heading + 270 : 0,
    card.address ? heading + control : 0,
  ]
}

// About 52 characters fit into a line of either column.
function aboutHeight(text: string | undefined): number {
  if (!text) return 0
  if (isFolded(text)) return heading + line * 5 + control
  const lines = text.split('\n').map((each) => Math.max(1, Math.ceil(each.length / 52)))
  return heading + line * lines.reduce((total, count) => total + count, 0)
}
