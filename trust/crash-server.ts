/** The server that `crash-rounds.ts` kills: the built worker on a data directory. */
import { findWorkerd } from '../bench/processes.ts'
import { migrateAll } from '../scripts/local/migrate.ts'
import { startRuntime } from '../scripts/local/runtime.ts'
import type { Bindings } from '../worker/env.ts'
import { findIntegrityErrors } from '../worker/operations/integrity-checks.ts'
import { database } from '../worker/platform/database.ts'
import { startSession } from '../worker/testing/sessions.ts'
import { verifyRollups } from '../worker/tracking/verify-rollups.ts'
import { createUser } from '../worker/users/queries.ts'
import type { Acknowledged } from './crash-writers.ts'

const vars = {
  PEPPER: 'a pepper for killing',
  EMAIL_API_URL: '',
  FORMS_PER_10_MINUTES: '1000000',
  FORMS_PER_CARD_A_DAY: '1000000',
  FORMS_PER_NETWORK_A_DAY: '1000000',
  REGISTER_PER_HOUR: '1000000',
}

export type CrashServer = Awaited<ReturnType<typeof openCrashServer>>

/** Starts the server; `card` is the first user's card as stored, and `cookie` a new session of that user. */
export async function openCrashServer(dataDir: string) {
  const { miniflare, url, env } = await startRuntime({ dataDir, worker: 'built', vars })
  await migrateAll(env)
  // Hundreds of rounds exceed the hourly limits of one user.
  await env.DB.exec('delete from throttle')
  const workerd = findWorkerd()
  return {
    ...(await signInFirstUser(env)),
    url,
    findMissing: (acknowledged: Acknowledged) => findMissing(env, acknowledged),
    /** The databases, the queue and the worker are all in the process of workerd. */
    async kill() {
      process.kill(workerd, 'SIGKILL')
      await miniflare.dispose()
    },
  }
}

/** Creates the first user and their card once, and starts a session. */
async function signInFirstUser({ DB }: Bindings) {
  const db = database(DB)
  const user = { username: 'first', password: 'none', email: 'first@example.com' }
  const names = { fullName: 'First', cardSlug: 'first-card' }
  const made = await createUser(db, { ...user, ...names, accessLevel: 5 })
  if (typeof made !== 'string') {
    const fields = [{ key: 'name', label: null, required: true }]
    const form = JSON.stringify({ fields, consent: null, thanks: null })
    await DB.prepare('update business_cards set form_config = ? where user_id = 1').bind(form).run()
  }
  const card = await DB.prepare(
    'select id, version, name from business_cards where user_id = 1',
  ).first<{ id: number; version: number; name: string }>()
  if (!card) throw new Error('There is no card')
  return { cookie: `sid=${await startSession(db, 1, 'Trust')}`, card }
}

/** The acknowledged writes that are missing, and what `npm run fsck` finds. */
async function findMissing(bindings: Bindings, { users, forms, events }: Acknowledged) {
  const { DB, ANALYTICS } = bindings
  const missing = async (db: D1Database, sql: string, all: string[]) => {
    const { results } = await db
      .prepare(`select value from json_each(?) where value not in (${sql})`)
      .bind(JSON.stringify(all))
      .all<{ value: string }>()
    return results.map(({ value }) => value)
  }
  const withCard =
    'select username from users join business_cards on business_cards.user_id = users.id'
  const submitted = "select form_data ->> 'name' from form_submissions"
  const recorded = `select id from card_views union select id from card_clicks union select id from card_saves
    union select event ->> 'id' from event_inbox union select event ->> 'id' from dead_events`
  const orphans = (await findIntegrityErrors(bindings)).filter(({ broken }) => broken > 0)
  const rollups = await verifyRollups(bindings)
  return {
    users: await missing(DB, withCard, users),
    forms: await missing(DB, submitted, forms),
    events: await missing(ANALYTICS, recorded, events),
    fsckFindings: [...rollups.map(({ what }) => what), ...orphans.map(({ rule }) => rule)],
  }
}
