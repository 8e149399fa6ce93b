import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '../../schema/operations/tables.ts'
import { shortLivedKinds } from '../../schema/users/audit.ts'
import { db, makeCard, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { freezeClockInNewMinute } from '../testing/clock.ts'
import { declarations } from '../testing/declarations.ts'
import { dumpEverything, findAddressTraces, findTraces } from '../testing/find-leaks.ts'
import { postFromNetwork } from '../testing/https-request.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { signInWithPassword } from '../testing/second-factor.ts'
import { eventDetails } from './audit-log.ts'

await makeUser({ id: 1, accessLevel: 5 })

function rowsOf(userId: number) {
  return db.select().from(auditLog).where(eq(auditLog.userId, userId)).orderBy(auditLog.id).all()
}

test('country, network and device are recorded, and all addresses of a network give the same value', async () => {
  // Refusals of a minute share a row.
  freezeClockInNewMinute()
  const { user } = await signInWithPassword()
  const cf = { country: 'DE', asn: 64_500, asOrganization: 'Example Net', city: 'Munich' }
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
  const body = { username: user.username, password: 'wrong' }
  for (const address of ['198.51.97.3', '198.51.97.200', '198.51.98.3'])
    expect((await postFromNetwork('/api/login', body, { cf, agent, address })).status).toBe(401)
  const rows = await rowsOf(user.id)
  expect(rows.map(({ count }) => count)).toEqual([2, 1])
  expect(rows[0]).toMatchObject({
    country: 'DE',
    asn: 64_500,
    asOrganization: 'Example Net',
    device: 'Firefox, Linux',
    network: expect.stringMatching(/^[\w-]{16}$/),
  })
  expect(rows[1]?.network).not.toBe(rows[0]?.network)
  expect(JSON.stringify(rows)).not.toContain('Munich')
})

test('an unknown user agent cannot choose its device name', async () => {
  const { user } = await signInWithPassword()
  const address = '198.51.97.3'
  const body = { username: user.username, password: 'right horse' }
  const response = await postFromNetwork('/api/login', body, {
    cf: {},
    agent: 'Zq7Marker/1.0',
    address,
  })
  expect(response.status).toBe(200)
  expect((await rowsOf(user.id))[0]?.device).toBe('Unknown')
  expect(findTraces('Zq7Marker', await dumpEverything())).toEqual([])
})

test('visitors, unknown paths, reads and reauthentication prompts record nothing', async () => {
  const count = () => env.DB.prepare('select count(*) as n from audit_log').first('n')
  const card = await makeCard()
  const person = await signIn(1)
  const before = await count()
  const cardId = card.id
  const cross = { Origin: 'https://evil.example', ...newAddress() }
  await request('POST', '/api/card-views', { cardId }, newAddress())
  await request('POST', '/api/card-views', { cardId }, cross)
  await request('POST', '/api/form-submissions', { cardId, formData: {} }, cross)
  for (const path of ['/wp-login.php', '/api/nothing', `/view/${card.slug}`, '/view/nobody'])
    await request('GET', path)
  for (const path of ['/api/user', '/api/business-cards', '/api/sessions'])
    await person.request('GET', path)
  await request('GET', '/api/user')
  await request('GET', '/api/user', undefined, { Cookie: 'sid=nothing' })
  await request('POST', '/api/logout')
  await env.DB.prepare('update sessions set auth_at = 0 where user_id = ?')
    .bind(person.user.id)
    .run()
  expect((await person.request('POST', '/api/account/tokens', { name: 'a' })).status).toBe(403)
  expect(await count()).toBe(before)
})

test('no event contains an IP address, an email, a secret or user input', async ({ task }) => {
  openOutbox()
  const marks = {
    address: '198.51.96.211',
    email: 'zq.marker@marks.test',
    name: 'zqmarkername',
    secret: 'zqmarkersecret',
    query: 'zqmarkerquery',
    agent: 'ZqMarkerAgent',
  }
  const headers = {
    'CF-Connecting-IP': marks.address,
    'User-Agent': `${marks.agent}/1.0 (${marks.name})`,
    Referer: `https://${marks.name}.example/`,
    'CF-Ray': marks.name,
    Origin: `https://${marks.name}.example`,
  }
  const body = {
    ...{ username: marks.name, password: marks.secret, currentPassword: marks.secret },
    ...{ email: marks.email, fullName: marks.name, code: marks.secret, token: marks.secret },
    ...{ name: marks.name, newPassword: marks.secret },
  }
  const person = await signInWithPassword(5, { username: marks.name, email: marks.email })
  const ways: Record<string, string>[] = [
    {},
    { Cookie: person.cookie },
    { Authorization: `Bearer ${marks.secret}` },
  ]
  const calls = Object.keys(declarations).filter((key) => key.includes('/api/'))
  let callCount = 0
  for (const key of calls)
    for (const way of ways) {
      const [method = '', path = ''] = key.split(' ')
      const to = `${path.replace(/:\w+/g, marks.name)}?${marks.query}=${marks.query}`
      const cross = callCount % 2 === 0
      const sent = { ...headers, ...way, ...(cross ? {} : { Origin: 'http://cards.test' }) }
      await (await request(method, to, method === 'GET' ? undefined : body, sent)).text()
      callCount += 1
    }
  await request(
    'POST',
    '/api/login',
    { username: marks.name, password: marks.secret },
    newAddress(),
  )
  await settled()
  // A change names its actor and what changed; only its security event leaves through the export.
  const columns = (await dumpEverything()).filter(({ where }) =>
    /^DB\.audit_log\.(?!actor$|details$)/.test(where),
  )
  const details = (await db.select().from(auditLog).all()).map((row) => ({
    where: `details of ${row.action}`,
    text: JSON.stringify(shortLivedKinds.includes(row.action) ? row.details : eventDetails(row)),
  }))
  const pieces = [...columns, ...details]
  expect(pieces.some(({ text }) => text === 'sign-in-failed')).toBe(true)
  expect(pieces.length).toBeGreaterThan(300)
  expect(findAddressTraces(marks.address, pieces)).toEqual([])
  expect(pieces.filter(({ text }) => text.includes('198.51.96'))).toEqual([])
  for (const mark of Object.values(marks)) expect(findTraces(mark, pieces)).toEqual([])
  task.meta.proves = {
    what: 'calls with personal data, none of it in a security event',
    cases: callCount,
  }
})
