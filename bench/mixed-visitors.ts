/** Forty visitors and an owner, over kept connections: 80 % views, 15 % events, 4 % API, 1 % saves of cards. */
import { Agent, request } from 'node:http'
import { makeEventId } from '../worker/events/event-id.ts'

const connections = 40
const account = { username: 'admin', password: 'cardsdemo' }

type Card = { id: number; slug: string; title: string | null; version: number; state: string }
type Asked = { method: string; path: string; body?: string; headers?: Record<string, string> }
type Answer = { status: number; body: string; cookie: string }

/** Signs in, and reads the cards. `run` works for so long and waits for the last answers. */
export async function openVisitors(origin: string, ledger: Ledger) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = (asked: Asked) => send(origin, agent, asked)
  const json = { 'Content-Type': 'application/json', 'User-Agent': phone }
  const login = { method: 'POST', path: '/api/login', body: JSON.stringify(account), headers: json }
  const Cookie = (await ask(login)).cookie
  const list = await ask({ method: 'GET', path: '/api/business-cards', headers: { Cookie } })
  const cards: Card[] = JSON.parse(list.body)
  const live = cards.filter(({ state }) => state === 'live')
  const failed: string[] = []
  const kinds: Record<string, number> = { views: 0, events: 0, API: 0, saves: 0 }
  let answered = 0
  let number = 0
  let events = 0
  let lastView: Post | undefined

  const expect = (asked: Asked, { status }: Answer, wanted: number) => {
    answered += 1
    if (status !== wanted) failed.push(`${asked.method} ${asked.path} answered ${status}`)
    return status === wanted
  }
  const view = async (card: Card) => {
    const asked = { method: 'GET', path: `/view/${card.slug}`, headers: { 'User-Agent': phone } }
    expect(asked, await ask(asked), 200)
  }
  const event = async () => {
    events += 1
    const post = makePost(
      events,
      live.map(({ id }) => id),
      lastView,
    )
    const { path, body } = post
    const asked = { method: 'POST', path, body, headers: { ...json, 'User-Agent': post.agent } }
    if (expect(asked, await ask(asked), 202)) ledger.take(post)
    if (path.endsWith('views')) lastView = post
  }
  const api = async (card: Card) => {
    const path =
      number % 2 ? `/api/analytics/${card.id}?range=monthly` : `/api/business-cards/${card.id}`
    const asked = { method: 'GET', path, headers: { Cookie } }
    expect(asked, await ask(asked), 200)
  }
  const free = [...live]
  const save = async () => {
    const card = free.shift()
    if (!card) return
    const body = JSON.stringify({ ...card, title: `Title ${number}` })
    const asked = {
      method: 'PUT',
      path: `/api/business-cards/${card.id}`,
      body,
      headers: { ...json, Cookie },
    }
    const answer = await ask(asked)
    free.push(expect(asked, answer, 200) ? JSON.parse(answer.body) : card)
  }
  const next = async () => {
    number += 1
    const turn = (number * 37) % 100
    const card = live[number % live.length]
    if (!card) throw new Error('There is no live card')
    const kind = turn < 80 ? 'views' : turn < 95 ? 'events' : turn < 99 ? 'API' : 'saves'
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (kind === 'views') return view(card)
    if (kind === 'events') return event()
    return kind === 'API' ? api(card) : save()
  }
  return {
    async run(seconds: number) {
      const until = Date.now() + 1000 * seconds
      const visitor = async () => {
        while (Date.now() < until)
          await next().catch((error: unknown) => void failed.push(String(error)))
      }
      await Promise.all(Array.from({ length: connections }, visitor))
      agent.destroy()
    },
    tally: () => ({ answered, failed, kinds }),
  }
}

function send(origin: string, agent: Agent, { method, path, body, headers }: Asked) {
  return new Promise<Answer>((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const sent = request(origin + path, { method, agent, headers: { ...headers, ...length } })
    sent.on('error', reject).on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          cookie: (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; '),
        }),
      )
    })
    sent.end(body)
  })
}

export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** A post as it goes over the wire, with what will become of its event. */
type Post = {
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
function makePost(number: number, cards: number[], earlier: Post | undefined): Post {
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
