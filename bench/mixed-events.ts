/** The events of the mixed load, and the account that is kept of those that were taken. */
import { makeEventId } from '../worker/events/event-id.ts'

export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** A post as it goes over the wire, with what will become of its event. */
export type Post = {
  path: string
  agent: string
  body: string
  key: string
  leftOut: string | null
}

/** What was answered 202: once or more often, and why some are left out. */
export function newLedger() {
  const taken = new Map<string, string | null>()
  let sent = 0
  return {
    take({ key, leftOut }: Post) {
      sent += 1
      taken.set(key, leftOut)
    },
    told() {
      const leftOut: Record<string, number> = {}
      for (const reason of taken.values()) if (reason) leftOut[reason] = (leftOut[reason] ?? 0) + 1
      return { sent, distinct: taken.size, leftOut }
    },
  }
}

export type Ledger = ReturnType<typeof newLedger>

const unknownCard = 1_999_999_999

/** The event of that number: of 100, 8 repeat an earlier one, 15 end a visit, 20 are clicks, 10 saves, the rest views. */
export function makePost(number: number, cards: number[], earlier: Post | undefined): Post {
  const turn = (number * 37) % 100
  if (earlier && turn < 8) return earlier
  if (earlier && turn < 23) {
    const visit = JSON.parse(earlier.body)
    return { ...earlier, body: JSON.stringify({ ...visit, phase: 'leave', dwellMs: 10 * number }) }
  }
  const kind = turn < 43 ? 'click' : turn < 53 ? 'save' : 'view'
  const eventId = makeEventId()
  const oddity = (number * 13) % 50
  const cardId = oddity === 0 ? unknownCard : (cards[number % cards.length] ?? 0)
  const link = { linkType: 'phone', linkId: oddity === 1 ? 'button-99' : 'primary' }
  const own = oddity === 2
  const agent = oddity === 3 ? robot : phone
  const body = { cardId, eventId, source: 'qr', own, ...(kind === 'click' ? link : {}) }
  return {
    path: `/api/card-${kind}s`,
    agent,
    body: JSON.stringify(body),
    key: `${kind} ${cardId} ${eventId}`,
    leftOut: reasonOf({ kind, oddity }),
  }
}

function reasonOf({ kind, oddity }: { kind: string; oddity: number }): string | null {
  if (oddity === 0) return 'unknown card'
  if (oddity === 1 && kind === 'click') return 'unknown link'
  if (oddity === 2) return 'own'
  return oddity === 3 ? 'bot' : null
}
