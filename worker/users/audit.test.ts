import { expect, test } from 'vitest'
import { AuditPage } from '../../schema/audit.ts'
import { makeCard, makeUser, request, signIn, signInWithCard } from '../testing/app.ts'
import { pauseRequest } from '../testing/paused-request.ts'

await makeUser({ id: 1, accessLevel: 5 })

async function rows(question = '') {
  const { request: asAdmin } = await signIn(5)
  return AuditPage.parse(await (await asAdmin('GET', `/api/audit${question}`)).json())
}

test('GET /api/audit requires level 5, and rejects unknown queries', async () => {
  expect((await request('GET', '/api/audit')).status).toBe(401)
  const { request: asLevel4 } = await signIn(4)
  expect((await asLevel4('GET', '/api/audit')).status).toBe(403)
  const { request: asLevel5 } = await signIn(5)
  for (const question of ['before=x', 'limit=201', 'who=1'])
    expect((await asLevel5('GET', `/api/audit?${question}`)).status).toBe(400)
})

test('a change is logged with its actor and outcome, and without secrets', async () => {
  const admin = await signIn(5)
  const target = await makeUser({ accessLevel: 2 })
  const change = { accessLevel: 3, password: 'a new password' }
  const path = `/api/users/${target.id}`
  expect((await admin.request('PATCH', path, change)).status).toBe(200)
  expect((await admin.request('PATCH', path, { accessLevel: 9 })).status).toBe(400)
  const { rows: found } = await rows(`?user=${target.id}`)
  expect(found).toEqual([
    {
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actorId: admin.user.id,
      actor: admin.user.username,
      action: 'user-edited',
      target: `user ${target.id}`,
      targetName: target.username,
      details: { accessLevel: { from: 2, to: 3 }, password: 'set' },
    },
  ])
})

test('a new record is logged with its id, and a saved card with the changed fields', async () => {
  const owner = await signIn(1)
  const made = await owner.request('POST', '/api/business-cards', { userId: owner.user.id })
  const card = Object(await made.json())
  const path = `/api/business-cards/${card.id}`
  const address = '1 Pier Road, Brighton'
  const customizations = {
    ...card.customizations,
    pin: { latitude: 50.8, longitude: -0.1, of: address },
  }
  const first = await owner.request('PUT', path, { ...card, address, customizations })
  const put = { ...Object(await first.json()), title: 'Engineer', theme: 'tech' }
  expect((await owner.request('PUT', path, put)).status).toBe(200)
  expect((await owner.request('GET', path)).status).toBe(200)
  const { rows: found } = await rows(`?card=${card.id}`)
  expect(found.map(({ action, details }) => [action, details])).toEqual([
    ['card-changed', { fields: ['theme', 'title'] }],
    ['card-changed', { fields: ['address'] }],
    ['card-created', { id: card.id, slug: card.slug, owner: owner.user.username }],
  ])
})

test('a save is logged exactly when it is written', async () => {
  const { request: send, card, put, cookie } = await signInWithCard(1)
  const one = { ...card, title: 'One' }
  const headers = { Cookie: cookie }
  const call = { method: 'PUT', path: put, body: { ...card, title: 'Two' }, headers }
  const paused = await pauseRequest(call, /update "business_cards"/)
  expect((await send('PUT', put, one)).status).toBe(200)
  // The same save again, as after a lost response.
  expect((await send('PUT', put, one)).status).toBe(200)
  expect((await paused.resume()).status).toBe(412)
  const { rows: found } = await rows(`?card=${card.id}`)
  expect(found.map(({ details }) => details)).toEqual([{ fields: ['title'] }])
})

test('the log is paged, newest first, and filtered by actor', async () => {
  const admin = await signIn(5)
  const cards = [
    await makeCard({ name: 'Ada' }),
    await makeCard({ name: null }),
    await makeCard({ name: 'Grace' }),
  ]
  for (const { id } of cards) await admin.request('DELETE', `/api/business-cards/${id}`)
  const first = await rows(`?actor=${admin.user.id}&limit=2`)
  expect(first.rows.map(({ target }) => target)).toEqual([
    `card ${cards[2]?.id}`,
    `card ${cards[1]?.id}`,
  ])
  expect(first.rows.map(({ targetName }) => targetName)).toEqual(['Grace', cards[1]?.slug])
  const rest = await rows(`?actor=${admin.user.id}&limit=2&before=${first.next}`)
  expect(rest).toMatchObject({ rows: [{ target: `card ${cards[0]?.id}` }], next: null })
})
