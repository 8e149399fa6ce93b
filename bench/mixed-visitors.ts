/** Load of visitors and an owner over 40 keep-alive connections: 80 % views, 15 % events, 4 % API reads, 1 % card saves. */
import { Agent, request } from 'node:http'
import { makeEventId } from '../worker/tracking/event-id.ts'

const connections = 40
const account = { username: 'admin', password: 'cardsdemo' }

type Card = { id: number; slug: string; title: string | null; version: number; state: string }
type Call = { method: string; path: string; body?: string; headers?: Record<string, string> }
type Answer = { status: number; body: string; cookie: string }

/** Signs in and lists the cards. `run` sends requests for `seconds`, then waits for the last responses. */
export async function openVisitors(origin: string, ledger: Ledger) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const execute = (call: Call) => send(origin, agent, call)
  const json = { 'Content-Type': 'application/json', 'User-Agent': phone }
  const login = { method: 'POST', path: '/api/login', body: JSON.stringify(account), headers: json }
  const Cookie = (await execute(login)).cookie
  const list = await execute({ method: 'GET', path: '/api/business-cards', headers: { Cookie } })
  const cards: Card[] = JSON.parse(list.body)
  const live = cards.filter(({ state }) => state === 'live')
  const failed: string[] = []
  const kinds: Record<string, number> = { views: 0, events: 0, API: 0, saves: 0 }
  let answered = 0
  let number = 0
  let events = 0
  let lastView: Post | undefined

  const expect = (call: Call, { status }: Answer, expected: number) => {
    answered += 1
    if (status !== expected) failed.push(`${call.method} ${call.path} answered ${status}`)
    return status === expected
  }
  const view = async (card: Card) => {
    const call = { method: 'GET', path: `/view/${card.slug}`, headers: { 'User-Agent': phone } }
    expect(call, await execute(call), 200)
  }
  const event = async () => {
    events += 1
    const post = makePost(
      events,
      live.map(({ id }) => id),
      lastView,
    )
    const { path, body } = post
    const call = { method: 'POST', path, body, headers: { ...json, 'User-Agent': post.agent } }
    if (expect(call, await execute(call), 202)) ledger.add(post)
    if (path.endsWith('views')) lastView = post
  }
  const api = async (card: Card) => {
    const path =
      number % 2 ? `/api/analytics/${card.id}?range=monthly` : `/api/business-cards/${card.id}`
    const call = { method: 'GET', path, headers: { Cookie } }
    expect(call, await execute(call), 200)
  }
  const free = [...live]
  const save = async () => {
    const card = free.shift()
    if (!card) return
    const body = JSON.stringify({ ...card, title: `Title ${number}` })
    const call = {
      method: 'PUT',
      path: `/api/business-cards/${card.id}`,
      body,
      headers: { ...json, Cookie },
    }
    const response = await execute(call)
    free.push(expect(call, response, 200) ? JSON.parse(response.body) : card)
  }
  const next = async () => {
    number += 1
    const percentile = (number * 37) % 100
    const card = live[number % live.length]
    if (!card) throw new Error('There is no live card')
    const kind =
      percentile < 80 ? 'views' : percentile < 95 ? 'events' : percentile < 99 ? 'API' : 'saves'
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

function send(origin: string, agent: Agent, { method, path, body, headers }: Call) {
  return new Promise<Answer>((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const sent = request(origin + path, { method, agent, headers: { ...headers, ...length } })
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          cookie: (response.headers['set-cookie'] ?? [])
            .map((each) => each.split(';')[0])
            .join('; '),
        }),
      )
    })
    sent.end(body)
  })
}

export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** The request of an event; `leftOut` is the expected reason for its exclusion from the counts. */
type Post = {
  path: string
  agent: string
  body: string
  key: string
  leftOut: string | null
}

/** The events answered with 202, with repeats, and the expected exclusions by reason. */
export function newLedger() {
  const accepted = new Map<string, string | null>()
  let sent = 0
  return {
    add({ key, leftOut }: Post) {
      sent += 1
      accepted.set(key, leftOut)
    },
    totals() {
      const leftOut: Record<string, number> = {}
      for (const reason of accepted.values())
        if (reason) leftOut[reason] = (leftOut[reason] ?? 0) + 1
      return { sent, distinct: accepted.size, leftOut }
    },
  }
}

type Ledger = ReturnType<typeof newLedger>

const unknownCard = 1_999_999_999

/** The event with this number: 8 % repeat an earlier one, 15 % end a visit, 20 % are clicks, 10 % saves, the rest views. */
function makePost(number: number, cards: number[], earlier: Post | undefined): Post {
  const percentile = (number * 37) % 100
  if (earlier && percentile < 8) return earlier
  if (earlier && percentile < 23) {
    const visit = JSON.parse(earlier.body)
    return { ...earlier, body: JSON.stringify({ ...visit, phase: 'leave', dwellMs: 10 * number }) }
  }
  const kind = percentile < 43 ? 'click' : percentile < 53 ? 'save' : 'view'
  const eventId = makeEventId()
  // Independent of the kind, which repeats every hundred events.
  const anomaly = Math.floor(number / 100) % 50
  const cardId = anomaly === 0 ? unknownCard : (cards[number % cards.length] ?? 0)
  const link = { linkType: 'phone', linkId: anomaly === 1 ? 'button-99' : 'primary' }
  const own = anomaly === 2
  const agent = anomaly === 3 ? robot : phone
  const body = { cardId, eventId, source: 'qr', own, ...(kind === 'click' ? link : {}) }
  return {
    path: `/api/card-${kind}s`,
    agent,
    body: JSON.stringify(body),
    key: `${kind} ${cardId} ${eventId}`,
    leftOut: reasonOf({ kind, anomaly }),
  }
}

function reasonOf({ kind, anomaly }: { kind: string; anomaly: number }): string | null {
  if (anomaly === 0) return 'unknown card'
  if (anomaly === 1 && kind === 'click') return 'unknown link'
  if (anomaly === 2) return 'own'
  return anomaly === 3 ? 'bot' : null
}
