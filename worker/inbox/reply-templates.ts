/** The texts with which the owner of a card answers form submissions. */
import { eq, sql } from 'drizzle-orm'
import { replyTemplates } from '../../schema/inbox-tables.ts'
import type { ReplyTemplate } from '../../schema/reply-template.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/repeatable.ts'

export async function listReplyTemplates(db: Db, cardId: number): Promise<ReplyTemplate[]> {
  const row = await db
    .select({ templates: replyTemplates.templates })
    .from(replyTemplates)
    .where(eq(replyTemplates.cardId, cardId))
    .get()
  return row?.templates ?? []
}

/** Replaces the texts of the card. */
export async function saveReplyTemplates(
  db: Db,
  cardId: number,
  templates: ReplyTemplate[],
): Promise<void> {
  await repeatable(() =>
    db
      .insert(replyTemplates)
      .values({ cardId, templates })
      .onConflictDoUpdate({ target: replyTemplates.cardId, set: { templates } }),
  )
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
