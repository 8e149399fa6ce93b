import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { businessCards } from '../../schema/cards/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { SharePoint } from '../../schema/share-points/share-point.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import {
  db,
  makeCard,
  origin,
  request,
  signIn,
  signInWithCard,
  statusAndText,
} from '../testing/app.ts'
import { runJob } from '../testing/run-job.ts'
import { makeSharePoint } from '../testing/share-points.ts'

type Owner = Awaited<ReturnType<typeof signIn>>

const pathOf = (cardId: number) => `/api/business-cards/${cardId}/share-points`
const booth = { label: 'Booth 12', kind: 'booth' as const }

async function create(owner: Owner, cardId: number, fields: object = booth): Promise<SharePoint> {
  const response = await owner.request('POST', pathOf(cardId), fields)
  expect(response.status).toBe(201)
  return SharePoint.parse(await response.json())
}

async function list(owner: Owner, cardId: number): Promise<SharePoint[]> {
  const response = await owner.request('GET', pathOf(cardId))
  return z.array(SharePoint).parse(await response.json())
}

test('share points require a session, and a user who may edit the card', async () => {
  const owner = await signInWithCard(1)
  const point = await create(owner, owner.card.id)
  const [stranger, level4] = [await signIn(3), await signIn(4)]
  const calls = [
    ['GET', pathOf(owner.card.id)],
    ['POST', pathOf(owner.card.id), booth],
    ['PATCH', `/api/share-points/${point.id}`, { archived: true }],
    ['GET', `/api/share-points/${point.id}/qr.svg`],
    ['GET', `/api/share-points/${point.id}/qr.png`],
  ] as const
  for (const [method, path, body] of calls) {
    expect((await request(method, path, body)).status, path).toBe(401)
    expect(await statusAndText(stranger.request(method, path, body)), path).toEqual([
      403,
      "You don't have permission to edit this card",
    ])
    expect((await level4.request(method, path, body)).ok, path).toBe(true)
  }
  expect((await owner.request('GET', pathOf(999_999))).status).toBe(404)
  expect((await owner.request('PATCH', '/api/share-points/999999', { label: 'x' })).status).toBe(
    404,
  )
})

test('POST creates a share point with a code and URL of its own, which PATCH never changes', async () => {
  const owner = await signInWithCard(1)
  const dates = { activeFrom: '2026-04-20', activeTo: '2026-04-24T18:00:00+02:00' }
  const point = await create(owner, owner.card.id, { ...booth, ...dates, note: ' Hall 3 ' })
  expect(point).toMatchObject({
    ...{ cardId: owner.card.id, label: 'Booth 12', kind: 'booth', note: 'Hall 3' },
    ...{ activeFrom: '2026-04-20', activeTo: '2026-04-24T16:00:00.000Z', archived: false },
  })
  expect(point.code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/)
  expect(point.url).toBe(`${origin}/s/${point.code}`)
  const change = async (body: object) =>
    SharePoint.parse(
      await (await owner.request('PATCH', `/api/share-points/${point.id}`, body)).json(),
    )
  expect(await change({ label: 'Booth 14' })).toEqual({ ...point, label: 'Booth 14' })
  const archived = await change({ archived: true })
  expect(archived).toMatchObject({ archived: true, archivedAt: expect.any(String), note: 'Hall 3' })
  expect(await change({ archived: true })).toEqual(archived)
  const restored = await change({ archived: false, activeFrom: null, activeTo: null, note: '' })
  expect(restored).toEqual({
    ...{ ...point, label: 'Booth 14' },
    ...{ activeFrom: null, activeTo: null, note: null },
  })
  const second = await create(owner, owner.card.id)
  expect(second.code).not.toBe(point.code)
  expect(await list(owner, owner.card.id)).toEqual([restored, second])
})

test('a repeated request with the same clientId creates one share point', async () => {
  const owner = await signInWithCard(1)
  const sent = { ...booth, clientId: crypto.randomUUID() }
  const first = await create(owner, owner.card.id, sent)
  expect(await create(owner, owner.card.id, sent)).toEqual(first)
  expect(await create(owner, owner.card.id, { ...sent, label: 'Other' })).not.toEqual(first)
})

test('bad input gets one sentence each, and stores nothing', async () => {
  const owner = await signInWithCard(1)
  const { id } = await create(owner, owner.card.id, { ...booth, activeFrom: '2026-04-20' })
  const before = await list(owner, owner.card.id)
  const order = 'The end must not be before the start'
  const wrong: [object, string][] = [
    [{ ...booth, label: 'x'.repeat(10_000) }, 'The request is too large.'],
    [{ ...booth, label: 'x'.repeat(61) }, 'Label must be at most 60 characters'],
    [{ ...booth, label: '\ud800' }, 'Label must be at most 60 characters'],
    [{ ...booth, label: ' ' }, 'Enter a label'],
    [{ ...booth, label: '\u200b\u3164' }, 'Enter a label'],
    [{ kind: 'booth' }, 'Enter a label'],
    [{ ...booth, kind: 'billboard' }, 'Select a kind'],
    [{ ...booth, note: 'x'.repeat(501) }, 'Note must be at most 500 characters'],
    [
      { ...booth, activeFrom: 'soon' },
      'Enter the dates as YYYY-MM-DD, or as times in ISO 8601 with a time zone',
    ],
    [{ ...booth, activeFrom: '2026-04-21', activeTo: '2026-04-20' }, order],
    [{ ...booth, code: 'ABCDEF' }, 'The request contains an unknown field.'],
  ]
  for (const [body, message] of wrong)
    expect((await statusAndText(owner.request('POST', pathOf(owner.card.id), body)))[1]).toBe(
      message,
    )
  const changes: [object, string][] = [
    [{}, 'Send at least one change.'],
    [{ label: '' }, 'Enter a label'],
    [{ activeTo: '2026-04-19' }, order],
    [{ activeFrom: '2026-04-21', activeTo: '2026-04-20' }, order],
    [{ code: 'ABCDEF' }, 'The request contains an unknown field.'],
  ]
  for (const [body, message] of changes)
    expect(await statusAndText(owner.request('PATCH', `/api/share-points/${id}`, body))).toEqual([
      400,
      message,
    ])
  expect(await list(owner, owner.card.id)).toEqual(before)
  for (const size of ['255', '4097', 'big'])
    expect((await owner.request('GET', `/api/share-points/${id}/qr.png?size=${size}`)).status).toBe(
      400,
    )
})

test('a full card is told to archive a share point, and one that has 500 to rename one', async () => {
  const owner = await signInWithCard(1)
  const cardId = owner.card.id
  const archived = await makeSharePoint({ cardId, archivedAt: '2026-01-01T00:00:00.000Z' })
  for (let count = 0; count < 50; count += 1) await makeSharePoint({ cardId })
  const full = 'This card has 50 active share points. Archive one you no longer use.'
  const post = () => statusAndText(owner.request('POST', pathOf(cardId), booth))
  const patch = (body: object) =>
    statusAndText(owner.request('PATCH', `/api/share-points/${archived.id}`, body))
  expect(await post()).toEqual([409, full])
  expect(await patch({ archived: false })).toEqual([409, full])
  expect((await patch({ label: 'Still archived' }))[0]).toBe(200)
  await db.run(`update share_points set archived_at = 'then' where card_id = ${cardId}`)
  await db.run(
    `insert into share_points (card_id, code, label, kind, archived_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 449)
     select ${cardId}, 'old ' || i, 'Old', 'link', 'then' from n`,
  )
  expect(await post()).toEqual([
    409,
    'This card has reached the limit of 500 share points. Rename one you no longer use.',
  ])
})

test('the audit log names the code, not the label', async () => {
  const owner = await signInWithCard(2)
  const { id, code } = await create(owner, owner.card.id)
  await owner.request('PATCH', `/api/share-points/${id}`, { label: 'Renamed', archived: true })
  const rows = await db.select().from(auditLog).where(eq(auditLog.actorId, owner.user.id))
  expect(rows).toMatchObject([
    { target: `card ${owner.card.id}`, details: { code } },
    {
      target: `point ${id}`,
      details: { code, card: owner.card.id, fields: ['label', 'archived'] },
    },
  ])
})

test('share points follow their card to a new owner', async () => {
  const owner = await signInWithCard(1)
  const { id } = await create(owner, owner.card.id)
  const [level5, heir] = [await signIn(5), await signIn(1)]
  const to = { to: heir.user.id }
  const path = `/api/users/${owner.user.id}/handover`
  expect((await level5.request('POST', path, to)).status).toBe(200)
  expect(await list(heir, owner.card.id)).toMatchObject([{ id }])
  expect((await owner.request('GET', pathOf(owner.card.id))).status).toBe(403)
  expect((await owner.request('PATCH', `/api/share-points/${id}`, booth)).status).toBe(403)
})

test('a deleted card has no share points; 30 days later only their codes are left', async () => {
  const owner = await signIn(1)
  const deletedAt = new Date(Date.now() - 31 * 86_400_000).toISOString()
  const card = await makeCard({ userId: owner.user.id })
  const point = await makeSharePoint({ cardId: card.id, note: 'Hall 3', activeFrom: '2026-01-01' })
  await db.update(businessCards).set({ deletedAt }).where(eq(businessCards.id, card.id))
  expect((await owner.request('GET', pathOf(card.id))).status).toBe(404)
  expect((await owner.request('POST', pathOf(card.id), booth)).status).toBe(404)
  expect((await owner.request('PATCH', `/api/share-points/${point.id}`, booth)).status).toBe(404)
  await runJob(env, 'purgeDeletedCards')
  expect(await db.select().from(sharePoints).where(eq(sharePoints.id, point.id)).get()).toEqual({
    ...point,
    ...{ label: '', kind: 'link', note: null, activeFrom: null, archivedAt: expect.any(String) },
  })
})

test('an API token reads the share points of its user', async () => {
  const owner = await signInWithCard(1)
  const point = await create(owner, owner.card.id)
  const made = await owner.request('POST', '/api/account/tokens', { name: 'Sheet' })
  const { token } = z.object({ token: z.string() }).parse(await made.json())
  const read = await request('GET', pathOf(owner.card.id), undefined, {
    Authorization: `Bearer ${token}`,
  })
  expect(await read.json()).toEqual([point])
})
