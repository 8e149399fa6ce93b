import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { plainFormId } from '../inbox/form-submission.ts'
import { dayMs } from '../platform/time.ts'
import { findLiveCard } from '../public/public-card-queries.ts'
import { db, makeCard, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { dumpEverything, findAddressTraces, findTraces, type Piece } from '../testing/find-leaks.ts'
import { makePng } from '../testing/images.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'
import { addressedHeaders, agentMark, walkAddresses } from '../testing/walk.ts'
import { describeVisitor } from '../tracking/visitor.ts'
import { runJobs } from './cron.ts'

const mayHavePrefix = 'DB.form_submissions.submitter_ip'

// `worker/http/walk.long.test.ts` scans after every call.
test("no visit stores or logs the visitor's address", async () => {
  openOutbox()
  const logs = captureLogs()
  for (const { address } of walkAddresses) await visit(addressedHeaders(address))
  await settled()
  const pieces = [...(await dumpEverything()), ...logs()]
  for (const { address, prefix } of walkAddresses) {
    expect(findAddressTraces(address, pieces)).toEqual([])
    const found = pieces.filter(({ text }) => text.includes(prefix)).map(({ where }) => where)
    // That it is found proves that the scan works.
    expect([...new Set(found)]).toEqual([mayHavePrefix])
  }
  expect(findTraces(agentMark, pieces)).toEqual([])
})

test('cron jobs delete address prefixes and daily hash keys on time', async () => {
  const start = Math.ceil(Date.now() / dayMs) * dayMs + 15 * 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  onTestFinished(() => void vi.useRealTimers())
  for (const { address } of walkAddresses) await visit(addressedHeaders(address))
  await settled()
  const today = Math.floor(start / dayMs)
  await atNight(start + dayMs)
  expect(await hasKey(today)).toBe(true)
  // Two days after the day began, to the hour.
  await runAt((today + 2) * dayMs)
  expect(await hasKey(today)).toBe(false)
  expect(await env.DB.prepare('select count(*) as n from throttle').first('n')).toBe(0)
  await atNight(start + 29 * dayMs)
  expect((await prefixesKept()).length).toBeGreaterThan(0)
  await atNight(start + 31 * dayMs)
  expect(await prefixesKept()).toEqual([])
})

test.each(['Sec-GPC', 'DNT'])(
  'with %s, no hash, no part of the address and no city are stored',
  async (header) => {
    const headers = { ...addressedHeaders('198.51.96.77'), [header]: '1' }
    const card = await visit(headers, { discreetly: true })
    const cf = { country: 'DE', region: 'Bavaria', city: 'Munich' }
    const seen = describeVisitor(new Request('http://cards.test/', { headers, cf }))
    expect(seen).toMatchObject({ place: 'DE||', ip: 'Unknown', optedOut: true })
    await settled()
    const pieces = await dumpEverything()
    expect(pieces.filter(({ text }) => text.includes('198.51.96.'))).toEqual([])
    const { results } = await env.ANALYTICS.prepare('select * from card_visitors where card_id = ?')
      .bind(card)
      .all()
    expect(results).toEqual([])
  },
)

test('the id of a form sent without JavaScript cannot be recomputed once the key of its day is gone', async () => {
  const { id } = await makeCard()
  const found = await findLiveCard(db, id)
  if (!found) throw new Error('There is no card')
  const visitor = describeVisitor(
    new Request('http://cards.test/', { headers: addressedHeaders('198.51.97.213') }),
  )
  const entry = { answers: { name: 'Grace' }, visitor }
  const first = await plainFormId(env, found.card, entry)
  expect(await plainFormId(env, found.card, entry)).toBe(first)
  const other = { ...visitor, address: '198.51.97.214' }
  expect(await plainFormId(env, found.card, { ...entry, visitor: other })).not.toBe(first)
  const otherKey = { ...env, ANALYTICS: Reflect.get(env, 'ANALYTICS_2') }
  expect(await plainFormId(otherKey, found.card, entry)).not.toBe(first)
})

/** Captures what the worker logs from now on. */
function captureLogs(): () => Piece[] {
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  )
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return () =>
    spies.flatMap((spy) => spy.mock.calls.map((line) => ({ where: 'log', text: line.join(' ') })))
}

async function visit(headers: Record<string, string>, { discreetly = false } = {}) {
  const { user } = await signInWithPassword()
  const fields = [{ key: 'name' as const, required: true, label: null }]
  const formConfig = { fields, consent: null, thanks: null }
  const { id: cardId, slug } = await makeCard({ userId: user.id, formConfig, phone: '+4420' })
  const click = { cardId, linkType: 'phone', linkId: 'primary' }
  const form = { cardId, formData: { name: 'Grace' } }
  const posts: [string, unknown][] = [
    ['/api/card-views', { cardId }],
    ['/api/card-clicks', click],
    ['/api/card-saves', { cardId }],
    ['/api/form-submissions', form],
    ['/api/login', { username: user.username, password: 'not it' }],
    ['/api/login', { username: user.username, password }],
    ['/api/reset-password', { email: user.email }],
  ]
  for (const [path, body] of posts) await (await request('POST', path, body, headers)).text()
  const plain = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }
  await request('POST', '/api/form-submissions', `cardId=${cardId}&name=Ada`, plain)
  for (const path of [`/view/${slug}`, `/api/vcard/${cardId}`, `/view/${slug}?utm=1`])
    await (await request('GET', path, undefined, headers)).text()
  const Cookie = `sid=${await startSession(db, user.id, 'Unknown')}`
  const picture = new FormData()
  picture.set('file', new File([makePng(9, 9, discreetly ? 3 : 4)], 'me.png'))
  picture.set('cardId', `${cardId}`)
  picture.set('type', 'profile')
  await (await request('POST', '/api/upload', picture, { ...headers, Cookie })).text()
  return cardId
}

async function hasKey(of: number): Promise<boolean> {
  const row = await env.ANALYTICS.prepare('select 1 from visitor_salts where day = ?')
    .bind(of)
    .first()
  return row !== null
}

async function prefixesKept(): Promise<string[]> {
  const entries = await db.select({ ip: formSubmissions.submitterIp }).from(formSubmissions).all()
  return entries.map(({ ip }) => `${ip}`).filter((text) => text.includes('/'))
}

function atNight(time: number) {
  return runAt(Math.floor(time / dayMs) * dayMs + 3 * 3_600_000)
}

async function runAt(time: number) {
  vi.setSystemTime(time)
  await runJobs(env, time)
}
