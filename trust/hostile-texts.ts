/** Hostile text for the tests of what is made of text: the payloads of `trust/`, and cards that are full of them. */
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import { signIn } from '../worker/testing/app.ts'
import { hostileCard, insertRows } from './hostile-cards.ts'
import { families, type Payload, payloads, some } from './payloads.ts'

const isWhole = inject('isWhole')
// Halves of characters do not pass through the database, and end the runner when a failure tells of them.
const whole = (chosen: Payload[]) =>
  chosen.map((one) => ({ ...one, text: one.text.toWellFormed() }))

/** Every payload in the long run; else some of each family. */
export const tried = whole(isWhole ? payloads : families.flatMap((family) => some(30, [family])))
export const addresses = whole(some(isWhole ? 1 : 12, ['address']))

/** An owner of level 5, and their cards with one payload in every text each, made when they are asked for. */
export function hostileOwner() {
  const owner = signIn(5)
  const cards = new Map<string, Promise<{ id: number; slug: string }>>()
  async function stored(payload: Payload) {
    const card = cards.get(payload.text) ?? store(payload, (await owner).user.id)
    cards.set(payload.text, card)
    return card
  }
  return { owner, stored }
}

/** Written past the contracts. */
async function store({ text }: Payload, userId: number): Promise<{ id: number; slug: string }> {
  const slug = `hostile-${crypto.randomUUID()}`
  await insertRows(env.DB, 'business_cards', [hostileCard(() => text, { slug, userId })])
  const row = await env.DB.prepare('select id from business_cards where slug = ?')
    .bind(slug)
    .first()
  return { id: Number(row?.id), slug }
}
