import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { makeCard, signIn } from '../testing/app.ts'
import { model, rules } from '../testing/templates.ts'
import { deterministicBytes, uuidOf } from './secrets.ts'

const clientId = 'sent-again-after-a-lost-answer'

test.each([
  ['/api/business-cards', { userId: 0 }],
  ['/api/templates', { name: 'Team', cardId: 0, rules }],
  ['/api/account/tokens', { name: 'Sheet' }],
  ['/api/analytics-shares', { timeframe: 'month', card: 0, days: 7 }],
])(
  'POST %s with the same clientId returns the existing record and creates no other',
  async (path, fields) => {
    const { user, request } = await signIn(5)
    const { id } = await makeCard({ userId: user.id, ...model })
    const ids = { userId: user.id, cardId: id, card: id }
    const of = Object.entries(ids).filter(([name]) => name in fields)
    const body = { ...fields, ...Object.fromEntries(of) }
    const made = async (sent: object) => {
      const response = await request('POST', path, sent)
      expect(response.status).toBe(201)
      return response.json<Record<string, unknown>>()
    }
    const list = async () => (await (await request('GET', path)).json<unknown[]>()).length
    const before = await list()
    const [first, second] = await Promise.all([
      made({ ...body, clientId }),
      made({ ...body, clientId }),
    ])
    expect(second.id).toBe(first.id)
    const third = await made({ ...body, clientId })
    expect([third.id, third.slug, third.token, third.path]).toEqual([
      first.id,
      first.slug,
      first.token,
      first.path,
    ])
    expect(await list()).toBe(before + 1)
    expect((await made({ ...body, clientId: `${clientId}-not` })).id).not.toBe(first.id)
    expect((await made(body)).id).not.toBe((await made(body)).id)
    const { request: another } = await signIn(5)
    const answer = await another('POST', path, { ...body, clientId })
    if (answer.status === 201)
      expect((await answer.json<Record<string, unknown>>()).id).not.toBe(first.id)
    else expect(answer.status).toBe(403)
  },
)

test('a token that was revoked is not restored by the same request', async () => {
  const { request } = await signIn(3)
  const createToken = () => request('POST', '/api/account/tokens', { name: 'Sheet', clientId })
  const { id } = await (await createToken()).json<{ id: string }>()
  await request('DELETE', `/api/account/tokens/${id}`)
  const response = await createToken()
  expect([response.status, await response.text()]).toEqual([
    409,
    'This token was revoked. Create a new one.',
  ])
})

test('the bytes depend on purpose, user, content and PEPPER, and are random without a clientId', () => {
  const input = { userId: 1, name: 'Sheet', clientId }
  const values = [
    deterministicBytes(env, 'token', input),
    deterministicBytes(env, 'id of a token', input),
    deterministicBytes(env, 'token', { ...input, userId: 2 }),
    deterministicBytes(env, 'token', Object.assign({ ...input }, { name: 'Other' })),
    deterministicBytes({ PEPPER: 'another' }, 'token', input),
    deterministicBytes(env, 'token', { userId: 1 }),
    deterministicBytes(env, 'token', { userId: 1 }),
  ].map((bytes) => bytes.toString('hex'))
  expect(new Set(values).size).toBe(values.length)
  expect(deterministicBytes(env, 'token', input).toString('hex')).toBe(values[0])
  expect(uuidOf(deterministicBytes(env, 'card', input))).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})
