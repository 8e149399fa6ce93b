import { expect, test } from 'vitest'
import { policy } from '../../../../worker/policy/policy.ts'
import { auditLabel } from './audit-labels.ts'

const row = { id: 1, at: '2026-01-01T00:00:00.000Z', actorId: 2, actor: 'maria' }
const labelOf = (action: string, target: string, details: Record<string, unknown>) =>
  auditLabel({
    ...{ ...row, action, target, details, summary: 'Make a thing; it lasts' },
    targetName: { 'card 12': 'Ada', 'user 7': 'jo' }[target] ?? null,
  })

test.each([
  [
    'PUT /api/business-cards/:id',
    'card 12',
    { fields: ['theme', 'formConfig'] },
    'changed the card Ada: Theme, Contact form',
  ],
  ['DELETE /api/business-cards/:id', 'card 12', { slug: 'ada' }, 'deleted the card Ada'],
  ['DELETE /api/business-cards/:id', 'card 13', { slug: 'ada' }, 'deleted the card ada'],
  [
    'PATCH /api/users/:id',
    'user 7',
    { accessLevel: { from: 2, to: 3 }, fullName: { from: null, to: 'Jo' }, password: 'set' },
    'changed the user jo: access level from 2 to 3, full name from nothing to Jo, password',
  ],
  ['PATCH /api/users/:id', 'user 7', {}, 'changed the user jo: nothing'],
  [
    'PATCH /api/users/:id',
    'user 7',
    { username: { from: 'joe', to: 'jo' } },
    'changed the user jo: username from joe to jo',
  ],
  [
    'POST /api/users',
    'user 7',
    { id: 7, username: 'jo', accessLevel: 2 },
    'created the user jo, access level 2',
  ],
  [
    'POST /api/users/:id/handover',
    'user 7',
    { from: 'jo', to: 'al', cards: ['one', 'two'] },
    'handed over 2 cards from jo to al: one, two',
  ],
  [
    'POST /api/account/handover',
    '',
    { from: 'jo', to: 'al', cards: ['one'] },
    'handed over 1 card to al: one',
  ],
  ['POST /api/account/handover', '', { to: 'al', offered: 1 }, 'offered their card to al'],
  ['POST /api/account/handover', '', { to: 'al', offered: 3 }, 'offered their 3 cards to al'],
  [
    'POST /api/account/handover/accept',
    '',
    { from: 'jo', to: 'al', cards: ['one'] },
    'accepted 1 card from jo: one',
  ],
  ['POST /api/users/bulk', '', { made: [8] }, 'created 1 user in a batch'],
  ['PUT /api/business-cards/:id', 'card 3', { erased: true }, 'changed a card: a deleted card'],
  ['POST /api/visitor-data', '', {}, 'looked up the form submissions of a visitor'],
  ['PUT /api/of-an-older-release', '', {}, 'called PUT /api/of-an-older-release'],
])('%s about %s reads as a sentence', (action, target, details, words) => {
  expect(labelOf(action, target, details)).toBe(words)
})

test('every action in the audit log has a label', () => {
  const row = { id: 1, at: '', actorId: 1, actor: 'maria', target: '', targetName: null }
  const audited = Object.entries(policy).filter(
    ([action, { audit, access }]) => audit ?? (access !== 'anyone' && !action.startsWith('GET ')),
  )
  const labels = audited.map(([action, { summary }]) =>
    auditLabel({ ...row, action, summary, details: { erased: true } }),
  )
  expect(labels.length).toBeGreaterThan(40)
  expect(labels.filter((label) => label.startsWith('called '))).toEqual([])
})
