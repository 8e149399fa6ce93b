/** Limits on entries that imports and leads add to inboxes: per card in total, and per user and day. */
import { type SQL, sql } from 'drizzle-orm'
import { maxAddedADay, maxContacts } from '../../schema/inbox/inbox.ts'
import type { Bindings } from '../env.ts'
import { type Db, jsonChunks } from '../platform/database.ts'
import { consumeAmount } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'
import { restorableSince } from './deleted-entries.ts'

/** SQL: the inbox of the card has room for another entry. */
export function hasRoom(cardId: number): SQL {
  return sql`${heldBy(cardId)} < ${maxContacts}`
}

/** Whether the inbox of the card has room for this many more entries. */
export async function hasRoomFor(db: Db, cardId: number, entries: number): Promise<boolean> {
  const { n } = await db.get<{ n: number }>(sql`select ${heldBy(cardId)} as n`)
  return n + entries <= maxContacts
}

/**
 * SQL: the number of entries, counted up to the maximum. Includes entries that can still be restored, because otherwise an
 * inbox could be filled again and again. There may be more than the maximum, because the form has its own limits.
 */
function heldBy(cardId: number): SQL {
  return sql`(select count(*) from (
    select 1 from form_submissions as held where held.card_id = ${cardId}
    union all
    select 1 from deleted_entries as deleted where deleted.card_id = ${cardId}
      and deleted.deleted_at > ${restorableSince()}
    limit ${maxContacts}))`
}

/** Returns the client ids without an entry on the card. */
export async function listNew(db: Db, cardId: number, ids: string[]): Promise<Set<string>> {
  const found = new Set<string>()
  const texts = [...new Set(ids)].map((id) => JSON.stringify(id))
  for (const chunk of jsonChunks(texts)) {
    const rows = await db.all<{ id: string }>(sql`
      select value as id from json_each(${chunk}) where not exists (
        select 1 from form_submissions as held where held.card_id = ${cardId} and held.client_id = value)`)
    for (const { id } of rows) found.add(id)
  }
  return found
}

/** `texts` are the entries and `merges` their merges, each as JSON. */
type Added = { userId: number; by: 'import' | 'leads'; texts: string[]; merges?: string[] }

/** Counts the entries and characters that the user adds. Returns 0; or the seconds to wait, without counting anything. */
export async function limitAdded(env: Bindings, added: Added): Promise<number> {
  if (added.texts.length === 0) return 0
  const { contacts, characters } = limitsOf(added)
  const wait = await consumeAmount(env, contacts.limit, contacts.amount)
  if (wait > 0) return wait
  const waitForText = await consumeAmount(env, characters.limit, characters.amount)
  if (waitForText > 0) await consumeAmount(env, contacts.limit, -contacts.amount)
  return waitForText
}

/** Takes back what `limitAdded` counted, if the entries were not added. */
export async function refundAdded(env: Bindings, added: Added): Promise<void> {
  if (added.texts.length === 0) return
  for (const { limit, amount } of Object.values(limitsOf(added)))
    await consumeAmount(env, limit, -amount)
}

function limitsOf({ userId, by, texts, merges = [] }: Added) {
  const of = (unit: keyof typeof maxAddedADay, amount: number) => ({
    limit: {
      kind: `${unit} by ${by}`,
      ...{ subject: `${userId}`, max: maxAddedADay[unit], window: daySeconds },
    },
    amount,
  })
  return {
    contacts: of('contacts', texts.length),
    characters: of(
      'characters',
      [...texts, ...merges].reduce((sum, { length }) => sum + length, 0),
    ),
  }
}
