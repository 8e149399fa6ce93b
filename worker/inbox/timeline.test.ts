import { expect, test } from 'vitest'
import { Timeline } from '../../schema/inbox/merge.ts'
import { db, signIn } from '../testing/app.ts'
import { makePair, merge, novemberDay } from '../testing/merges.ts'
import { reviseAnswers } from './receipts.ts'

test('a timeline has what was sent and what was done, of merged entries, too', async () => {
  const { one, two, user, ownRequest } = await makePair({
    capturedAt: novemberDay(2),
    source: 'capture',
  })
  const colleague = await signIn(1)
  const { username } = colleague.user
  const change = (body: object, id = two.id) => ownRequest('PATCH', `/api/submissions/${id}`, body)
  await reviseAnswers(db, two, { name: 'Ada King' })
  await change({ status: 'seen' })
  for (const note of ['a', 'ab', 'abc']) await change({ note })
  await change({ tags: ['VIP'], status: 'done' }, one.id)
  await change({ assignee: username })
  await change({ assignee: null })
  await ownRequest('POST', '/api/submissions/bulk', { ids: [two.id], change: { addTag: 'Fair' } })
  await merge(ownRequest, [one.id, two.id])
  const path = `/api/submissions/${two.id}/timeline`
  const items = Timeline.parse(await (await ownRequest('GET', path)).json())
  const by = user.username
  const named = colleague.user.fullName || username
  expect(items.map(({ kind, entryId, actor, detail }) => [kind, entryId, actor, detail])).toEqual([
    ['merged', two.id, by, null],
    ['tags', two.id, by, null],
    ['unassigned', two.id, by, null],
    ['assigned', two.id, by, named],
    ...[
      ['status', one.id, by, 'done'],
      ['tags', one.id, by, null],
    ],
    ['note', two.id, by, null],
    ['corrected', two.id, null, null],
    ['sent', two.id, null, 'Link'],
    ['captured', one.id, null, 'In person'],
  ])
  expect((await colleague.request('GET', path)).status).toBe(404)
})
