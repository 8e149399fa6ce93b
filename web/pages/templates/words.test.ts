import { expect, test } from 'vitest'
import type { Trial } from '../../../schema/template.ts'
import { jobWords, ruled, trialWords } from './words.ts'

const card = (id: number, changes: Trial['cards'][number]['changes'] = []) => ({
  ...{ id, slug: `card-${id}`, name: null, changes, missing: [] },
})
const change = { field: 'company' as const, from: 'Old', to: 'New' }
const page = (total: number, cards: Trial['cards']) => ({ at: '', total, cards, next: null })
const job = {
  ...{ id: 1, templateId: 1, state: 'done' as const, total: 60, done: 60, skipped: [] },
  ...{ createdAt: '', undoUntil: '' },
}

test('a trial counts what would change, of what was looked at, without what is left out', () => {
  const cards = [card(1, [change]), card(2), card(3, [change])]
  expect(trialWords([page(3, cards)], new Set())).toBe('2 of 3 cards would change.')
  expect(trialWords([page(3, cards)], new Set([3]))).toBe(
    '1 of 3 cards would change. 1 card left out.',
  )
  expect(trialWords([page(1200, cards)], new Set())).toBe(
    '2 of the first 3 cards would change; there are 1,200.',
  )
})

test('a run says what it did and what it skipped', () => {
  expect(jobWords(job)).toBe('Given to 60 cards.')
  const skipped = [{ id: 7, slug: 'seven' }]
  expect(jobWords({ ...job, state: 'undone', skipped })).toBe(
    'Taken back from 59 cards. 1 card skipped, because somebody changed them meanwhile.',
  )
})

test('a free field is no rule', () => {
  expect(ruled({ theme: 'locked', company: 'free' })).toEqual({ theme: 'locked' })
})
