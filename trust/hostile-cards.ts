/** Cards with payloads in every field, inserted into the database without validation. */

type Value = string | number | null
export type Row = Record<string, Value>

/** Inserts rows, 100 per transaction. */
export async function insertRows(db: D1Database, table: string, rows: Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 100) {
    await db.batch(
      rows.slice(start, start + 100).map((row) => {
        const names = Object.keys(row)
        const marks = names.map(() => '?').join()
        return db
          .prepare(`insert into ${table} (${names.join()}) values (${marks})`)
          .bind(...Object.values(row))
      }),
    )
  }
}

/** Inserts rows from outside the worker, where calls are slow: 100 as one JSON value. A NUL ends a text. */
export async function insertRowsAsJson(db: D1Database, table: string, rows: Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const values = names.map((name) => `value ->> '$.${name}'`)
  const statement = `insert into ${table} (${names.join()}) select ${values.join()} from json_each(?)`
  for (let start = 0; start < rows.length; start += 100) {
    const some = JSON.stringify(rows.slice(start, start + 100))
    await db.prepare(statement).bind(some).run()
  }
}

const fields = ['name', 'email', 'phone', 'company', 'message', 'question1', 'question2']

/** A card row in which `next` provides every text but slug, owner and state. */
export function hostileCard(
  next: () => string,
  { slug, userId, state = 'live' }: { slug: string; userId: number; state?: string },
): Row {
  const texts = 'name title company phone email about theme'.split(' ')
  const images = 'profile_picture cover_photo logo_url video_url favicon_url'.split(' ')
  const address = next()
  return {
    slug,
    user_id: userId,
    state,
    uid: crypto.randomUUID(),
    address,
    ...Object.fromEntries([...texts, ...images].map((column) => [column, next()])),
    social_links: JSON.stringify({
      ...Object.fromEntries([1, 2, 3].map(() => [next(), next()])),
      ...Object.fromEntries(['linkedin', 'twitter', 'gmail'].map((key) => [key, next()])),
    }),
    custom_buttons: JSON.stringify(
      [1, 2, 3].map(() => ({ text: next(), url: next(), backgroundColor: next() })),
    ),
    gallery: JSON.stringify([1, 2].map(() => ({ url: next(), alt: next() }))),
    form_config: JSON.stringify({
      fields: fields.map((key) => ({ key, label: next(), required: false })),
      consent: next(),
      thanks: next(),
    }),
    customizations: JSON.stringify(customizations(next, address)),
  }
}

/** The texts of a translation in which `next` provides each. */
export function hostileTexts(next: () => string) {
  const names = 'name title company department pronouns about address consent thanks'.split(' ')
  return {
    ...Object.fromEntries(names.map((name) => [name, next()])),
    labels: Object.fromEntries(fields.map((key) => [key, next()])),
    alts: { profilePicture: next(), coverPhoto: next(), logoUrl: next() },
  }
}

function customizations(next: () => string, address: string) {
  const contacts = () => [1, 2].map(() => ({ label: next(), value: next() }))
  return {
    website: next(),
    about: next(),
    customCss: null,
    pronouns: next(),
    department: next(),
    nameParts: {
      prefix: next(),
      given: next(),
      additional: next(),
      family: next(),
      suffix: next(),
    },
    phones: contacts(),
    emails: contacts(),
    alts: { profilePicture: next(), coverPhoto: next(), logoUrl: next() },
    pin: { latitude: 52.5, longitude: 13.4, of: address },
  }
}

/** The number of texts in a hostile card. */
export function placesOfACard(): number {
  let places = 0
  const count = () => {
    places += 1
    return ''
  }
  hostileCard(count, { slug: '', userId: 1 })
  return places
}
