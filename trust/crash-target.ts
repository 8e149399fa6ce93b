/** The server that `crash-rounds.ts` kills: the built worker, with an IPC channel to inspect its databases. */
import { drizzle } from 'drizzle-orm/d1'
import { migrateAll } from '../scripts/local/migrate.ts'
import { startRuntime } from '../scripts/local/runtime.ts'
import type { Bindings } from '../worker/env.ts'
import { findIntegrityErrors } from '../worker/operations/integrity-checks.ts'
import { startSession } from '../worker/testing/sessions.ts'
import { verifyRollups } from '../worker/tracking/verify-rollups.ts'
import { createUser } from '../worker/users/queries.ts'
import type { Acknowledged, Found, Ready } from './crash-writers.ts'

const { url, env } = await startRuntime({
  dataDir: process.env.DATA_DIR ?? '',
  worker: 'built',
  vars: {
    PEPPER: 'a pepper for killing',
    EMAIL_API_URL: '',
    FORMS_PER_10_MINUTES: '1000000',
    FORMS_PER_CARD_A_DAY: '1000000',
    FORMS_PER_NETWORK_A_DAY: '1000000',
    REGISTER_PER_HOUR: '1000000',
  },
})
await migrateAll(env)
// Hundreds of rounds exceed the hourly limits of one user.
await env.DB.exec('delete from throttle')
process.on('message', async (acknowledged: Acknowledged) =>
  process.send?.(await findMissing(env, acknowledged)),
)
process.on('disconnect', () => process.exit())
process.send?.({ url: url.href, ...(await signInFirstUser(env)) } satisfies Ready)

/** Creates the first user and their card once, and starts a session. */
async function signInFirstUser({ DB }: Bindings): Promise<Omit<Ready, 'url'>> {
  const db = drizzle(DB)
  const form = JSON.stringify({
    fields: [{ key: 'name', label: null, required: true }],
    consent: null,
    thanks: null,
  })
  const user = {
    username: 'first',
    password: 'none',
    email: 'first@example.com',
    fullName: 'First',
    accessLevel: 5,
  }
  const made = await createUser(db, { ...user, cardSlug: 'first-card' })
  if (typeof made !== 'string')
    await DB.prepare('update business_cards set form_config = ? where user_id = 1').bind(form).run()
  const card = await DB.prepare(
    'select id, version, name from business_cards where user_id = 1',
  ).first<{ id: number; version: number; name: string }>()
  if (!card) throw new Error('There is no card')
  return {
    cookie: `sid=${await startSession(db, 1, 'Trust')}`,
    card: card.id,
    version: card.version,
    name: card.name,
  }
}

async function findMissing(bindings: Bindings, acknowledged: Acknowledged): Promise<Found> {
  const { DB, ANALYTICS } = bindings
  const missing = async (db: D1Database, sql: string, all: string[]) => {
    const { results } = await db
      .prepare(`select value from json_each(?) where value not in (${sql})`)
      .bind(JSON.stringify(all))
      .all<{ value: string }>()
    return results.map(({ value }) => value)
  }
  const card = await DB.prepare(
    'select version, name from business_cards where user_id = 1',
  ).first<{ version: number; name: string }>()
  const users =
    'select username from users join business_cards on business_cards.user_id = users.id'
  const events = `select id from card_views union select id from card_clicks union select id from card_saves
    union select event ->> 'id' from event_inbox union select event ->> 'id' from dead_events`
  const orphans = (await findIntegrityErrors(bindings)).filter(({ broken }) => broken > 0)
  return {
    card: card ?? { version: 0, name: '' },
    users: await missing(DB, users, acknowledged.users),
    forms: await missing(
      DB,
      "select form_data ->> 'name' from form_submissions",
      acknowledged.forms,
    ),
    events: await missing(ANALYTICS, events, acknowledged.events),
    fsckFindings: [
      ...(await verifyRollups(bindings)).map(({ what }) => what),
      ...orphans.map(({ rule }) => rule),
    ],
  }
}
