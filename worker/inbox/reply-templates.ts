/** The texts with which the owner of a card answers form submissions. */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { ReplyTemplate } from '../../schema/inbox/reply-template.ts'
import { replyTemplates } from '../../schema/inbox/tables.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'

export async function listReplyTemplates(db: Db, cardId: number): Promise<ReplyTemplate[]> {
  const row = await db
    .select({ templates: replyTemplates.templates })
    .from(replyTemplates)
    .where(eq(replyTemplates.cardId, cardId))
    .get()
  return row?.templates ?? []
}

/** Replaces the texts of the card; false if `may`, which the statement checks itself, is not true. */
export async function saveReplyTemplates(
  db: Db,
  { cardId, may }: { cardId: number; may: SQL },
  templates: ReplyTemplate[],
): Promise<boolean> {
  const saved = await repeatable(() =>
    db
      .insert(replyTemplates)
      .select(sql`select ${cardId}, ${JSON.stringify(templates)} where ${may}`)
      .onConflictDoUpdate({ target: replyTemplates.cardId, set: { templates } })
      .returning({ cardId: replyTemplates.cardId }),
  )
  return saved.length > 0
}

/** The texts of these cards, for the export of an account. */
export function listReplyTemplatesOf(db: Db, cardIds: number[]) {
  return db
    .select()
    .from(replyTemplates)
    .where(
      sql`${replyTemplates.cardId} in (select value from json_each(${JSON.stringify(cardIds)}))`,
    )
    .all()
}

/** The statement that deletes the texts of a card, for its erasure. */
export function deleteReplyTemplatesOf(db: Db, cardId: number) {
  return db.delete(replyTemplates).where(eq(replyTemplates.cardId, cardId))
}
