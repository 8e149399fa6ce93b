/**
 * The weekly email with the figures of a user's cards, for users who turned it on: sent on Mondays after 7:00 in their time
 * zone, and only if anything happened in the last two weeks. The figures come from the rollups.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import type { NamedSharePoint, Summary } from '../../schema/analytics/figures.ts'
import type { User } from '../../schema/users/user.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import type { StepContext } from '../platform/jobs.ts'
import { type Mail, prepareMail, sendPrepared, storeMail } from '../platform/mail.ts'
import { type Peppers, peppersOf } from '../platform/secrets.ts'
import { dateText, dayMs, hourMs } from '../platform/time.ts'
import {
  emailWords,
  quoteInText,
  unsubscribeHeaders,
  writeDate,
  writeEmail,
} from '../platform/write-email.ts'
import { mailLanguageSql } from '../users/queries.ts'
import { listCardNamesOf } from './account-report.ts'
import { readCardTotals } from './card-totals.ts'
import { readFigures } from './figures.ts'
import { coveringUtcHours, localClock, type ReportPeriod, reportPeriod } from './report-period.ts'

type Sums = Pick<Summary, 'views' | 'visitors' | 'saves' | 'submissions'>

type WeekOfCard = { card: string; now: Sums; before: Sums }

type Week = {
  /** Monday and Sunday, in days since 1970. */
  from: number
  until: number
  /** The sum of all cards. */
  views: number
  /** The cards with the most views. */
  cards: WeekOfCard[]
  contacts: number
  /** The share points with the most views. */
  points: Pick<NamedSharePoint & Sums, 'label' | 'views'>[]
}

const usersListed = 100
// The email of a user may take sixty database calls.
const usersPerStep = 4
const morningHour = 7
const maxCards = 10
const maxPoints = 5

/**
 * Step of a cron job: emails the next users after the id `from`. Returns the id after which to continue; undefined at
 * the end. A repeat sends nothing, because each email is stored together with its time.
 */
export async function sendWeeklyEmails(
  env: Bindings,
  { from, now }: Pick<StepContext, 'from' | 'now'>,
): Promise<number | undefined> {
  const found = await listRecipients(database(env.DB), typeof from === 'number' ? from : 0, now)
  let mailed = 0
  for (const user of found) {
    const monday = dueMonday(user, now)
    if (monday === undefined) continue
    await mailWeek(env, user, { monday, now })
    mailed += 1
    if (mailed === usersPerStep) return user.id
  }
  return found.length < usersListed ? undefined : found.at(-1)?.id
}

type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

function listRecipients(db: Db, after: number, now: number) {
  const { id, email, timeZone, weeklyMailedAt } = users
  const longAgo = new Date(now - 5 * dayMs).toISOString()
  return db
    .select({
      ...{ id, email, timeZone, mailedAt: weeklyMailedAt },
      mailLanguage: mailLanguageSql,
    })
    .from(users)
    .where(
      and(
        gt(id, after),
        eq(users.weeklyMail, true),
        isNull(users.deletedAt),
        isNotNull(users.emailVerifiedAt),
        sql`(${weeklyMailedAt} is null or ${weeklyMailedAt} < ${longAgo})`,
      ),
    )
    .orderBy(asc(id))
    .limit(usersListed)
    .all()
}

/** Today in the user's time zone, in days since 1970, if it is a Monday after 7; undefined otherwise. */
function dueMonday({ timeZone }: Recipient, now: number): number | undefined {
  const hour = localClock(timeZone ?? 'UTC').hour(Math.floor(now / hourMs))
  const day = Math.floor(hour / 24)
  // 1970-01-01 was a Thursday.
  const isMonday = day % 7 === 4
  return isMonday && hour - day * 24 >= morningHour ? day : undefined
}

async function mailWeek(
  env: Bindings,
  user: Recipient,
  { monday, now }: { monday: number; now: number },
): Promise<void> {
  const { id, mailedAt } = user
  const db = database(env.DB)
  const week = await readWeek(env, user, monday)
  const isFirst = sql`exists (select 1 from users where id = ${id} and weekly_mail = 1 and weekly_mailed_at is ${mailedAt})`
  const claim = db
    .update(users)
    .set({ weeklyMailedAt: new Date(now).toISOString() })
    .where(and(eq(users.id, id), isFirst))
    .returning({ id: users.id })
  if (week.cards.length === 0 && week.contacts === 0) {
    await claim
    return
  }
  const prepared = await prepareMail(env, weeklyEmail(env, user, week, stopWeeklyToken(env, id)))
  const [, claimed] = await db.batch([storeMail(db, prepared, isFirst), claim])
  if (claimed.length > 0) await sendPrepared(env, prepared)
}

/** The week that ended before this Monday. */
async function readWeek(env: Bindings, user: Recipient, monday: number): Promise<Week> {
  const zone = user.timeZone ?? 'UTC'
  const clock = localClock(zone)
  const sunday = { from: monday - 1, until: monday - 1 }
  const period = reportPeriod({
    periodName: 'week',
    zone,
    now: coveringUtcHours(clock, sunday).until * hourMs,
  })
  const cards = await listCardNamesOf(database(env.DB), user.id)
  const ids = cards.map(({ id }) => id)
  const [figures, totals, contacts] = await Promise.all([
    readFigures(env, { cardIds: ids }, period),
    readCardTotals(env, ids, period.rollupDays),
    countContacts(env, ids, period),
  ])
  const viewsOf = (id: number) => totals.get(id)?.window.views ?? 0
  const first = cards.toSorted((a, b) => viewsOf(b.id) - viewsOf(a.id)).slice(0, maxCards)
  const weeks = await Promise.all(
    first.map(async ({ id, name, slug }) => {
      const { summary, previous } = await readFigures(env, { cardIds: [id] }, period)
      return { card: name || slug, now: summary, before: previous ?? summary }
    }),
  )
  const days = { from: monday - 7, until: monday - 1 }
  return {
    ...days,
    views: figures.summary.views,
    cards: weeks.filter(hasFigures),
    contacts,
    points: figures.breakdowns.sharePoints.filter(({ views }) => views > 0).slice(0, maxPoints),
  }
}

function hasFigures({ now, before }: WeekOfCard): boolean {
  return [now, before].some(
    ({ views, saves, submissions, visitors }) => views + saves + submissions + (visitors ?? 0) > 0,
  )
}

/** The number of contacts in the week: sent by visitors or captured by staff. */
async function countContacts(
  { DB }: Bindings,
  cardIds: number[],
  { window, clock }: ReportPeriod,
): Promise<number> {
  if (!window) return 0
  const { from, until } = coveringUtcHours(clock, window)
  const [start, end] = [from, until + 1].map((hour) => new Date(hour * hourMs).toISOString())
  const found = await DB.prepare(
    `select count(*) as n from form_submissions where card_id in (select value from json_each(?1))
      and timestamp >= ?2 and timestamp < ?3 and withdrawn_at is null and imported_at is null`,
  )
    .bind(JSON.stringify(cardIds), start, end)
    .first<number>('n')
  return found ?? 0
}

/** Whether the user gets the email. */
/** The address that gets the weekly email of a user; undefined if they stopped it. */
export async function findWeeklyAddress(
  db: Db,
  userId: number,
): Promise<{ weeklyTo: string } | undefined> {
  const gets = and(eq(users.id, userId), eq(users.weeklyMail, true))
  return db.select({ weeklyTo: users.email }).from(users).where(gets).get()
}

export async function setWeeklyMail(db: Db, userId: number, weeklyMail: boolean): Promise<void> {
  await repeatable(() =>
    db
      .update(users)
      .set({ weeklyMail })
      .where(and(eq(users.id, userId), isNull(users.deletedAt))),
  )
}

/** The token of the link that stops the emails: the user's id with a keyed hash, so that no row needs to be stored. */
export function stopWeeklyToken({ PEPPER }: Pick<Peppers, 'PEPPER'>, userId: number): string {
  return `${userId}.${proofOf(PEPPER, userId)}`
}

/** The id of the user that the token names; undefined if the token is forged. */
export function readStopWeeklyToken(keys: Peppers, token: string): number | undefined {
  const [, id = '', proof = ''] = /^(\d{1,10})\.([\w-]{22})$/.exec(token) ?? []
  if (!id) return undefined
  const isValid = peppersOf(keys).some((pepper) =>
    timingSafeEqual(Buffer.from(proofOf(pepper, Number(id))), Buffer.from(proof)),
  )
  return isValid ? Number(id) : undefined
}

function proofOf(pepper: string, userId: number): string {
  const hash = createHmac('sha256', pepper).update(`weekly\n${userId}`).digest()
  return hash.subarray(0, 16).toString('base64url')
}

/** `token` is for the link that stops these emails. Links need `PUBLIC_ORIGIN`, because a cron job has no request. */
function weeklyEmail(
  env: Bindings,
  { email, mailLanguage: language }: Pick<User, 'email' | 'mailLanguage'>,
  week: Week,
  token: string,
): Mail {
  const { weekly } = emailWords(language)
  const locale = language ?? 'en'
  const stop = `${env.PUBLIC_ORIGIN}/mail/stop/${token}?l=${locale}`
  const number = (count: number) => count.toLocaleString(locale)
  const line = ({ now, before }: WeekOfCard, key: keyof Sums) =>
    `${weekly[key]}: ${number(now[key] ?? 0)} (${number(before[key] ?? 0)})`
  const cards = week.cards.map((one) =>
    [
      quoteInText(one.card),
      ...(['views', 'visitors', 'saves', 'submissions'] as const).map((key) => line(one, key)),
    ].join('\n'),
  )
  const points = week.points.map(({ label, views }) => `- ${quoteInText(label)}: ${number(views)}`)
  const text = [
    weekly.period,
    ...cards,
    weekly.contacts,
    ...(points.length > 0 ? [[weekly.points, ...points].join('\n')] : []),
    ...(env.PUBLIC_ORIGIN ? weekly.links : []),
  ]
  const values = {
    count: week.views,
    views: number(week.views),
    from: writeDate(dateText(week.from), locale),
    until: writeDate(dateText(week.until), locale),
    contacts: number(week.contacts),
    figures: `${env.PUBLIC_ORIGIN}/advanced-analytics`,
    stop,
  }
  return {
    ...writeEmail(env, email, { subject: weekly.subject, text, values }),
    purpose: 'digest',
    ...(env.PUBLIC_ORIGIN && { headers: unsubscribeHeaders(stop) }),
  }
}
