/** Makes the baseline's template out of our own page: the same markup, every word of the card an escaped EJS value. */
import type { PublicCard } from '../../schema/card.ts'

/** The template and the words it is rendered with; loops are unrolled, which favours the baseline. */
export function templateOf(html: string, card: PublicCard): { template: string; words: string[] } {
  const words = wordsOf(card)
  const places = words.map((word, index) => ({
    escaped: escapeHtml(word),
    tag: `<%= v[${index}] %>`,
  }))
  const pattern = new RegExp(
    places.map(({ escaped }) => escaped.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
    'g',
  )
  const tags = new Map(places.map(({ escaped, tag }) => [escaped, tag]))
  return { template: html.replace(pattern, (found) => tags.get(found) ?? found), words }
}

// Longest first, so that a name inside a sentence does not cut it.
function wordsOf(card: PublicCard): string[] {
  const { name, title, company, phone, email, address, about, coverPhoto, logoUrl, videoUrl } = card
  const all = [
    name,
    title,
    company,
    phone,
    email,
    address,
    about,
    coverPhoto,
    logoUrl,
    videoUrl,
    card.customizations.website,
  ]
    .concat(
      card.customButtons.flatMap(({ text, url }) => [text, url]),
      Object.values(card.socialLinks),
    )
    .concat(card.gallery.flatMap(({ url, alt }) => [url, alt]))
  return [...new Set(all.flatMap((word) => (word && word.length > 3 ? [word] : [])))].sort(
    (a, b) => b.length - a.length,
  )
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
}
