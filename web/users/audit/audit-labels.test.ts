import { expect, test } from 'vitest'
import { auditLabel } from './audit-labels.ts'

const row = {
  ...{
    id: 1,
    at: '2026-01-01T00:00:00.000Z',
    actorId: 2,
    actor: 'maria',
    userId: null,
    user: null,
  },
  ...{ outcome: 'success' as const, count: 1, country: null, device: null, asn: null },
  ...{ asOrganization: null, network: null, route: null, status: null },
}
const labelOf = (action: string, target: string, details: Record<string, unknown>) =>
  auditLabel({
    ...row,
    ...{ action, target, details },
    targetName: { 'card 12': 'Ada', 'user 7': 'jo' }[target] ?? null,
  })

test.each([
  [
    'card-changed',
    'card 12',
    { fields: ['theme', 'formConfig'] },
    'changed the card Ada: Theme, Contact form',
  ],
  ['card-deleted', 'card 12', { slug: 'ada' }, 'deleted the card Ada'],
  ['card-deleted', 'card 13', { slug: 'ada' }, 'deleted the card ada'],
  [
    'user-edited',
    'user 7',
    { accessLevel: { from: 2, to: 3 }, fullName: { from: null, to: 'Jo' }, password: 'set' },
    'changed the user jo: access level from 2 to 3, full name from nothing to Jo, password',
  ],
  ['user-edited', 'user 7', {}, 'changed the user jo: nothing'],
  ['user-edited', 'user 7', { fields: ['phone'] }, 'changed the user jo: phone'],
  [
    'level-changed',
    'user 7',
    { accessLevel: { from: 2, to: 3 } },
    'changed the user jo: access level from 2 to 3',
  ],
  ['password-changed', 'user 7', { password: 'set' }, 'changed the user jo: password'],
  ['password-changed', '', {}, 'changed their password'],
  [
    'board-changed',
    'event 2',
    { fields: ['name', 'zone'] },
    'changed the event 2: Name, Time zone',
  ],
  [
    'share-point-changed',
    'point 4',
    { code: 'ABC234', fields: ['label', 'archived'] },
    'changed the share point ABC234: Label, Archived',
  ],
  [
    'user-edited',
    'user 7',
    { username: { from: 'joe', to: 'jo' } },
    'changed the user jo: username from joe to jo',
  ],
  [
    'user-created',
    'user 7',
    { id: 7, username: 'jo', accessLevel: 2 },
    'created the user jo, access level 2',
  ],
  [
    'cards-handed-over',
    'user 7',
    { from: 'jo', to: 'al', cards: ['one', 'two'] },
    'handed over 2 cards from jo to al: one, two',
  ],
  [
    'handover-offered',
    '',
    { from: 'jo', to: 'al', cards: ['one'] },
    'handed over 1 card to al: one',
  ],
  ['handover-offered', '', { to: 'al', offered: 1 }, 'offered their card to al'],
  ['handover-offered', '', { to: 'al', offered: 3 }, 'offered their 3 cards to al'],
  [
    'handover-accepted',
    '',
    { from: 'jo', to: 'al', cards: ['one'] },
    'accepted 1 card from jo: one',
  ],
  ['users-created', '', { made: [8] }, 'created 1 user in a batch'],
  ['card-changed', 'card 3', { erased: true }, 'changed a card: a deleted card'],
  ['visitor-data-read', '', {}, 'looked up the form submissions of a visitor'],
  ['PUT /api/of-an-older-release', '', {}, 'called PUT /api/of-an-older-release'],
])('%s about %s reads as a sentence', (action, target, details, words) => {
  expect(labelOf(action, target, details)).toBe(words)
})
