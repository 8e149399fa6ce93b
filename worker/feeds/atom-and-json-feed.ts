/** New contacts as Atom (RFC 4287) and as JSON Feed 1.1, for news readers and automation. */
import { sanitizeText } from '../../card/contact/vcard-lines.ts'
import { answerLabels } from '../../schema/inbox/form.ts'
import { type Submission, sourceName, submitterName } from '../../schema/inbox/inbox.ts'
import type { EmailWords } from '../platform/email-words/en.ts'

const maxListed = 100
/** The most characters in all listed answers together; one contact can have 250,000. */
const maxCharacters = 4_000_000

type NewsFeed = {
  id: string
  /** In milliseconds. */
  createdAt: number
  origin: string
  /** The name of the product. */
  product: string
  words: Pick<EmailWords, 'fields' | 'somebody' | 'emptyFeed'>
  cardNames: Map<number, string>
}

/** The file with the newest entries of all cards, newest first. */
export async function contactNews(
  file: 'contacts.atom' | 'contacts.json',
  feed: NewsFeed,
  pages: AsyncIterable<Submission[]>,
): Promise<{ type: string; text: string }> {
  const entries = await newestEntries(pages)
  return file === 'contacts.atom'
    ? { type: 'application/atom+xml', text: atomFeed(feed, entries) }
    : { type: 'application/feed+json', text: jsonFeed(feed, entries) }
}

// Holds at most one page in addition to the newest entries.
async function newestEntries(pages: AsyncIterable<Submission[]>): Promise<Submission[]> {
  let newest: Submission[] = []
  for await (const entries of pages) {
    const sorted = [...newest, ...entries].sort((a, b) =>
      a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : b.id - a.id,
    )
    let characters = 0
    newest = sorted.slice(0, maxListed).filter(({ formData }) => {
      characters += JSON.stringify(formData).length
      return characters <= maxCharacters
    })
  }
  return newest
}

type Item = {
  id: string
  url: string
  title: string
  name: string
  email: string | undefined
  text: string
  published: string
  updated: string
}

function atomFeed(feed: NewsFeed, entries: Submission[]): string {
  const contacts = entries.map((entry) => itemOf(feed, entry))
  const items = contacts.length > 0 ? contacts : [emptyItem(feed)]
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${xml(tagUri(feed, `feed/${feed.id}`))}</id>`,
    `<title>${xml(feedTitle(feed))}</title>`,
    `<updated>${latest(items)}</updated>`,
    `<link rel="alternate" type="text/html" href="${xml(`${feed.origin}/dashboard`)}"/>`,
    ...items.map(atomEntry),
    '</feed>\n',
  ].join('\n')
}

function atomEntry({ id, url, title, name, email, text, published, updated }: Item): string {
  const address = email ? `<email>${xml(email)}</email>` : ''
  return [
    '<entry>',
    `<id>${xml(id)}</id>`,
    `<title>${xml(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    `<author><name>${xml(name)}</name>${address}</author>`,
    `<published>${published}</published>`,
    `<updated>${updated}</updated>`,
    `<content type="text">${xml(text)}</content>`,
    '</entry>',
  ].join('\n')
}

function jsonFeed(feed: NewsFeed, entries: Submission[]): string {
  const items = entries
    .map((entry) => itemOf(feed, entry))
    .map(({ id, url, title, name, text, published, updated }) => ({
      ...{ id, url, title, content_text: text, date_published: published },
      date_modified: updated,
      authors: [{ name }],
    }))
  const home_page_url = `${feed.origin}/dashboard`
  const version = 'https://jsonfeed.org/version/1.1'
  return JSON.stringify({ version, title: feedTitle(feed), home_page_url, items })
}

function feedTitle({ product, cardNames }: NewsFeed): string {
  const [name, ...others] = cardNames.values()
  return name !== undefined && others.length === 0 ? `${product}: ${name}` : product
}

function itemOf(feed: NewsFeed, entry: Submission): Item {
  const { words, origin, cardNames } = feed
  const { id, cardId, formData, timestamp, revisedAt, source, sharePoint, note } = entry
  const email = withoutInvalidXml(formData.email ?? '')
  const name = oneLine(submitterName(formData, words.somebody)).trim() || words.somebody
  const card = cardNames.get(cardId) ?? ''
  const labels = answerLabels({ fields: [] }, words.fields)
  const answers = Object.entries(formData).map(
    ([key, answer]) => `${labels[key] ?? key}: ${answer}`,
  )
  const lines = [...answers, `${card}, ${sourceName(source, sharePoint)}`, note ?? '']
  return {
    id: tagUri(feed, `entry/${id}`),
    url: `${origin}/inbox/${cardId}?entry=${id}`,
    title: cardNames.size > 1 ? `${name} → ${oneLine(card)}` : name,
    name,
    email: isAtomEmail.test(email) ? email : undefined,
    text: sanitizeText(lines.filter(Boolean).join('\n')),
    published: timestamp,
    updated: revisedAt ?? timestamp,
  }
}

// Stands in for an empty list. Automation that compares times, such as n8n, starts after the latest item: without one it
// would miss the first contact.
function emptyItem({ id, createdAt, origin, product, words }: NewsFeed): Item {
  const at = new Date(createdAt).toISOString()
  return {
    id: tagUri({ origin }, `feed/${id}/empty`),
    url: `${origin}/dashboard`,
    title: words.emptyFeed,
    name: product,
    email: undefined,
    text: words.emptyFeed,
    published: at,
    updated: at,
  }
}

function latest(items: Item[]): string | undefined {
  return items
    .map(({ updated }) => updated)
    .sort()
    .at(-1)
}

// RFC 4287, appendix B.
const isAtomEmail = /^.+@.+$/

// RFC 4151: unique and permanent, without the secret of the address.
function tagUri({ origin }: Pick<NewsFeed, 'origin'>, path: string): string {
  return `tag:${new URL(origin).hostname},2026:${path}`
}

function oneLine(text: string): string {
  return sanitizeText(text).replaceAll('\n', ' ')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes the text of an element or attribute. */
function xml(text: string): string {
  return withoutInvalidXml(text).replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
}

/** Removes the characters that XML 1.0 does not allow. */
function withoutInvalidXml(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
