/**
 * The daily email with entries to follow up on: sent after 7:00 in the user's time zone, and only if something became due or
 * was assigned since the last one.
 */
import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { submitterName } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import type { User } from '../../schema/users/user.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import type { EmailText, EmailWords } from '../platform/email-words/en.ts'
import type { StepContext } from '../platform/jobs.ts'
import { type Mail, prepareMail, sendPrepared, storeMail } from '../platform/mail.ts'
import { dayMs } from '../platform/time.ts'
import { emailWords, quoteInText, writeDate, writeEmail } from '../platform/write-email.ts'
import { mailLanguageSql } from '../users/queries.ts'
import { asContact, isContact } from './contacts.ts'
import { inParts, isAmong, readAtOnce, type Sized } from './parts.ts'
import { submissionColumns, textSize } from './queries.ts'

const usersPerStep = 25
const morningHour = 7
const maxEntries = 500
const maxListed = 20

/**
 * Step of a cron job: emails the next users after the id `from`. Returns the id after which to continue; undefined at
 * the end. A repeat sends nothing, because each email is stored together with the time of the digest.
 */
export async function sendFollowUpEmails(
  env: Bindings,
  { from, now }: Pick<StepContext, 'from' | 'now'>,
): Promise<number | undefined> {
  const found = await listRecipients(database(env.DB), typeof from === 'number' ? from : 0, now)
  for (const user of found) await mailDigest(env, user, now)
  return found.length < usersPerStep ? undefined : found.at(-1)?.id
}

type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

/** Users who may have something to follow up: the latest day is one ahead of UTC. */
function listRecipients(db: Db, after: number, now: number) {
  const latest = dayIn(now + dayMs, null).day
  const entries = sql`select 1 from form_submissions as entry join business_cards as card on card.id = entry.card_id
    where card.deleted_at is null and entry.status <> 'done' and entry.merged_into is null`
  const { id, email, timeZone, followUpMailedAt } = users
  return db
    .select({
      ...{ id, email, timeZone, mailedAt: followUpMailedAt },
      mailLanguage: mailLanguageSql,
    })
    .from(users)
    .where(
      and(
        gt(id, after),
        isNull(users.deletedAt),
        isNotNull(users.emailVerifiedAt),
        eq(users.followUpMail, true),
        sql`(exists (${entries} and entry.assignee_id = users.id) or exists (${entries}
          and card.user_id = users.id and entry.follow_up_on <= ${latest}))`,
      ),
    )
    .orderBy(asc(id))
    .limit(usersPerStep)
    .all()
}

async function mailDigest(env: Bindings, user: Recipient, now: number): Promise<void> {
  const { day, hour } = dayIn(now, user.timeZone)
  const lastDay = user.mailedAt ? dayIn(Date.parse(user.mailedAt), user.timeZone).day : ''
  if (hour < morningHour || lastDay >= day) return
  const entries = await listEntries(database(env.DB), user.id, day)
  const isDue = ({ followUpOn }: Entry) => followUpOn !== null && followUpOn <= day
  const isNew = (entry: Entry) =>
    (isDue(entry) && (entry.followUpOn ?? '') > lastDay) ||
    (entry.assigneeId === user.id && (entry.assignedAt ?? '') > (user.mailedAt ?? ''))
  if (!entries.some(isNew)) return
  const [due, assigned] = [entries.filter(isDue), entries.filter((entry) => !isDue(entry))]
  const listed = [due, assigned].flatMap((some) => some.slice(0, maxListed))
  const answers = await readAnswers(
    database(env.DB),
    listed.map((entry) => entry.id),
  )
  const shown = (entry: Entry) => ({ ...entry, formData: answers.get(entry.id) ?? {} })
  const mail = followUpEmail(env, user, { due: due.map(shown), assigned: assigned.map(shown) })
  await sendOnce(env, user, { mail, now })
}

/** Sends the email, unless another run has sent one since the user was read. */
async function sendOnce(
  env: Bindings,
  { id, mailedAt }: Recipient,
  { mail, now }: { mail: Mail; now: number },
): Promise<void> {
  const prepared = await prepareMail(env, mail)
  const isFirst = sql`exists (select 1 from users where id = ${id} and follow_up_mailed_at is ${mailedAt})`
  const db = database(env.DB)
  const [, claimed] = await db.batch([
    storeMail(db, prepared, isFirst),
    db
      .update(users)
      .set({ followUpMailedAt: new Date(now).toISOString() })
      .where(and(eq(users.id, id), isFirst))
      .returning({ id: users.id }),
  ])
  if (claimed.length > 0) await sendPrepared(env, prepared)
}

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

/** Open entries that are due for the user or assigned to them, without entries assigned to a colleague. */
async function listEntries(db: Db, userId: number, day: string) {
  const { id, cardId, followUpOn, assigneeId, assignedAt, status } = formSubmissions
  const card = sql<string>`coalesce(nullif(${businessCards.name}, ''), ${businessCards.slug})`
  const isOwnDue = and(
    eq(businessCards.userId, userId),
    isNull(assigneeId),
    sql`${followUpOn} <= ${day}`,
  )
  return db
    .select({ id, followUpOn, assigneeId, assignedAt, card })
    .from(formSubmissions)
    .innerJoin(businessCards, eq(businessCards.id, cardId))
    .where(
      and(
        isNull(businessCards.deletedAt),
        isContact,
        ne(status, 'done'),
        or(eq(assigneeId, userId), isOwnDue),
      ),
    )
    .orderBy(asc(followUpOn), asc(id))
    .limit(maxEntries)
    .all()
}

/** The answers of these contacts, by id. Reads some at a time, because a contact can have the texts of fifty entries. */
async function readAnswers(db: Db, ids: number[]): Promise<Map<number, Record<string, string>>> {
  const sizes = await db.all<Sized>(sql`select entry.id, 1 as entries, ${textSize('entry')} as size
    from form_submissions as entry where ${isAmong(ids, sql`entry.id`)}`)
  const answers = new Map<number, Record<string, string>>()
  for (const some of inParts(sizes, readAtOnce)) {
    const rows = await db.select(submissionColumns).from(formSubmissions).where(isAmong(some)).all()
    for (const row of rows) answers.set(row.id, asContact(row).formData)
  }
  return answers
}

/** The day and hour of a time in milliseconds, in the time zone or UTC. */
function dayIn(at: number, timeZone: string | null): { day: string; hour: number } {
  const text = new Date(at).toLocaleString('sv-SE', { timeZone: timeZone ?? 'UTC' })
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) }
}

type DigestEntry = {
  formData: Record<string, string>
  /** The name of the card. */
  card: string
  followUpOn: string | null
}

type Digest = { due: DigestEntry[]; assigned: DigestEntry[] }

// Lists at most 20 entries of each kind. Links need `PUBLIC_ORIGIN`, because a cron job has no request.
function followUpEmail(
  env: Bindings,
  { email, mailLanguage: language }: Pick<User, 'email' | 'mailLanguage'>,
  { due, assigned }: Digest,
): Mail {
  const words = emailWords(language)
  const { subject, links } = words.followUps
  const locale = language ?? 'en'
  const text = [
    ...section(words.followUps.due, due, { words, locale }),
    ...section(words.followUps.assigned, assigned, { words, locale }),
    ...(env.PUBLIC_ORIGIN ? links : []),
  ]
  const values = {
    count: due.length + assigned.length,
    inbox: `${env.PUBLIC_ORIGIN}/inbox/${assigned.length > 0 ? 'assigned' : 'all'}`,
    account: `${env.PUBLIC_ORIGIN}/account`,
  }
  return { ...writeEmail(env, email, { subject, text, values }), purpose: 'digest' }
}

type Language = { words: EmailWords; locale: string }

function section(title: EmailText, entries: DigestEntry[], language: Language): string[] {
  if (entries.length === 0) return []
  const lines = entries.slice(0, maxListed).map((entry) => line(entry, language))
  const hidden = entries.length - lines.length
  return [[title, ...lines, ...(hidden > 0 ? [`+ ${hidden}`] : [])].join('\n')]
}

function line({ formData, card, followUpOn }: DigestEntry, { words, locale }: Language): string {
  const name = quoteInText(submitterName(formData, words.somebody))
  const day = followUpOn && writeDate(followUpOn, locale)
  return `- "${name}" (${[day, quoteInText(card)].filter(Boolean).join(', ')})`
}
