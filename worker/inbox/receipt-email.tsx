/**
 * Copies of submissions by email: at most one a day to an address for each card, and five in total. With `RECEIPT_EMAIL =
 * "confirm"`, only to addresses that their owners confirmed. The emails contain no text of visitors, only ours, the name of the
 * card and links.
 */
import { and, asc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { languageQuery } from '../../card/links.ts'
import { receiptName, receiptWords } from '../../card/receipt-words.ts'
import { fill, type PageWords } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import { receiptDays, receiptPath } from '../../schema/inbox/form.ts'
import { receiptAddresses, receiptMails } from '../../schema/inbox/tables.ts'
import { directionOf } from '../../schema/language.ts'
import { mailOutbox } from '../../schema/operations/tables.ts'
import type { Bindings } from '../env.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { retentionDays } from '../platform/jobs.ts'
import {
  type Mail,
  type PreparedMail,
  prepareMail,
  sendStored,
  storeMail,
} from '../platform/mail.ts'
import { hashToken, newToken } from '../platform/secrets.ts'
import { dayMs } from '../platform/time.ts'
import { quoteName, unsubscribeHeaders } from '../platform/write-email.ts'
import { addressHashes, isConfirmed, isStopped, stopToken } from './receipt-addresses.ts'

const maxPerDay = 5

export type Copy = {
  hashes: [string, ...string[]]
  mail: PreparedMail
  /** The email that asks to confirm the address, if the operator requires that. */
  confirmation?: { mail: PreparedMail; hash: string }
  now: number
}

/** Writes the email before the submission is stored, so that both are stored together. */
export async function prepareCopy(
  env: Bindings,
  { to, now = Date.now(), ...content }: Omit<CopyContent, 'stopToken'> & { now?: number },
): Promise<Copy> {
  const hashes = addressHashes(env, to)
  const addressed = { ...content, to, stopToken: stopToken(env, hashes[0]) }
  const copy = { hashes, mail: await prepareMail(env, copyEmail(env, addressed)), now }
  if (env.RECEIPT_EMAIL !== 'confirm') return copy
  const token = newToken()
  const mail = await prepareMail(env, confirmationEmail(env, { ...addressed, token }))
  return { ...copy, confirmation: { mail, hash: hashToken(token) } }
}

/**
 * The statements that store the email, for the batch that stores the submission: nothing if its address stopped these emails
 * or reached a limit. `isEntry` selects the submission if this call stored it.
 */
export function storeCopy(db: Db, { hashes, mail, confirmation, now }: Copy, isEntry: SQL) {
  const letter = confirmation
    ? sql`iif(${isConfirmed(hashes, now)}, null, ${mail.encrypted})`
    : sql`null`
  const isAllowed = sql`not ${isStopped(hashes)} and not ${hasCopyOfCard(hashes, now)} and ${isBelowLimit(hashes, now)}`
  const waits = sql`exists (select 1 from receipt_mails where id = ${mail.id} and letter is not null)`
  return [
    db.insert(receiptMails).select(
      sql`select ${mail.id} as id, ${hashes[0]} as address_hash, card_id, id as entry_id, ${now} as at, ${letter} as letter, null as confirm_hash
        from form_submissions where ${isEntry} and ${isAllowed}`,
    ),
    storeMail(db, mail, isSent(mail)),
    ...(confirmation
      ? [
          db.insert(receiptMails).select(
            sql`select ${confirmation.mail.id} as id, ${hashes[0]} as address_hash, null as card_id, null as entry_id, ${now} as at, null as letter, ${confirmation.hash} as confirm_hash
              where ${waits} and not ${wasAskedToday(hashes, now)} and ${isBelowLimit(hashes, now)}`,
          ),
          storeMail(db, confirmation.mail, isSent(confirmation.mail)),
        ]
      : []),
  ] as const
}

/** Sends the stored emails. Never throws. */
export async function sendCopy(env: Bindings, { mail, confirmation }: Copy): Promise<void> {
  await sendStored(env, confirmation ? [mail, confirmation.mail] : [mail])
}

/** The hash of the address that the link confirms; undefined if the link is unknown or older than two days. */
export async function findConfirmation(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<string | undefined> {
  const { addressHash, confirmHash, at } = receiptMails
  const since = now - retentionDays.receiptMails * dayMs
  const row = await db
    .select({ addressHash })
    .from(receiptMails)
    .where(and(eq(confirmHash, hashToken(token)), gt(at, since)))
    .get()
  return row?.addressHash
}

/** Confirms the address, and puts the emails that wait for it into the outbox within the limits; drops the others. */
export async function confirmAddress(db: Db, hash: string, now = Date.now()): Promise<void> {
  const { id, addressHash, letter, at } = receiptMails
  const waiting = await db
    .select({ id })
    .from(receiptMails)
    .where(and(eq(addressHash, hash), isNotNull(letter)))
    .orderBy(asc(at), asc(id))
    .all()
  const ids = waiting.map((row) => row.id)
  await repeatable(() =>
    db.batch([
      db
        .insert(receiptAddresses)
        .values({ addressHash: hash, confirmedAt: now })
        .onConflictDoUpdate({ target: receiptAddresses.addressHash, set: { confirmedAt: now } }),
      ...ids.flatMap((one) => release(db, one, { hash, now })),
      db.delete(receiptMails).where(and(inArray(id, ids), isNotNull(letter))),
    ]),
  )
}

/** The statements that put a waiting email into the outbox, unless its submission was deleted or a limit is reached. */
function release(db: Db, id: string, { hash, now }: { hash: string; now: number }) {
  const since = now - dayMs
  const sent = sql`select 1 from receipt_mails as sent where sent.address_hash = ${hash} and sent.letter is null and sent.at > ${since}`
  const isAllowed = sql`not exists (${sent} and sent.card_id = waiting.card_id) and (select count(*) from (${sent})) < ${maxPerDay}
    and exists (select 1 from form_submissions as entry where entry.id = waiting.entry_id and entry.receipt_hash is not null)`
  return [
    db
      .insert(mailOutbox)
      .select(
        sql`select id, letter, ${now} as made_at, ${now} as due_at, 0 as tries, 'message' as purpose, null as dead_at, null as reason
          from receipt_mails as waiting where id = ${id} and letter is not null and not ${isStopped([hash])} and ${isAllowed}`,
      )
      .onConflictDoNothing(),
    db
      .update(receiptMails)
      .set({ letter: null, at: now })
      .where(sql`id = ${id} and exists (select 1 from mail_outbox where mail_outbox.id = ${id})`),
  ]
}

function isSent({ id }: PreparedMail): SQL {
  return sql`exists (select 1 from receipt_mails where id = ${id} and letter is null)`
}

// In the statements below, waiting emails count as sent.

function lastDay(hashes: string[], now: number): SQL {
  return sql`receipt_mails where ${inArray(receiptMails.addressHash, hashes)} and receipt_mails.at > ${now - dayMs}`
}

function isBelowLimit(hashes: string[], now: number): SQL {
  return sql`(select count(*) from ${lastDay(hashes, now)}) < ${maxPerDay}`
}

function hasCopyOfCard(hashes: string[], now: number): SQL {
  return sql`exists (select 1 from ${lastDay(hashes, now)} and receipt_mails.card_id = form_submissions.card_id)`
}

function wasAskedToday(hashes: string[], now: number): SQL {
  return sql`exists (select 1 from ${lastDay(hashes, now)} and receipt_mails.confirm_hash is not null)`
}

type CopyContent = {
  to: string
  card: PublicCard
  /** In the visitor's language. */
  words: PageWords
  origin: string
  /** For the link to the receipt or, in a confirmation, for the link that confirms. */
  token: string
  /** For the link that stops these emails. */
  stopToken: string
}

/** The email with links to the receipt and to the contact file. */
function copyEmail(env: Bindings, { card, words, origin, token, ...content }: CopyContent): Mail {
  const own = receiptWords(words)
  const values = { name: quoteName(receiptName(card)) }
  const until = new Date(Date.now() + receiptDays * dayMs)
  const date = until.toLocaleDateString(words.language, { dateStyle: 'long', timeZone: 'UTC' })
  return write(env, {
    to: content.to,
    words,
    subject: fill(own.subject, values),
    parts: [
      { text: fill(own.intro, values) },
      {
        link: words.receiptLink,
        href: origin + receiptPath(token),
        text: fill(words.receiptPrivate, { date }),
      },
      {
        link: fill(own.contact, values),
        href: `${origin}/api/vcard/${card.id}${languageQuery(card)}`,
      },
    ],
    stopAt: stopUrl(origin, content.stopToken, words),
  })
}

/** Asks whether the address belongs to the person who typed it. Does not name the card. */
function confirmationEmail(
  env: Bindings,
  { to, words, origin, token, stopToken }: CopyContent,
): Mail {
  const own = receiptWords(words)
  const href = `${origin}/mail/confirm/${token}?l=${words.language}`
  return write(env, {
    to,
    words,
    subject: own.confirmSubject,
    parts: [{ text: own.confirmText }, { link: own.confirm, href }],
    stopAt: stopUrl(origin, stopToken, words),
  })
}

function stopUrl(origin: string, token: string, { language }: PageWords): string {
  return `${origin}/mail/stop/${token}?l=${language}`
}

type Part = { text?: string; link?: string; href?: string }
type Content = Pick<CopyContent, 'to' | 'words'> & {
  subject: string
  parts: Part[]
  stopAt: string
}

// Email programs that ignore it show plain links.
const style = [
  'body{max-width:560px;margin:24px auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif;color:#1c1917}',
  '.main{display:inline-block;margin-bottom:8px;padding:12px 20px;border-radius:8px;background:#1c1917;color:#fff;font-weight:600;text-decoration:none}',
  '.foot{margin-top:32px;padding-top:8px;border-top:1px solid #d6d3d1;font-size:14px;color:#57534e}.foot a{color:inherit}',
].join('')

function write(env: Bindings, { to, words, subject, parts, stopAt }: Content): Mail {
  const own = receiptWords(words)
  const foot = [{ text: own.notYou }, { link: own.stop, href: stopAt }]
  const main = parts.find(({ href }) => href)
  return {
    to,
    subject,
    text: [...[...parts, ...foot].map(plain), `${env.PRODUCT_NAME}\n`].join('\n\n'),
    html: `<!doctype html>${renderToStaticMarkup(
      <Letter words={words} subject={subject}>
        {parts.map((part) => (
          <Paragraph key={part.href ?? part.text} {...part} isMain={part === main} />
        ))}
        <div className="foot">
          {foot.map((part) => (
            <Paragraph key={part.href ?? part.text} {...part} />
          ))}
          <p>{env.PRODUCT_NAME}</p>
        </div>
      </Letter>,
    )}`,
    headers: unsubscribeHeaders(stopAt),
    kind: 'receipt',
    purpose: 'message',
  }
}

function plain({ text, link, href }: Part): string {
  return [...(link ? [`${link}:`, href] : []), ...(text ? [text] : [])].join('\n')
}

type LetterProps = { words: PageWords; subject: string; children: ReactNode }

function Letter({ words, subject, children }: LetterProps) {
  return (
    <html lang={words.language} dir={directionOf(words.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{subject}</title>
        <style>{style}</style>
      </head>
      <body>{children}</body>
    </html>
  )
}

function Paragraph({ text, link, href, isMain }: Part & { isMain?: boolean }) {
  return (
    <p>
      {link && (
        <a className={isMain ? 'main' : undefined} href={href}>
          {link}
        </a>
      )}
      {link && text && <br />}
      {text}
    </p>
  )
}
