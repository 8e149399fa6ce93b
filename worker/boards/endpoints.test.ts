import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { users } from '../../schema/accounts/tables.ts'
import { AddablePoint, Board, BoardReport, ListedBoard } from '../../schema/boards/board.ts'
import { boardPoints, boards } from '../../schema/boards/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { db, signIn, signInWithCard, statusAndText } from '../testing/app.ts'
import { makeSharePoint } from '../testing/share-points.ts'

type Person = Awaited<ReturnType<typeof signIn>>

const fair = {
  name: 'Hannover Messe',
  place: 'Hall 3',
  from: '2026-04-20',
  to: '2026-04-24',
  zone: 'Europe/Berlin',
}

async function create(person: Person, fields: object = fair): Promise<Board> {
  const response = await person.request('POST', '/api/events', fields)
  expect(response.status).toBe(201)
  return Board.parse(await response.json())
}

async function readBoard(person: Person, id: number): Promise<BoardReport> {
  return BoardReport.parse(await (await person.request('GET', `/api/events/${id}`)).json())
}

function put(person: Person, id: number, change: object) {
  return statusAndText(person.request('PATCH', `/api/events/${id}/share-points`, change))
}

test('an event is created, listed, changed, archived, restored and deleted, with audit rows', async () => {
  const owner = await signIn(1)
  const event = await create(owner)
  const times = { startsAt: '2026-04-19T22:00:00.000Z', endsAt: '2026-04-24T22:00:00.000Z' }
  expect(event).toMatchObject({ ...fair, ...times, archived: false })
  const later = await create(owner, {
    ...fair,
    name: 'Later',
    from: '2026-05-02',
    to: '2026-05-02',
  })
  const listed = async () =>
    z.array(ListedBoard).parse(await (await owner.request('GET', '/api/events')).json())
  expect(await listed()).toEqual([
    { ...later, sharePoints: 0 },
    { ...event, sharePoints: 0 },
  ])
  const path = `/api/events/${event.id}`
  const change = async (body: object) =>
    Board.parse(await (await owner.request('PATCH', path, body)).json())
  expect(await change({ name: 'Messe', place: ' ' })).toEqual({
    ...event,
    name: 'Messe',
    place: null,
  })
  // Clocks go forward on March 29, 2026.
  const spring = await change({ from: '2026-03-29', to: '2026-03-29' })
  expect(spring).toMatchObject({
    ...{ startsAt: '2026-03-28T23:00:00.000Z', endsAt: '2026-03-29T22:00:00.000Z' },
  })
  expect(await change({ zone: 'Asia/Kolkata' })).toMatchObject({
    startsAt: '2026-03-28T19:00:00.000Z',
  })
  expect(await change({ archived: true })).toMatchObject({ archived: true })
  expect(await change({ archived: false })).toMatchObject({ archived: false })
  expect((await owner.request('DELETE', path)).status).toBe(204)
  expect(await statusAndText(owner.request('GET', path))).toEqual([404, 'Event not found'])
  expect(await listed()).toEqual([{ ...later, sharePoints: 0 }])
  const log = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `event ${event.id}`))
    .all()
  expect(log.map(({ action, details }) => [action, details])).toEqual([
    ['board-created', { id: event.id }],
    ['board-changed', { fields: ['name', 'place'] }],
    ['board-changed', { fields: ['from', 'to'] }],
    ['board-changed', { fields: ['zone'] }],
    ['board-changed', { fields: ['archived'] }],
    ['board-changed', { fields: ['archived'] }],
    ['board-deleted', {}],
  ])
})

test('a repeated request with the same clientId creates one event', async () => {
  const owner = await signIn(1)
  const sent = { ...fair, clientId: crypto.randomUUID() }
  expect(await create(owner, sent)).toEqual(await create(owner, sent))
})

test('bad input gets one sentence each, and stores nothing', async () => {
  const owner = await signIn(1)
  const day = 'Enter the days as YYYY-MM-DD, from 2000 to 2099'
  const wrong: [object, string][] = [
    [{ name: 'x'.repeat(10_000) }, 'The request is too large.'],
    [{ name: 'x'.repeat(81) }, 'Name must be at most 80 characters'],
    [{ name: '\ud800' }, 'Name must be at most 80 characters'],
    [{ name: ' ' }, 'Enter a name'],
    [{ place: 'x'.repeat(81) }, 'Place must be at most 80 characters'],
    [{ from: 'soon' }, day],
    [{ from: '2026-02-30' }, day],
    [{ to: '9999-12-31' }, day],
    [{ from: '2026-04-25' }, 'The end must not be before the start'],
    [{ to: '2026-05-21' }, 'An event lasts at most 31 days'],
    [{ zone: 'Mars/Base' }, 'Select a time zone'],
    [{ zone: '+05:30' }, 'Select a time zone'],
    [{ code: 'ABCDEF' }, 'The request contains an unknown field.'],
  ]
  for (const [fields, message] of wrong)
    expect(
      (await statusAndText(owner.request('POST', '/api/events', { ...fair, ...fields })))[1],
    ).toBe(message)
  expect(await db.$count(boards, eq(boards.userId, owner.user.id))).toBe(0)
  const event = await create(owner, { ...fair, to: '2026-05-20' })
  for (const [body, message] of [
    [{}, 'Send at least one change.'],
    [{ to: '2026-04-19' }, 'The end must not be before the start'],
    [{ from: '2026-04-19' }, 'An event lasts at most 31 days'],
  ] as const)
    expect(await statusAndText(owner.request('PATCH', `/api/events/${event.id}`, body))).toEqual([
      400,
      message,
    ])
  expect((await readBoard(owner, event.id)).event).toMatchObject({ ...fair, to: '2026-05-20' })
  expect(await put(owner, event.id, {})).toEqual([400, 'Select at least one share point'])
})

test('a user has at most 200 events, and an event 500 share points', async () => {
  const owner = await signInWithCard(1)
  const event = await create(owner)
  const times = { startsAt: 0, endsAt: 0, fromDay: '2026-04-20', toDay: '2026-04-20', zone: 'UTC' }
  for (let count = 1; count < 200; count += 1)
    await db.insert(boards).values({ ...times, userId: owner.user.id, name: `Fair ${count}` })
  expect(await statusAndText(owner.request('POST', '/api/events', fair))).toEqual([
    409,
    'You have reached the limit of 200 events. Delete one you no longer need.',
  ])
  const point = await makeSharePoint({ cardId: owner.card.id })
  await db.run(`insert into occasion_points (occasion_id, share_point_id)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) select ${event.id}, -i from n`)
  expect(await put(owner, event.id, { add: [point.id] })).toEqual([
    409,
    'An event can have at most 500 share points. Remove some first.',
  ])
  expect(await db.$count(boardPoints, eq(boardPoints.boardId, event.id))).toBe(500)
  await db.run(
    `delete from occasion_points where occasion_id = ${event.id} and share_point_id < -499`,
  )
  expect(await put(owner, event.id, { add: [point.id] })).toEqual([204, ''])
  await db.delete(boardPoints).where(eq(boardPoints.boardId, event.id))
})

test('an event takes share points of cards its owner may edit, and hides those they may no longer', async () => {
  const [owner, staff] = [await signInWithCard(4), await signInWithCard(2, { name: 'Grace' })]
  const above = await signInWithCard(5)
  const event = await create(owner)
  const own = await makeSharePoint({ cardId: owner.card.id, label: 'Own badge' })
  const theirs = await makeSharePoint({ cardId: staff.card.id, label: 'Booth of Grace' })
  const beyond = await makeSharePoint({ cardId: above.card.id })
  const refused =
    'Select share points of cards that the owner of the event may edit. Reload the list.'
  for (const id of [beyond.id, 999_999])
    expect(await put(owner, event.id, { add: [own.id, id] })).toEqual([403, refused])
  expect((await readBoard(owner, event.id)).points).toEqual([])
  const listed = async (q: string) => {
    const path = `/api/events/${event.id}/addable-share-points?q=${q}`
    const found = z.array(AddablePoint).parse(await (await owner.request('GET', path)).json())
    return found.map(({ id }) => id)
  }
  expect(await listed('grace')).toEqual([theirs.id])
  expect(await listed(theirs.code.toLowerCase())).toEqual([theirs.id])
  expect(await listed(beyond.code)).toEqual([])
  expect(await put(owner, event.id, { add: [own.id, theirs.id, own.id] })).toEqual([204, ''])
  expect(await listed('grace')).toEqual([])
  const shown = async () => {
    const { points, hidden } = await readBoard(owner, event.id)
    return [points.map(({ id, card }) => `${id} ${card}`), hidden]
  }
  expect(await shown()).toEqual([[`${own.id} Ada Lovelace`, `${theirs.id} Grace`], 0])
  // A level 5 opens it, too, but may add no card that the owner may not edit.
  expect(await put(above, event.id, { add: [beyond.id] })).toEqual([403, refused])
  await db.update(users).set({ accessLevel: 5 }).where(eq(users.id, staff.user.id))
  expect(await shown()).toEqual([[`${own.id} Ada Lovelace`], 1])
  await db.update(users).set({ accessLevel: 2 }).where(eq(users.id, staff.user.id))
  await db
    .update(businessCards)
    .set({ deletedAt: 'then' })
    .where(eq(businessCards.id, staff.card.id))
  expect(await shown()).toEqual([[`${own.id} Ada Lovelace`], 1])
  expect(await put(owner, event.id, { remove: [own.id, theirs.id] })).toEqual([204, ''])
  expect(await shown()).toEqual([[], 0])
})
