/** The files of a card's archive, each read when it is written, and the card's page as one HTML file. */
import { contactFile, contactVariants } from '../../../card/contact/vcard.ts'
import type { Card, PublicCard } from '../../../schema/cards/card.ts'
import {
  type ArchivedEntry,
  archiveFormat,
  archiveVersion,
} from '../../../schema/cards/card-archive.ts'
import { cardFields } from '../../../schema/cards/card-fields.ts'
import { imageHashes } from '../../../schema/images/image.ts'
import type { ReplyTemplate } from '../../../schema/inbox/reply-template.ts'
import type { formSubmissions } from '../../../schema/inbox/tables.ts'
import { keysOf, pick } from '../../../schema/pick.ts'
import { sharePointTotalsOf, submissionsOf, totalsOf } from '../../accounts/account-export.ts'
import type { Bindings } from '../../env.ts'
import { findImage } from '../../images/image-store.ts'
import { submissionTable } from '../../inbox/inbox-export.ts'
import { listReplyTemplates } from '../../inbox/settings.ts'
import { listMergesAmong, unmergedOwnerData } from '../../inbox/split-entries.ts'
import { type Db, database } from '../../platform/database.ts'
import { csvPieces } from '../../platform/download.ts'
import { renderCardPage } from '../../public/card-page.tsx'
import { findContactPhoto } from '../../public/contact-file.ts'
import type { Site } from '../../public/html-document.tsx'
import { wordsIn } from '../../public/languages.ts'
import { findCardInAnyState } from '../../public/public-card-queries.ts'
import { getSite, inPreferredLanguage, siteOfCard } from '../../public/public-page.ts'
import { listSharePoints } from '../../share-points/queries.ts'
import { mergesToArchive } from './archived-merges.ts'
import type { ZipFile } from './zip.ts'

type Options = { origin: string; withContacts: boolean }

/** Yields the files in the order of the archive. The caller checks that the user may read the inbox for `withContacts`. */
export async function* archiveFiles(
  env: Bindings,
  card: Card,
  { origin, withContacts }: Options,
): AsyncGenerator<ZipFile> {
  const db = database(env.DB)
  const replyTemplates = withContacts ? await listReplyTemplates(db, card.id) : []
  const missing = new Set<string>()
  yield* pictureFiles(env.MEDIA, card, missing)
  yield textFile('card.json', await cardJson(db, withoutImages(card, missing), replyTemplates))
  yield* publicFiles(env, card, origin)
  if (withContacts) {
    const { header, pages } = await submissionTable(db, card)
    yield { name: 'contacts.csv', pieces: csvPieces(header, pages) }
    yield { name: 'contacts.json', pieces: entriesJson(db, card.id) }
    const merges = await mergesToArchive(db, card.id)
    if (merges) yield { name: 'merges.json', pieces: merges }
  }
  yield { name: 'figures.csv', pieces: csvPieces(figureHeader, figureRows(env, card.id)) }
}

function textFile(name: string, text: string): ZipFile {
  return { name, pieces: onePiece(text) }
}

async function* onePiece<Piece>(piece: Piece): AsyncGenerator<Piece> {
  yield piece
}

// Texts of gallery images have the URL of the image as their key, so keys are renamed as well.
const imageUrls = /"\/images\/([0-9a-f]{64}-\d{1,5}\.\w{3,4})"/g

async function cardJson(db: Db, card: Card, replyTemplates: ReplyTemplate[]): Promise<string> {
  const { successorId: _, successorUrl: __, state, ...fields } = pick(card, storedFields)
  const points = await listSharePoints(db, card.id)
  const content = {
    format: archiveFormat,
    version: archiveVersion,
    exportedAt: new Date().toISOString(),
    // The successor of a moved card is a card of this installation.
    card: { ...fields, state: state === 'moved' || state === 'left' ? 'paused' : state },
    sharePoints: points.map(({ id: __, cardId: ___, ...point }) => point),
    ...(replyTemplates.length > 0 && { replyTemplates }),
  }
  return JSON.stringify(content, null, 2).replace(imageUrls, '"pictures/$1"')
}

const storedFields = keysOf(cardFields).filter((field) => field !== 'website')

/** Adds to `missing` the URLs of images that are no longer stored, which an import would refuse. */
async function* pictureFiles(
  bucket: R2Bucket,
  card: Card,
  missing: Set<string>,
): AsyncGenerator<ZipFile> {
  const urls = [card.profilePicture, card.coverPhoto, card.logoUrl, card.faviconUrl]
  const all = new Set([...urls, ...card.gallery.map(({ url }) => url)])
  const stored = imageHashes(card)
  for (const url of all) {
    const name = url?.match(/^\/images\/(([0-9a-f]{64}).+)$/)
    const [, key = '', hash = ''] = name ?? []
    const found = stored.has(hash) ? await findImage(bucket, key) : undefined
    if (found)
      yield { name: `pictures/${key}`, stored: true, pieces: onePiece(new Uint8Array(found.body)) }
    else if (url && name) missing.add(url)
  }
}

function withoutImages(card: Card, missing: Set<string>): Card {
  const kept = (url: string | null) => (url && missing.has(url) ? null : url)
  return {
    ...card,
    profilePicture: kept(card.profilePicture),
    coverPhoto: kept(card.coverPhoto),
    logoUrl: kept(card.logoUrl),
    faviconUrl: kept(card.faviconUrl),
    gallery: card.gallery.filter(({ url }) => !missing.has(url)),
  }
}

/** The page and the contact files as everyone sees them, in each language. */
async function* publicFiles(env: Bindings, card: Card, origin: string): AsyncGenerator<ZipFile> {
  const found = await findCardInAnyState(database(env.DB), card.id)
  if (!found) return
  const site = getSite(env, origin)
  const nameIn = (language: string) =>
    language === card.language ? 'card.html' : `card.${language}.html`
  for (const language of [card.language, ...Object.keys(card.locales)]) {
    const { card: shown, uid, contactPhoto } = inPreferredLanguage(found, [language])
    const options = {
      uid,
      url: `${origin}/view/${card.slug}`,
      photo: await findContactPhoto(env.MEDIA, contactPhoto),
      product: env.PRODUCT_NAME,
      words: wordsIn(shown.language),
    }
    const contacts = contactVariants.map((variant) => ({
      name: contactName(variant, language === card.language ? undefined : language),
      text: contactFile(shown, { ...options, variant }),
    }))
    for (const { name, text } of contacts) yield textFile(name, text)
    const page = { site, card: shown, contactFile: contacts[0]?.text ?? '', nameIn }
    yield textFile(nameIn(language), await pageFile(env.MEDIA, page))
  }
}

function contactName(variant: (typeof contactVariants)[number], language?: string): string {
  return ['contact', variant === 'any' ? undefined : variant, language, 'vcf']
    .filter(Boolean)
    .join('.')
}

async function* entriesJson(db: Db, cardId: number): AsyncGenerator<string> {
  let comma = ''
  yield '['
  for await (const rows of submissionsOf(db, [cardId])) {
    const merges = await listMergesAmong(
      db,
      rows.map(({ id }) => id),
    )
    for (const row of rows) {
      // Merged entries may be of another card, and programs that read the file do not know about merges.
      const unmerged = { ...row, ...unmergedOwnerData(row, merges.get(row.id)) }
      yield `${comma}\n${JSON.stringify(archivedEntry(unmerged))}`
      comma = ','
    }
  }
  yield '\n]\n'
}

function archivedEntry(row: typeof formSubmissions.$inferSelect): ArchivedEntry {
  const { submitterLocation: place, submitterDevice: device, ...entry } = row
  return {
    ...pick(entry, ['clientId', 'timestamp', 'formData', 'consentHash', 'source', 'status']),
    ...{ place, device },
    ...pick(entry, ['note', 'revision', 'revisedAt', 'withdrawnAt', 'capturedAt', 'rating']),
    ...pick(entry, ['followUpOn', 'tags', 'fields']),
  }
}

const figureHeader = ['Day (UTC)', 'Share point', 'Views', 'Clicks', 'Saves', 'Unique visitors']

async function* figureRows(env: Bindings, cardId: number) {
  for await (const rows of totalsOf(env, [cardId]))
    yield rows.map(({ day, views, clicks, saves, visitors }) => [
      ...[day, null, views, clicks, saves, visitors],
    ])
  for await (const rows of sharePointTotalsOf(env, [cardId]))
    yield rows.map(({ day, code, views, clicks, saves }) => [
      ...[day, code, views, clicks, saves, null],
    ])
}

type PageFile = {
  site: Site
  card: PublicCard
  contactFile: string
  /** The name of the page in another language. */
  nameIn: (language: string) => string
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; form-action 'none'"

/** Images and the contact file are inlined; the form, the chat and scripts are left out. */
async function pageFile(
  bucket: R2Bucket,
  { site, card, contactFile, nameIn }: PageFile,
): Promise<string> {
  const offline = {
    ...card,
    formConfig: { ...card.formConfig, fields: [] },
    ...{ hasChat: false, afterExchange: undefined },
  }
  const page = renderCardPage(siteOfCard(site, card), offline)
  const contact = `data:text/vcard;charset=utf-8;base64,${Buffer.from(contactFile).toString('base64')}`
  const rewriter = new HTMLRewriter()
    .on('head', {
      element: (head) => {
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
        head.prepend(meta, { html: true })
      },
    })
    .on('script, link[rel=icon], [hidden]', { element: (element) => void element.remove() })
    .on('img', { element: (image) => inlineImage(bucket, image) })
    .on('a', {
      element: (link) => {
        const href = link.getAttribute('href') ?? ''
        if (href.startsWith('/api/vcard/')) {
          link.setAttribute('href', contact)
          link.setAttribute('download', `${card.slug}.vcf`)
        } else if (href.startsWith('?l=')) link.setAttribute('href', nameIn(href.slice(3)))
        else if (href.startsWith('/images/')) link.removeAttribute('href')
        else if (href.startsWith('/')) link.setAttribute('href', site.origin + href)
      },
    })
  const response = new Response(new Uint8Array(page.body), { headers: page.headers })
  return rewriter.transform(response).text()
}

async function inlineImage(bucket: R2Bucket, image: Element): Promise<void> {
  const name = /^\/images\/(.+)$/.exec(image.getAttribute('src') ?? '')?.[1]
  if (!name) return
  image.removeAttribute('srcset')
  const found = await findImage(bucket, name)
  if (!found) {
    image.remove()
    return
  }
  const data = Buffer.from(found.body).toString('base64')
  image.setAttribute('src', `data:${found.type};base64,${data}`)
}
