/** Payloads for the worker's tests, and cards that contain them. */
import { env } from 'cloudflare:workers'
import { signIn } from '../worker/testing/app.ts'
import { hostileCard, hostileTexts, insertRows } from './hostile-cards.ts'
import { allFamilies, type Payload, some } from './payloads.ts'

// The database does not store lone surrogates, and the test runner crashes when it reports one.
const wellFormed = (chosen: Payload[]) =>
  chosen.map((one) => ({ ...one, text: one.text.toWellFormed() }))

/** With this many repetitions of a test, its samples are all payloads. */
export const samples = 30

type Repeatable = { result?: { repeatCount?: number } }

/** The sample of these families for this repetition of a test, the next one at each. */
export function payloadsFor({ result }: Repeatable, of: string[] = allFamilies): Payload[] {
  const repetition = (result?.repeatCount ?? 0) % samples
  return wellFormed(of.flatMap((family) => some(samples, [family], repetition)))
}

/** Returns a function that returns the card with a payload in every text, and creates it once. */
export function hostileCards() {
  const owner = signIn(5)
  const cards = new Map<string, Promise<{ id: number; slug: string }>>()
  return async (payload: Payload) => {
    const card = cards.get(payload.text) ?? store(payload, (await owner).user.id)
    cards.set(payload.text, card)
    return card
  }
}

/** Inserts the card without validation. */
async function store({ text }: Payload, userId: number): Promise<{ id: number; slug: string }> {
  const slug = `hostile-${crypto.randomUUID()}`
  await insertRows(env.DB, 'business_cards', [hostileCard(() => text, { slug, userId })])
  const row = await env.DB.prepare('select id from business_cards where slug = ?')
    .bind(slug)
    .first()
  const fields = JSON.stringify(hostileTexts(() => text))
  await insertRows(env.DB, 'card_locales', [{ card_id: Number(row?.id), locale: 'ar', fields }])
  return { id: Number(row?.id), slug }
}
