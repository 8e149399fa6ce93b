/** The account that makes the calls of `npm run bench -- isolation`: a user of the demo, with what it owns. */
import { formFieldKeys } from '../schema/inbox/form.ts'
import { maxActiveSharePoints } from '../schema/share-points/share-point.ts'
import { dateText, dayMs } from '../worker/platform/time.ts'
import { signIn } from './open-worker.ts'
import { makeSharePoints } from './share-points.ts'

export const username = 'ben'
const importSlug = 'isolation'
const step = 10_000
const recentMs = 300_000

/** `status` is the expected one; absent for any success. */
export type Sent = { method?: string; path: string; body?: object; status?: number }

export class Attacker {
  readonly cardId: number
  readonly #db: D1Database
  readonly #origin: string
  #cookie = ''
  #level = 0
  #signedInAt = 0
  /** How many there are, the id of the first one, and how many calls have taken. */
  #contacts = { count: 0, firstId: 1, taken: 0 }

  constructor(db: D1Database, { origin, cardId }: { origin: string; cardId: number }) {
    this.cardId = cardId
    this.#db = db
    this.#origin = origin
  }

  /** Gives the account this level and signs in; 0 is without an account. */
  async signIn(level: number): Promise<void> {
    // Some calls ask for the password of the last ten minutes.
    if (level === this.#level && Date.now() - this.#signedInAt < recentMs) return
    this.#cookie = ''
    this.#level = level
    this.#signedInAt = Date.now()
    if (level === 0) return
    await this.#run('update users set access_level = ? where username = ?', level, username)
    this.#cookie = await signIn(this.#origin, username)
  }

  send({ method, path, body }: Sent): Promise<Response> {
    const isForm = body instanceof FormData
    const headers = { Cookie: this.#cookie, ...(!isForm && { 'Content-Type': 'application/json' }) }
    const content = isForm ? body : JSON.stringify(body)
    return fetch(this.#origin + path, { method, headers, body: content })
  }

  /** Returns what was created; each value as text. */
  async create(path: string, body: object): Promise<Record<string, string>> {
    const response = await this.send({ method: 'POST', path, body })
    if (!response.ok) throw new Error(`${path} answers ${response.status}`)
    return response.json()
  }

  /** Resets the rate limits, because each call alone is within them. */
  resetLimits(): Promise<unknown> {
    return this.#run('delete from throttle')
  }

  /** Empties the account's second card and returns its id. */
  async emptyCard(): Promise<number> {
    const sql = 'select id from business_cards where slug = ?'
    const id = (await this.#db.prepare(sql).bind(importSlug).first<number>('id')) ?? 0
    for (const table of ['form_submissions', 'entry_changes', 'share_points'])
      await this.#run(`delete from ${table} where card_id = ?`, id)
    return id
  }

  /** Returns contacts that no earlier call was given. */
  contacts(count: number): number[] {
    const start = this.#contacts.taken
    this.#contacts.taken += count
    // The fifth of five contacts is merged into the fourth.
    return Array.from({ length: count }, (_, at) => start + at).map(
      (nth) => this.#contacts.firstId + 5 * Math.floor(nth / 3) + (nth % 3),
    )
  }

  /** Adds contacts up to this number; returns the id of one that another is merged into. */
  async addContacts(size: number): Promise<number> {
    const sql = 'select coalesce(max(id), 0) + 1 as next from form_submissions'
    const firstId = (await this.#db.prepare(sql).first<number>('next')) ?? 1
    for (let at = this.#contacts.count, id = firstId; at < size; at += step, id += step) {
      await this.#run(contactsSql, this.cardId, at, id)
      await this.#run(mergesSql, this.cardId, id)
    }
    this.#contacts = { count: size, firstId, taken: 0 }
    return firstId + 3
  }

  #run(sql: string, ...values: (string | number)[]): Promise<unknown> {
    return this.#db
      .prepare(sql)
      .bind(...values)
      .run()
  }
}

// From the newest to the oldest, in the last weeks: with tags, a follow-up and duplicates.
const contactsSql = `insert into form_submissions (card_id, id, client_id, timestamp, form_data,
    submitter_location, submitter_device, follow_up_on, tags, merged_into)
  with recursive n(i) as (select cast(?2 as integer) union all select i + 1 from n where i < ?2 + ${step - 1})
  select ?1, ?3 + i - ?2, 'bench-' || i, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (i * 20) || ' seconds'),
    json_object('name', 'Visitor ' || i, 'email', 'visitor' || (i / 10) || '@people.example',
      'phone', '+49 30 ' || (1000000 + i / 3), 'message', substr(hex(zeroblob(500)), 1, 200 + i % 500)),
    'DE|Berlin|Berlin', 'Mobile|iOS|Safari', '2030-01-01', json_array('tag ' || (i % 7), 'tag ' || (7 + i % 3)),
    iif(i % 5 = 4, ?3 + i - ?2 - 1, null) from n`
const owned = `json_object('status', 'new', 'note', null, 'followUpOn', '2030-01-01', 'tags', json('[]'),
  'fields', json('{}'), 'rating', null, 'assigneeId', null, 'assignedAt', null)`
const mergesSql = `insert into entry_merges (entry_id, details) select merged_into,
    json_object('groups', json_array(json_array(id)), 'own', ${owned}, 'set', ${owned}, 'answers', json('{}'))
  from form_submissions where card_id = ?1 and id >= ?2 and merged_into is not null`

const pointCodes = Array.from(
  { length: maxActiveSharePoints },
  (_, nth) => `BENC${String.fromCharCode(65 + (nth % 8), 65 + Math.floor(nth / 8))}`,
)

/** Creates the account's cards and links; `owned` has their ids and paths by name. */
export async function openAttacker(db: D1Database, origin: string) {
  const cardId = await makeCards(db)
  const attacker = new Attacker(db, { origin, cardId })
  await attacker.signIn(5)
  const create = (path: string, body: object) => attacker.create(path, body)
  const [from, to] = [20, 0].map((ago) => dateText(Math.floor(Date.now() / dayMs) - ago))
  const event = await create('/api/events', { name: 'Fair', place: null, from, to, zone: 'UTC' })
  const add = await makeSharePoints(db, cardId, pointCodes)
  const path = `/api/events/${event.id}/share-points`
  await attacker.send({ method: 'PATCH', path, body: { add } })
  const report = await create('/api/analytics-shares', { timeframe: 'all', days: 30 })
  const board = await create('/api/analytics-shares', { event: event.id, days: 30 })
  const rules = { about: 'locked' }
  const template = await create('/api/templates', { name: 'Bench', cardId, rules })
  const tokenOf = (address = '') => address.split(/[/#]/).at(-1) ?? ''
  const owned: Record<string, string> = {
    ...{ card: `${cardId}`, point: `${add[0]}`, event: `${event.id}`, template: `${template.id}` },
    ...{ report: tokenOf(report.path), board: tokenOf(board.path) },
  }
  for (const kind of ['days', 'points', 'events', 'entries']) {
    const feed = { name: kind, kind, card: null, days: null }
    owned[kind] = new URL((await create('/api/account/feeds', feed)).address ?? '').pathname
  }
  return { attacker, owned }
}

/** Creates a second card for imports and a form on the first card, and returns the first card's id. */
async function makeCards(db: D1Database): Promise<number> {
  const fields = formFieldKeys.map((key) => ({ key, label: null, required: false }))
  const form = JSON.stringify({ fields, consent: null, thanks: null })
  const byOwner = 'user_id = (select id from users where username = ?)'
  const ask = `update business_cards set form_config = ? where ${byOwner} returning id`
  const id = (await db.prepare(ask).bind(form, username).first<number>('id')) ?? 0
  const second = `insert into business_cards (user_id, slug, customizations, uid)
    select user_id, '${importSlug}', '{}', '${importSlug}' from business_cards where id = ?`
  await db.prepare(second).bind(id).run()
  return id
}
