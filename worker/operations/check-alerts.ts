/**
 * Emails the operators when an alert has been crossed for five minutes, and once when it has been over for five. The email
 * goes into the outbox in the transaction that changes the state of its alerts: each is sent once, whatever else runs.
 */
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import { alertStates } from '../../schema/operations/tables.ts'
import { screens } from '../../schema/screens.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { canSendMail, type Mail, prepareMail, sendPrepared, storeMail } from '../platform/mail.ts'
import { minuteMs } from '../platform/time.ts'
import { type AlertState, decideAlerts, readSignals } from './alerts.ts'
import type { Schedule } from './leases.ts'

const holdMs = 5 * minuteMs
const maxRecipients = 20

type Schedules = Record<string, { rhythm: Schedule }>
type Row = typeof alertStates.$inferSelect

/** Cron job, every minute: decides the alerts and emails what changed. */
export async function checkAlerts(
  env: Bindings,
  schedules: Schedules,
  now = Date.now(),
): Promise<void> {
  const db = database(env.DB)
  const states = decideAlerts(await readSignals(env, now), schedules, now)
  const steps = stepsOf(states, await db.select().from(alertStates).all(), now)
  const titlesOf = (step: Step) => steps.flatMap(([title, each]) => (each === step ? [title] : []))
  if (steps.some(([, step]) => step !== 'begin' && step !== 'end'))
    await repeatable(() =>
      db.batch([
        db
          .insert(alertStates)
          .select(
            sql`select value as title, ${now} as since, null as sent_at, null as clear_since
            from json_each(${JSON.stringify(titlesOf('start'))}) where true`,
          )
          .onConflictDoNothing(),
        db.delete(alertStates).where(and(hasTitle(titlesOf('drop')), isNull(alertStates.sentAt))),
        db
          .update(alertStates)
          .set({ clearSince: now })
          .where(and(hasTitle(titlesOf('clear')), isNull(alertStates.clearSince))),
        db
          .update(alertStates)
          .set({ clearSince: null })
          .where(hasTitle(titlesOf('resume'))),
      ]),
    )
  await announce(env, { change: 'began', titles: titlesOf('begin'), states, now })
  await announce(env, { change: 'ended', titles: titlesOf('end'), states, now })
}

/** `start`, `resume`: it is crossed, again. `drop`, `clear`: it is over, before or after an email. */
type Step = 'start' | 'resume' | 'begin' | 'drop' | 'clear' | 'end'

function stepsOf(states: AlertState[], rows: Row[], now: number): [title: string, step: Step][] {
  const known = new Map(states.map(({ title, isCrossed }) => [title, { isCrossed }]))
  const rowOf = new Map(rows.map((row) => [row.title, row]))
  return [...new Set([...known.keys(), ...rowOf.keys()])].flatMap((title) => {
    const row = rowOf.get(title)
    // An alert that no longer exists, such as that of a former database, is over.
    const { isCrossed } = known.get(title) ?? { isCrossed: false }
    const step = isCrossed ? stepOfCrossed(row, now) : isCrossed === false && stepOfOver(row, now)
    return step ? [[title, step] as const] : []
  })
}

function stepOfCrossed(row: Row | undefined, now: number): Step | undefined {
  if (!row) return 'start'
  if (row.clearSince !== null) return 'resume'
  return row.sentAt === null && now - row.since >= holdMs ? 'begin' : undefined
}

function stepOfOver(row: Row | undefined, now: number): Step | undefined {
  if (!row) return undefined
  if (row.sentAt === null) return 'drop'
  if (row.clearSince === null) return 'clear'
  return now - row.clearSince >= holdMs ? 'end' : undefined
}

type News = { change: 'began' | 'ended'; titles: string[]; states: AlertState[]; now: number }

// Nothing happens if another run has changed one of these states meanwhile: the next run decides again.
async function announce(env: Bindings, { change, titles, states, now }: News): Promise<void> {
  if (titles.length === 0) return
  const db = database(env.DB)
  const told = titles.map(
    (title) => states.find((state) => state.title === title) ?? { title, advice: '' },
  )
  const recipients = canSendMail(env) ? await listRecipients(env, db) : []
  const mails = await Promise.all(
    recipients.map((to) => prepareMail(env, alertEmail(env, { to, change, alerts: told }))),
  )
  const pending = and(
    hasTitle(titles),
    change === 'began' ? isNull(alertStates.sentAt) : isNotNull(alertStates.clearSince),
  )
  const isUnchanged = sql`(select count(*) from ${alertStates} where ${pending}) = ${titles.length}`
  const [changing] = await db.batch([
    db.select({ title: alertStates.title }).from(alertStates).where(and(pending, isUnchanged)),
    ...mails.map((mail) => storeMail(db, mail, isUnchanged)),
    change === 'began'
      ? db.update(alertStates).set({ sentAt: now }).where(and(pending, isUnchanged))
      : db.delete(alertStates).where(and(pending, isUnchanged)),
  ])
  if (changing.length > 0) await Promise.all(mails.map((mail) => sendPrepared(env, mail)))
}

/** `ALERT_EMAIL`, else every System Admin with a confirmed address. */
async function listRecipients({ ALERT_EMAIL }: Bindings, db: Db): Promise<string[]> {
  if (ALERT_EMAIL) return [ALERT_EMAIL]
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.accessLevel, 5), isNull(users.deletedAt), isNotNull(users.emailVerifiedAt)))
    .orderBy(users.id)
    .limit(maxRecipients)
    .all()
  return [...new Set(rows.map(({ email }) => email))]
}

function hasTitle(titles: string[]): SQL {
  return sql`${alertStates.title} in (select value from json_each(${JSON.stringify(titles)}))`
}

type AlertChange = {
  to: string
  change: 'began' | 'ended'
  alerts: { title: string; advice: string }[]
}

/** One email for all alerts that began, or ended, in the same minute. */
function alertEmail(env: Bindings, { to, change, alerts }: AlertChange): Mail {
  const [first, ...others] = alerts
  const what = others.length > 0 ? `${alerts.length} alerts` : `${first?.title}`
  const subject = change === 'began' ? what : `Resolved: ${what}`
  const text = {
    began: [
      `These alerts have been active for five minutes at ${nameOf(env)}:`,
      ...alerts.map(({ title, advice }) => `${title}.\n${advice}`),
    ],
    ended: [
      `These alerts ended five minutes ago at ${nameOf(env)}:`,
      ...alerts.map(({ title }) => `${title}.`),
    ],
  }[change]
  const link = env.PUBLIC_ORIGIN && `${env.PUBLIC_ORIGIN}${screens.status.path}`
  return {
    to,
    kind: 'alert',
    subject: `${env.PRODUCT_NAME}: ${subject}`,
    text: [...text, ...(link ? [link] : [])].join('\n\n'),
  }
}

function nameOf({ PUBLIC_ORIGIN, PRODUCT_NAME }: Bindings): string {
  return PUBLIC_ORIGIN || PRODUCT_NAME
}
