/** Slugs: which are reserved or available, and the column values of a new card. A slug stays with its first card for good. */
import { createHash } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { type SQL, sql } from 'drizzle-orm'
import type { Customizations } from '../../schema/cards/card-fields.ts'
import { defaultLanguage } from '../../schema/cards/card-texts.ts'
import { eachDetail } from '../../schema/cards/details.ts'
import { looksGenerated, Slug } from '../../schema/cards/slug.ts'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { defaultTheme } from '../../schema/cards/theme.ts'
import { defaultForm, type FormConfig } from '../../schema/inbox/form.ts'
import type { Db } from '../platform/database.ts'

const product = 'edgecard'

const lookAlikes: Record<string, string> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
}

// Our own paths, words that suggest an official page, and words that break links.
const reservedWords = new Set(
  `
  abuse acme-challenge about-us accept access account accounts activate ad add admin administrator administrators admins ads advanced-analytics
  advert advertise advertising affiliate affiliates agreement alert alerts all analytics android anonymous api apis app app-ads apple apple-app-site-association
  apps archive article articles asset assets atom auth authenticate authentication authorize autoconfig autodiscover avatar
  backup badge banner beacon beta billing blog blogs board bot bots broadcasthost bug bugs business business-card business-cards buy
  cache calendar callback campaign cancel captcha card card-clicks card-editor card-saves card-views cards career careers cart cdn cert certificate changelog
  channel chat chatbot checkout clear client clients cname code codes com comment comments community compare compliance config configuration confirm
  connect console contact contact-us contacts contactus content cookie cookies copyright create credits csp-report css customer customers customize
  dash dashboard data default delete demo deny design designer dev developer developers devices disable disclaimer dns doc docs documentation domain
  domains download downloads draft drafts edit editor email emails embed empty enable enterprise error errors event events everyone example exception
  exchange explore export exports false faq faqs favicon feature features feed feedback feeds file files find follow followers font fonts forbidden
  forgot forgot-password form form-submissions forms forum forums free ftp gallery gateway get graph graphql group groups guest guide guides guidelines hack
  health healthcheck healthz help helpdesk home hooks host hosting hostmaster html http https icon icons image images imap img import inbox index
  info install internal invite invites invoice invoices ios is isatap issue issues jobs join js json kubernetes lead leads learn legal license licenses link
  links list live local localdomain localhost log log-in log-out login logo logos logout logs mail mailer mailer-daemon maintenance manage manager manifest
  map maps marketing media member members message messages metrics mobile mobile-editor moderator monitor more mta-sts music name names network new
  news newsletter nil nobody none noreply no-reply notice notifications notify null oauth oauth2 offer offers official ogp online openapi
  openid operator order orders organization organizations owner owners page pages partner partners password passwords pay payment payments paypal phishing
  ping plan plans plugin plugins pocket policies policy pop3 popular portal post postmaster posts premium press preview previews price pricing
  privacy privacy-policy private product products profile profiles promo public purchase push pwa pwa-settings pwa-upload qr qrcode query queue queues
  readme recover recovery redirect refund register registration release releases remove report reports request reset reset-password restore review
  robots root rss rules sale sales save saves scan school search secure security security-txt self server service service-worker services session sessions
  setting settings setup shared share-point shop sign-in sign-out sign-up signature signin signout signup site sitemap sitemaps smtp source spam spec
  ssl ssladmin ssladministrator sslwebmaster staff stage staging start stat static statistics stats status store style styles stylesheet
  subdomain submit subscribe subscription subscriptions sudo super superuser support survey svg sysadmin sysadministrator system tag tags team teams
  telnet template templates terms terms-of-service test tests theme themes thumbnail token tokens tool tools tour tracking translate trust
  true trusted undefined unfollow unknown unlink unsubscribe update updates upgrade upload uploads usenet user username users uucp validate
  vcard vcards vcf verification verified verify version video videos view views visitor void wallet warning web webhook webhooks webmail webmaster
  website well-known widget widgets wiki wpad www www1 www2 xml xmlrpc yml you your yourname yoursite zone
  `
    .trim()
    .split(/\s+/),
)

const digitAttempts = 5
const maxBaseLength = 50

/** True if the slug is reserved, or is or was the slug of another card, deleted cards included. */
export async function isSlugTaken(db: Db, slug: string, exceptCardId = 0): Promise<boolean> {
  return isReserved(slug) || (await findTakenSlugs(db, [slug.toLowerCase()], exceptCardId)).size > 0
}

/** Returns the slugs that are not available for a new card, spelled as in the input. */
export async function listTakenSlugs(db: Db, slugs: string[]): Promise<string[]> {
  const lower = slugs.map((slug) => slug.toLowerCase())
  const taken = await findTakenSlugs(db, lower, 0)
  return slugs.filter((_, index) => isReserved(lower[index] ?? '') || taken.has(lower[index] ?? ''))
}

type NamedCard = { id: number; slug: string; name: string | null; company: string | null }

/**
 * Returns why the slug is not available for the card (for a new card without one), as a message for the user, and up to two
 * available ones in its place; `reason` is null if it is available.
 */
export async function checkSlug(
  db: Db,
  typed: string,
  card?: NamedCard,
): Promise<{ reason: string | null; suggestions: string[] }> {
  const parsed = Slug.safeParse(typed)
  if (!parsed.success)
    return { reason: parsed.error.issues[0]?.message ?? 'Slug is not valid', suggestions: [] }
  const slug = parsed.data
  const similar = similarSlugs(slug, card)
  const taken = await findTakenSlugs(db, [slug.toLowerCase(), ...similar], card?.id ?? 0)
  if (!isReserved(slug) && !taken.has(slug.toLowerCase())) return { reason: null, suggestions: [] }
  return {
    reason: isReserved(slug) ? 'This slug is reserved. Choose another one.' : 'Slug already exists',
    suggestions: similar.filter((other) => !taken.has(other)).slice(0, 2),
  }
}

/** Valid slugs like this one, the best first: the card's name, the slug with the company, the slug with a digit. */
function similarSlugs(slug: string, card: NamedCard | undefined): string[] {
  const texts = [card?.name ?? '', `${slug} ${card?.company ?? 'card'}`]
  const digits = [2, 3, 4, 5, 6, 7, 8, 9].map((digit) => slug + digit)
  const similar = new Set([...texts.map((text) => slugify(text)), ...digits])
  return [...similar].filter(
    (other) =>
      other !== slug && other !== card?.slug && Slug.safeParse(other).success && !isReserved(other),
  )
}

/**
 * Generates an available slug from a text: lowercase, with hyphens and a random suffix from 0 to 9999, or random
 * letters if five of those are taken.
 */
export async function generateSlug(db: Db, text: string): Promise<string> {
  const base = slugBase(text)
  const candidates = [
    ...Array.from({ length: digitAttempts }, () => `${base}-${randomBelow(10_000)}`),
    `${base}-${randomLetters(6)}`,
  ]
  const taken = await findTakenSlugs(db, candidates, 0)
  return candidates.find((slug) => !taken.has(slug)) ?? `${base}-${randomLetters(9)}`
}

/** Whether the slug is one that `generateSlug` returns for the text; those with random letters look like chosen ones. */
export function isGeneratedFrom(slug: string, text: string): boolean {
  return looksGenerated(slug) && slug.replace(/-\d+$/, '') === slugBase(text)
}

/** SQL condition: a card other than `cardId` has or had the slug. Makes the write itself check again. */
export function isTakenByAnother(slug: string, cardId: number): SQL {
  return isTakenSql({ slug: sql`${slug}`, slugHash: sql`${slugHash(slug)}`, cardId })
}

/**
 * Returns the value that replaces the slug of an erased card: a hash, so that the slug stays reserved but is not
 * stored.
 */
export function slugHash(slug: string): string {
  return `#${createHash('sha256').update(slug.toLowerCase()).digest('hex')}`
}

async function findTakenSlugs(db: Db, slugs: string[], exceptCardId: number): Promise<Set<string>> {
  const pairs = slugs.map((slug) => ({ slug, slugHash: slugHash(slug) }))
  const each = {
    slug: sql`value ->> 'slug'`,
    slugHash: sql`value ->> 'slugHash'`,
    cardId: exceptCardId,
  }
  const rows = await db.all<{ slug: string }>(
    sql`select value ->> 'slug' as slug from json_each(${JSON.stringify(pairs)}) where ${isTakenSql(each)}`,
  )
  return new Set(rows.map((row) => row.slug))
}

function isTakenSql({ slug, slugHash, cardId }: { slug: SQL; slugHash: SQL; cardId: number }): SQL {
  return sql`(
    exists (select 1 from ${businessCards} as other where other.slug = ${slug} collate nocase and other.id <> ${cardId})
    or exists (select 1 from ${slugHistory} where ${slugHistory.slug} in (${slug}, ${slugHash}) and ${slugHistory.cardId} <> ${cardId})
  )`
}

function slugBase(text: string): string {
  const base = slugify(text)
    .slice(0, maxBaseLength)
    .replace(/(?<!-)-+$/, '')
  return base === '' || isReserved(`${base}-0`) ? 'card' : base
}

function randomBelow(limit: number): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % limit
}

// 32 characters without look-alikes; 256 is a multiple of 32, so `byte % 32` is uniform.
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

function randomLetters(count: number): string {
  return [...crypto.getRandomValues(new Uint8Array(count))]
    .map((byte) => letters.charAt(byte % 32))
    .join('')
}

/**
 * True for a word of the list, and for slugs that begin with the product's name, look-alike digits and hyphens
 * included.
 */
export function isReserved(slug: string): boolean {
  const lower = slug.toLowerCase()
  return reservedWords.has(lower) || foldLookAlikes(lower).startsWith(product)
}

function foldLookAlikes(slug: string): string {
  return slug
    .replaceAll('-', '')
    .replace(/\d/g, (digit) => lookAlikes[digit] ?? digit)
    .replaceAll('cl', 'd')
}

export type NewCardFields = {
  slug: string
  name?: string | null
  email?: string | null
  phone?: string | null
  theme?: string
  formConfig?: FormConfig
  uid?: string
}

/** The column values of a new card, except its owner and the table's defaults. */
export function newCardValues({
  slug,
  name,
  email,
  phone,
  theme = defaultTheme,
  formConfig = defaultForm,
  uid = crypto.randomUUID(),
}: NewCardFields) {
  return {
    slug: slug.toLowerCase(),
    name: name ?? null,
    email: email ?? null,
    phone: phone ?? null,
    theme,
    formConfig,
    customizations: noCustomizations,
    uid,
  }
}

/** The base language of a user's new card: the language of their account. */
export function languageOfOwner(userId: number): SQL<string> {
  return sql`coalesce((select language from users where id = ${userId}), ${defaultLanguage})`
}

const noCustomizations: Customizations = {
  website: null,
  about: null,
  customCss: null,
  ...eachDetail(() => null),
}
