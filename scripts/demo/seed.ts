/** The demo data: five accounts, their cards with pictures, ninety days of visits, and forms sent. */
import { type Card, CardInput } from '../../schema/card.ts'
import { hashesOn } from '../../schema/image.ts'
import { formSubmissions } from '../../schema/tables.ts'
import { recordEvents } from '../../worker/analytics/record.ts'
import { createCard, saveCard } from '../../worker/cards/changes.ts'
import { listCardsOwnedBy } from '../../worker/cards/store.ts'
import { type Db, database } from '../../worker/database.ts'
import type { Bindings } from '../../worker/env.ts'
import { noteUpload } from '../../worker/media/uploads.ts'
import { hashPassword } from '../../worker/users/passwords.ts'
import { createUser, isSetUp } from '../../worker/users/store.ts'
import { eventsOf } from './events.ts'
import type { Person } from './people/person.ts'
import { accounts, people } from './people.ts'
import { drawPictures } from './pictures.ts'
import { submissionsOf } from './submissions.ts'

export const demoPassword = 'cardsdemo'
const dayMs = 86_400_000

/** What the person at the terminal needs to sign in. */
export const demoAccounts = `  Demo accounts: ${accounts.map(({ username }) => username).join(', ')}   Password: ${demoPassword}`

/** Loads the demo data, unless there is an account already. Takes about twenty seconds of two cores. */
export async function seedDemo(env: Bindings, say: (step: string) => void): Promise<void> {
  const db = database(env.DB)
  if (await isSetUp(db)) return
  say('Drawing the demo cards and their ninety days of visits (about twenty seconds)')
  for (const account of accounts) await addAccount(db, env, account)
  const now = Date.now()
  let recorded = 0
  // One card is drawn while the database takes the visits of the one before.
  for (const [i, person] of people.entries()) {
    const before = people[i - 1]
    const visits = before ? addVisits(db, env, { person: before, now }) : 0
    const [count] = await Promise.all([visits, addCard(db, env, person)])
    recorded += count
  }
  const last = people.at(-1)
  if (last) recorded += await addVisits(db, env, { person: last, now })
  say(`Stored ${people.length} cards of ${accounts.length} accounts and ${recorded} events`)
}

async function addAccount(db: Db, env: Bindings, account: (typeof accounts)[number]) {
  const first = people.find(({ owner }) => owner === account.username)
  const made = await createUser(db, {
    ...account,
    emailVerified: true,
    password: await hashPassword(demoPassword, env.PEPPER),
    cardSlug: first?.card.slug,
  })
  if (typeof made === 'string') throw new Error(`Demo account ${account.username}: ${made}`)
}

async function addCard(db: Db, env: Bindings, person: Person) {
  const pictures = await drawPictures(env, person)
  const saved = await saveCard(
    db,
    await blankCard(db, person),
    CardInput.parse(fieldsOf(person, pictures)),
  )
  if (typeof saved === 'string') throw new Error(`Demo card ${person.card.slug}: ${saved}`)
  await noteUploads(db, env, saved)
}

async function noteUploads(db: Db, env: Bindings, card: Card) {
  for (const hash of hashesOn(card)) {
    const { objects } = await env.MEDIA.list({ prefix: `images/${hash}-` })
    const bytes = Math.max(...objects.map(({ size }) => size))
    await noteUpload(db, { cardId: card.id, hash, bytes })
  }
}

// The account came with its first card; the others are made here.
async function blankCard(db: Db, { owner, card }: Person) {
  const userId = accounts.findIndex(({ username }) => username === owner) + 1
  const found = (await listCardsOwnedBy(db, userId)).find(({ slug }) => slug === card.slug)
  const made = found ?? (await createCard(db, userId, { slug: card.slug, onlyOne: false }))
  if (typeof made === 'string') throw new Error(`Demo card ${card.slug}: ${made}`)
  return made
}

function fieldsOf({ card }: Person, pictures: Awaited<ReturnType<typeof drawPictures>>) {
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

async function addVisits(db: Db, env: Bindings, { person, now }: { person: Person; now: number }) {
  const { id } = await blankCard(db, person)
  let recorded = 0
  for (const events of eventsOf(person, id, now)) {
    await recordEvents(env, events)
    recorded += events.length
  }
  // One by one: D1 binds a hundred values a statement, and twelve rows have more.
  for (const row of await submissionsOf(person, id, Math.floor(now / dayMs) * dayMs))
    await db.insert(formSubmissions).values(row)
  return recorded
}
