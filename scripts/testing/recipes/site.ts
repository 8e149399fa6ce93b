/** An empty server with one owner and their card, for the recipes. Only tests import this. */
import * as z from 'zod/mini'
import { Feed, type FeedKind } from '../../../schema/feeds/feed.ts'
import { makeEvent } from '../../../worker/testing/events.ts'
import { recordEvents } from '../../../worker/tracking/record.ts'
import { adminSql, openDatabase } from '../../first-user.ts'
import { startEmptyServer } from '../empty-server.ts'

const password = 'a recipe for tests'

/** The caller must close it. */
export async function startRecipeSite() {
  const { origin, env, close } = await startEmptyServer()
  // Nobody can register before there is a first user.
  const first = { username: 'first', email: 'f@b.example', password: '', fullName: 'First' }
  await openDatabase(env.DB)(...adminSql(first))
  const person = { username: 'owner', email: 'o@b.example', fullName: 'Zoë "Z" O’Neil', password }
  const registered = await post(`${origin}/api/register`, person)
  const [cookie = ''] = registered.headers.getSetCookie()[0]?.split(';') ?? []
  const card = await env.DB.prepare(
    'select id, name from business_cards order by id desc limit 1',
  ).first<{
    id: number
    name: string
  }>()
  if (!card) throw new Error(await registered.text())
  const createFeed = async (kind: FeedKind, of: number | null = card.id) => {
    const wish = { name: kind, kind, card: of, days: null }
    const made = await post(`${origin}/api/account/feeds`, wish, { cookie })
    const { address = '' } = Feed.parse(await made.json())
    return address.replace(/\/$/, '')
  }
  const createToken = async () => {
    const made = await post(`${origin}/api/account/tokens`, { name: 'recipe' }, { cookie })
    return z.object({ token: z.string() }).parse(await made.json()).token
  }
  const remove = (entry: number) =>
    fetch(`${origin}/api/submissions/${entry}`, {
      method: 'DELETE',
      headers: { cookie, Origin: origin },
    })
  /** Records views of an hour ago, because the newest events are held back. */
  const addViews = (count: number) => {
    const at = Date.now() - 3_600_000
    const views = Array.from({ length: count }, (_, index) =>
      makeEvent({ cardId: card.id, at: at + index, visitor: `${index % 7}` }),
    )
    return recordEvents(env, views)
  }
  let entries = 0
  const addEntry = async (formData: Record<string, string>, timestamp = new Date()) => {
    entries += 1
    const insert = `insert into form_submissions (card_id, client_id, form_data, timestamp)
      values (?, ?, ?, ?) returning id`
    const values = [card.id, `entry-${entries}`, JSON.stringify(formData), timestamp.toISOString()]
    return (
      (await env.DB.prepare(insert)
        .bind(...values)
        .first<number>('id')) ?? 0
    )
  }
  return { origin, env, close, card, createFeed, createToken, remove, addViews, addEntry }
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}
