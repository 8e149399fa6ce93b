import { expect, test } from 'vitest'
import type { Trial } from '../../../schema/template.ts'
import { jobWords, trialWords } from './trial-words.ts'
import { countTaken, everyCard, isTaken, noCard, turn, wantedOf } from './useChoice.ts'
import { ruled } from './words.ts'

const card = (id: number, changes: Trial['cards'][number]['changes'] = []) => ({
  ...{ id, slug: `card-${id}`, name: null, changes, missing: [] },
})
const change = { field: 'company' as const, from: 'Old', to: 'New' }
const page = (total: number, cards: Trial['cards'], found = total) => ({
  ...{ at: '', total, found, cards, next: null },
})
const job = {
  ...{ id: 1, templateId: 1, state: 'done' as const, total: 60, done: 60, changed: 0, skipped: [] },
  ...{ createdAt: '', touchedAt: '', undoUntil: '', level: 4 },
}

test('a trial counts what would change, of what was looked at, without what is left out', () => {
  const cards = [card(1, [change]), card(2), card(3, [change])]
  expect(trialWords([page(3, cards)], everyCard)).toBe('2 of 3 cards would change.')
  expect(trialWords([page(3, cards)], turn(everyCard, 3))).toBe(
    '1 of 3 cards would change. 1 card left out.',
  )
  expect(trialWords([page(1200, cards)], everyCard)).toBe(
    '2 of the first 3 cards would change; there are 1,200.',
  )
  expect(trialWords([page(1200, cards, 3)], turn(turn(noCard, 9), 3))).toBe(
    '3 cards found; 1 of these would change. 2 cards taken.',
  )
})

test('a choice is all cards but some, or only some', () => {
  const but = turn(everyCard, 3)
  expect([isTaken(but, 3), isTaken(but, 4), countTaken(but, 60)]).toEqual([false, true, 59])
  expect(wantedOf(but)).toEqual({ except: [3] })
  const only = turn(noCard, 3)
  expect([isTaken(only, 3), isTaken(only, 4), countTaken(only, 60)]).toEqual([true, false, 1])
  expect(wantedOf(only)).toEqual({ except: [], only: [3] })
  expect(turn(only, 3)).toEqual(noCard)
})

test('a run says what it did and what it skipped', () => {
  expect(jobWords(job)).toBe('Given to 60 cards.')
  expect(jobWords({ ...job, state: 'undone', changed: 1 })).toBe(
    'Taken back from 59 cards. 1 card skipped, because somebody changed it meanwhile.',
  )
  expect(jobWords({ ...job, state: 'failed', total: 900, done: 300, changed: 250 })).toBe(
    'Given to 50 cards; 600 cards still to do. 250 cards skipped, because somebody changed them meanwhile.',
  )
})

test('a free field is no rule', () => {
  expect(ruled({ theme: 'locked', company: 'free' })).toEqual({ theme: 'locked' })
})
