/** The demo data: five accounts, their cards with images, ninety days of events, and form submissions. */
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { boardPoints, boards } from '../schema/boards/tables.ts'
import { CardInput } from '../schema/cards/card.ts'
import type { ImageKind } from '../schema/images/image.ts'
import { formSubmissions } from '../schema/inbox/tables.ts'
import { NewSharePoint } from '../schema/share-points/share-point.ts'
import { sharePoints } from '../schema/share-points/tables.ts'
import { hashPassword } from '../worker/accounts/passwords.ts'
import { listCardsOwnedBy } from '../worker/cards/queries.ts'
import { createCard, saveCard } from '../worker/cards/save.ts'
import type { Bindings } from '../worker/env.ts'
import { cleanUpload } from '../worker/images/clean.ts'
import { addImage } from '../worker/images/image-store.ts'
import { type Db, database } from '../worker/platform/database.ts'
import { dayMs } from '../worker/platform/time.ts'
import { createSharePoint, listSharePoints } from '../worker/share-points/queries.ts'
import { recordEvents } from '../worker/tracking/record.ts'
import { createUser, isSetUp } from '../worker/users/queries.ts'
import { accounts, people } from './people.ts'
import type { Person } from './person.ts'
import { eventsOf, submissionsOf } from './traffic.ts'

export const demoPassword = 'cardsdemo'

/** Sign-in instructions for the terminal. */
export const demoAccounts = `  Demo accounts: ${accounts.map(({ username }) => username).join(', ')}   Password: ${demoPassword}`

/** Loads the demo data, unless the database has an account. Reports its progress through `say`. */
export async function seedDemo(env: Bindings, say: (step: string) => void): Promise<void> {
  const db = database(env.DB)
  if (await isSetUp(db)) return
  say('Loading the demo cards and ninety days of their events (about fifteen seconds)')
  for (const account of accounts) await addAccount(db, env, account)
  const now = Date.now()
  let recorded = 0
  let traffic = Promise.resolve(0)
  // A card's images are resized while the events of the previous card are stored.
  for (const person of people) {
    const [count] = await Promise.all([traffic, addCard(db, env, person)])
    recorded += count
    traffic = addTraffic(db, env, { person, now })
  }
  recorded += await traffic
  await addBoard(db, now)
  say(`Stored ${people.length} cards of ${accounts.length} accounts and ${recorded} events`)
}

/** Adds a week-long event of alice (level 4) that uses every share point except the administrator's. */
async function addBoard(db: Db, now: number) {
  const today = Math.floor(now / dayMs) * dayMs
  const [from, to] = [today - 6 * dayMs, today]
  const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)
  const userId = accounts.findIndex(({ username }) => username === 'alice') + 1
  const event = { userId, name: 'Partner Days', place: 'Hall 3, Hannover', zone: 'UTC' }
  const days = { fromDay: dayText(from), toDay: dayText(to), startsAt: from, endsAt: to + dayMs }
  const values = { ...event, ...days }
  const { id } = await db.insert(boards).values(values).returning().get()
  const others = sql`${sharePoints.cardId} in (select id from business_cards where user_id > 1)`
  for (const point of await db.select().from(sharePoints).where(others))
    await db.insert(boardPoints).values({ boardId: id, sharePointId: point.id })
}

// An account has the phone number of its first card.
async function addAccount(db: Db, env: Bindings, { level, ...account }: (typeof accounts)[number]) {
  const first = people.find(({ owner }) => owner === account.username)
  const made = await createUser(db, {
    ...account,
    accessLevel: level,
    phone: first?.card.phone,
    emailVerified: true,
    password: await hashPassword(demoPassword, env.PEPPER),
    cardSlug: first?.card.slug,
  })
  if (typeof made === 'string') throw new Error(`Demo account ${account.username}: ${made}`)
}

async function addCard(db: Db, env: Bindings, person: Person) {
  const blank = await blankCard(db, person)
  const pictures = await uploadPictures(env, person, blank.id)
  const input = CardInput.parse(fieldsOf(person, pictures))
  const saved = await saveCard(db, blank, { input })
  if (typeof saved === 'string') throw new Error(`Demo card ${person.card.slug}: ${saved}`)
  for (const [label, kind] of person.sharePoints ?? []) {
    const fields = NewSharePoint.parse({ label, kind })
    const made = await createSharePoint(env, { cardId: blank.id, userId: blank.userId }, fields)
    if (typeof made === 'string') throw new Error(`Demo share point ${label}: ${made}`)
  }
}

// The account was created with its first card; the others are created here.
async function blankCard(db: Db, { owner, card }: Person) {
  const userId = accounts.findIndex(({ username }) => username === owner) + 1
  const found = (await listCardsOwnedBy(db, userId)).find(({ slug }) => slug === card.slug)
  const made = found ?? (await createCard(db, userId, { slug: card.slug, onlyOne: false }))
  if (typeof made === 'string') throw new Error(`Demo card ${card.slug}: ${made}`)
  return made
}

// One at a time: on a busy machine parallel uploads could exceed the resizing timeout, which omits sizes.
async function uploadPictures(env: Bindings, person: Person, cardId: number) {
  const { card, cover, favicon } = person
  const upload = (name: string, kind: ImageKind) =>
    uploadPicture(env, { file: `${card.slug}-${name}`, kind, cardId })
  const profilePicture = await upload('profile.jpg', 'profile')
  const coverPhoto = cover ? await upload('cover.jpg', 'cover') : null
  const logoUrl = await upload('logo.png', 'logo')
  const faviconUrl = favicon ? await upload('favicon.png', 'logo') : logoUrl
  const gallery: { url: string; alt: string }[] = []
  for (const [name, alt] of person.gallery)
    gallery.push({ url: await upload(`${name}.jpg`, 'gallery'), alt })
  return { profilePicture, coverPhoto, logoUrl, faviconUrl, gallery }
}

type Upload = { file: string; kind: ImageKind; cardId: number }

// Equivalent to the upload route; returns the image URL.
async function uploadPicture(env: Bindings, { file, kind, cardId }: Upload): Promise<string> {
  const bytes = new Uint8Array(await readFile(`${import.meta.dirname}/pictures/${file}`))
  const clean = await cleanUpload(bytes)
  if (typeof clean === 'string') throw new Error(`Demo picture ${file}: ${clean}`)
  const url = await addImage(env, { cardId, kind, clean })
  if (!url) throw new Error(`Demo picture ${file}: the card has too many`)
  return url
}

function fieldsOf({ card }: Person, pictures: Awaited<ReturnType<typeof uploadPictures>>) {
  const { website, nameParts, phones, emails, pronouns, department, customCss, ...rest } = card
  const { pin, form, ...fields } = rest
  const [latitude, longitude] = pin
  return {
    ...fields,
    ...pictures,
    formConfig: form ?? {},
    customizations: {
      website,
      nameParts,
      phones,
      emails,
      pronouns,
      department,
      customCss,
      pin: { latitude, longitude, of: card.address },
    },
  }
}

async function addTraffic(db: Db, env: Bindings, { person, now }: { person: Person; now: number }) {
  const { id } = await blankCard(db, person)
  const codes = (await listSharePoints(db, id)).map(({ code }) => code)
  let recorded = 0
  for (const events of eventsOf(person, { cardId: id, codes }, now)) {
    await recordEvents(env, events)
    recorded += events.length
  }
  // One at a time: D1 binds at most 100 values per statement.
  for (const row of submissionsOf(person, id, Math.floor(now / dayMs) * dayMs))
    await db.insert(formSubmissions).values(row)
  return recorded
}
