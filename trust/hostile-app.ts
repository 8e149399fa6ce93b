/** Fills the app's screens with payloads in every text. */

import type { Bindings } from '../worker/env.ts'
import { makeEvent } from '../worker/testing/events.ts'
import { recordEvents } from '../worker/tracking/record.ts'
import { insertRowsAsJson } from './hostile-cards.ts'
import { payloads } from './payloads.ts'

/** Inserts users, templates, audit log rows and tokens, and form submissions and events of this card. */
export async function fillApp(
  env: Bindings,
  { userId, cardId }: { userId: number; cardId: number },
) {
  const texts = payloads.map(({ id, text }) => ({ id, text: text.toWellFormed() }))
  await insertRowsAsJson(
    env.DB,
    'users',
    texts.map(({ id, text }) => ({
      username: `${text} ${id}`,
      email: text,
      phone: text,
      full_name: text,
      password: 'none',
    })),
  )
  await insertRowsAsJson(
    env.DB,
    'audit_log',
    texts.map(({ text }) => ({
      actor: text,
      actor_id: userId,
      action: 'user-edited',
      target: 'user 1',
      details: JSON.stringify({ username: text, [text]: text }),
    })),
  )
  const named = { version: 1, rules: '{}', content: '{}', card_id: cardId }
  await insertRowsAsJson(
    env.DB,
    'card_templates',
    texts.map(({ text }) => ({ name: text, ...named })),
  )
  await insertRowsAsJson(
    env.DB,
    'api_tokens',
    texts.slice(0, 100).map(({ id, text }) => ({
      id: `token-${id}`,
      user_id: userId,
      name: text,
      hash: `hash-${id}`,
      hint: text.slice(0, 8),
      created_at: Date.now(),
    })),
  )
  await insertRowsAsJson(
    env.DB,
    'form_submissions',
    texts.map((payload) => entryOf(payload, cardId)),
  )
  const seen = texts.map(({ text }) => ({
    place: `${text}|${text}|${text}`,
    device: text,
    source: text,
  }))
  await recordEvents(
    env,
    seen.map((fields, at) => makeEvent({ cardId, at: Date.now() - at * 1000, ...fields })),
  )
}

const formFields = 'name email phone company message question1 question2'.split(' ')

function entryOf({ id, text }: { id: number; text: string }, cardId: number) {
  return {
    card_id: cardId,
    client_id: `client-${id}`,
    form_data: JSON.stringify(Object.fromEntries(formFields.map((key) => [key, text]))),
    note: text,
    source: text,
    submitter_location: text,
    submitter_device: text,
  }
}
