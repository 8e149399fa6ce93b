/** Addresses that receive copies of submissions: stored as keyed hashes, with the choices of their owners. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { receiptAddresses, receiptMails } from '../../schema/inbox/tables.ts'
import { mailOutbox } from '../../schema/operations/tables.ts'
import { type Db, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { retentionDays } from '../platform/jobs.ts'
import { mailboxKey } from '../platform/mail-limits.ts'
import { type Peppers, peppersOf } from '../platform/secrets.ts'
import { dayMs } from '../platform/time.ts'

// 128 bits in base64url.
const hashLength = 22

/** Hashes of the mailbox of an address, one for each pepper, the current pepper first. */
export function addressHashes(keys: Peppers, address: string): [string, ...string[]] {
  const [current = '', ...former] = peppersOf(keys).map((pepper) =>
    keyedHash(pepper, `address of a receipt\n${mailboxKey(address)}`),
  )
  return [current, ...former]
}

/** The token of the link that stops the emails to an address; it names the hash, and needs no row. */
export function stopToken({ PEPPER }: Peppers, addressHash: string): string {
  return addressHash + keyedHash(PEPPER, `stop receipts\n${addressHash}`)
}

/** The hash that the token names; undefined if the token is forged. */
export function readStopToken(keys: Peppers, token: string): string | undefined {
  if (!/^[\w-]{44}$/.test(token)) return undefined
  const [hash, proof] = [token.slice(0, hashLength), token.slice(hashLength)]
  const isValid = peppersOf(keys).some((pepper) =>
    timingSafeEqual(
      Buffer.from(keyedHash(pepper, `stop receipts\n${hash}`), 'base64url'),
      Buffer.from(proof, 'base64url'),
    ),
  )
  return isValid ? hash : undefined
}

function keyedHash(pepper: string, text: string): string {
  return createHmac('sha256', pepper).update(text).digest().subarray(0, 16).toString('base64url')
}

/** SQL: the owner of the address stopped the emails. */
export function isStopped(hashes: string[]): SQL {
  const { addressHash } = receiptAddresses
  return sql`exists (select 1 from receipt_addresses where ${inArray(addressHash, hashes)} and stopped_at is not null)`
}

/** SQL: the owner of the address confirmed it in the last 90 days. */
export function isConfirmed(hashes: string[], now: number): SQL {
  const since = now - retentionDays.confirmedAddresses * dayMs
  const { addressHash } = receiptAddresses
  return sql`exists (select 1 from receipt_addresses where ${inArray(addressHash, hashes)} and confirmed_at > ${since})`
}

/** Whether the emails to the address with this hash are stopped. */
export async function areStopped(db: Db, hash: string): Promise<boolean> {
  const row = await db.get<{ n: number }>(sql`select ${isStopped([hash])} as n`)
  return row?.n === 1
}

/** Stops the emails to an address, including emails that wait. */
export async function stopReceipts(db: Db, hash: string, now = Date.now()): Promise<void> {
  const decided = { confirmedAt: null, stoppedAt: now }
  await repeatable(() =>
    db.batch([
      db
        .insert(receiptAddresses)
        .values({ addressHash: hash, ...decided })
        .onConflictDoUpdate({ target: receiptAddresses.addressHash, set: decided }),
      ...deletePending(db, inArray(receiptMails.addressHash, [hash])),
    ]),
  )
}

/** Allows the emails again. */
export async function resumeReceipts(db: Db, hash: string): Promise<void> {
  await repeatable(() =>
    db
      .update(receiptAddresses)
      .set({ stoppedAt: null })
      .where(eq(receiptAddresses.addressHash, hash)),
  )
}

/** The statements that delete unsent emails. Emails in the outbox still count; emails that wait for a confirmation do not. */
export function deletePending(db: Db, where: SQL | undefined) {
  const ids = db.select({ id: receiptMails.id }).from(receiptMails).where(where)
  return [
    db.delete(mailOutbox).where(inArray(mailOutbox.id, ids)),
    db.delete(receiptMails).where(and(where, sql`letter is not null`)),
  ] as const
}

/** The statements that delete everything about an address except that its emails are stopped; with `cardIds`, of these cards. */
export function eraseAddress(db: Db, hashes: string[], cardIds?: SQL) {
  const ofAddress = inArray(receiptMails.addressHash, hashes)
  const where = cardIds ? and(ofAddress, sql`card_id in (${cardIds})`) : ofAddress
  const isOf = and(
    inArray(receiptAddresses.addressHash, hashes),
    isNull(receiptAddresses.stoppedAt),
  )
  return [
    ...deletePending(db, where),
    db.delete(receiptMails).where(where),
    db.delete(receiptAddresses).where(cardIds ? sql`false` : isOf),
  ] as const
}

/** The statements that delete what is no longer counted or valid, for the cron job's batch. */
export function deleteExpiredReceiptMails(db: Db, now = Date.now()) {
  const { confirmedAddresses, receiptMails: counted } = retentionDays
  return [
    deleteSome(db, receiptMails, lt(receiptMails.at, now - counted * dayMs)),
    deleteSome(
      db,
      receiptAddresses,
      and(
        isNull(receiptAddresses.stoppedAt),
        sql`coalesce(confirmed_at, 0) < ${now - confirmedAddresses * dayMs}`,
      ),
    ),
  ] as const
}
