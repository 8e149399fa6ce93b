/** Cards with a form, and their submissions. Only tests import this. */
import { sql } from 'drizzle-orm'
import { InboxPage, maxContacts } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { db, makeCard, signIn } from './app.ts'

export const formConfig = {
  fields: [
    { key: 'name' as const, label: 'Your name', required: true },
    { key: 'email' as const, label: null, required: false },
    { key: 'question1' as const, label: 'Which day?', required: false },
  ],
  consent: null,
  thanks: null,
}

let entryCount = 0

export async function makeEntry(
  cardId: number,
  fields: Partial<typeof formSubmissions.$inferInsert> = {},
) {
  entryCount += 1
  const row = {
    clientId: `entry-${entryCount}`,
    formData: { name: `Visitor ${entryCount}` },
    ...fields,
    cardId,
  }
  return db.insert(formSubmissions).values(row).returning().get()
}

/** Adds as many entries as a card has at most, so that neither imports nor leads fit. */
export async function fillInbox(cardId: number) {
  await db.run(sql`with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < ${maxContacts})
    insert into form_submissions (card_id, client_id, form_data) select ${cardId}, 'full-' || n, '{}' from numbers`)
}

/** Creates an owner with a card; `list` returns a page of its inbox. */
export async function makeInbox(level = 1) {
  const { user, request: ownRequest } = await signIn(level)
  const card = await makeCard({ userId: user.id, formConfig })
  const path = `/api/business-cards/${card.id}/submissions`
  const list = async (question = '') =>
    InboxPage.parse(await (await ownRequest('GET', `${path}${question}`)).json())
  return { user, card, ownRequest, path, list }
}
