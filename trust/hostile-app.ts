/** Fills the app's screens with payloads in every text. */
import { formFieldKeys } from '../schema/inbox/form.ts'
import type { Bindings } from '../worker/env.ts'
import { makeEvent } from '../worker/testing/events.ts'
import { recordEvents } from '../worker/tracking/record.ts'
import { insertRowsAsJson, type Row } from './hostile-cards.ts'
import { payloads } from './payloads.ts'

type Text = { id: number; text: string }

/** Inserts users, templates, audit log rows and tokens, and form submissions and events of this card. */
export async function fillApp(
  env: Bindings,
  { userId, cardId }: { userId: number; cardId: number },
) {
  const texts = payloads.map(({ id, text }) => ({ id, text: text.toWellFormed() }))
  const insert = (table: string, rowOf: (payload: Text) => Row, some = texts) =>
    insertRowsAsJson(env.DB, table, some.map(rowOf))
  await insert('users', ({ id, text }) => ({
    ...{ username: `${text} ${id}`, email: text, phone: text, full_name: text, password: 'none' },
  }))
  await insert('audit_log', ({ text }) => ({
    ...{ actor: text, actor_id: userId, action: 'user-edited', target: 'user 1' },
    details: JSON.stringify({ username: text, [text]: text }),
  }))
  await insert('card_templates', ({ text }) => ({
    ...{ name: text, version: 1, rules: '{}', content: '{}', card_id: cardId },
  }))
  const tokenOf = ({ id, text }: Text) => ({
    ...{ id: `token-${id}`, user_id: userId, name: text, hash: `hash-${id}` },
    ...{ hint: text.slice(0, 8), created_at: Date.now() },
  })
  await insert('api_tokens', tokenOf, texts.slice(0, 100))
  await insert('form_submissions', ({ id, text }) => ({
    ...{ card_id: cardId, client_id: `client-${id}`, note: text, source: text },
    ...{ submitter_location: text, submitter_device: text },
    form_data: JSON.stringify(Object.fromEntries(formFieldKeys.map((key) => [key, text]))),
  }))
  const events = texts.map(({ text }, at) => {
    const fields = { place: `${text}|${text}|${text}`, device: text, source: text }
    return makeEvent({ cardId, at: Date.now() - at * 1000, ...fields })
  })
  await recordEvents(env, events)
}
