import { expect, test } from 'vitest'
import type { Trial } from '../../schema/templates/template.ts'
import { withoutFree } from './labels.ts'
import {
  allCardsSelected,
  countSelected,
  isCardSelected,
  jobSummary,
  noCardsSelected,
  selectionQuery,
  toggleCard,
  trialSummary,
} from './TrialCards.tsx'

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

test('a trial counts pending changes in the loaded pages, and selected cards', () => {
  const cards = [card(1, [change]), card(2), card(3, [change])]
  expect(trialSummary([page(3, cards)], noCardsSelected)).toBe(
    '2 of 3 cards will change. 0 selected.',
  )
  expect(trialSummary([page(3, cards)], toggleCard(allCardsSelected, 3))).toBe(
    '2 of 3 cards will change. 2 selected.',
  )
  expect(trialSummary([page(1200, cards)], allCardsSelected)).toBe(
    '2 of the first 3 cards will change; there are 1,200 cards. 1,200 selected.',
  )
  expect(trialSummary([page(1200, cards, 3)], toggleCard(toggleCard(noCardsSelected, 9), 3))).toBe(
    '3 cards found; 2 of these will change. 2 selected.',
  )
})

test('a template without a locked or hidden field changes nothing', () => {
  expect(trialSummary([page(3, [card(1)])], noCardsSelected, { title: 'required' })).toBe(
    'Nothing would change. Lock a field to apply it. 0 selected.',
  )
})

test('a selection is all cards except some, or only some', () => {
  const but = toggleCard(allCardsSelected, 3)
  expect([isCardSelected(but, 3), isCardSelected(but, 4), countSelected(but, 60)]).toEqual([
    false,
    true,
    59,
  ])
  expect(selectionQuery(but)).toEqual({ except: [3] })
  const only = toggleCard(noCardsSelected, 3)
  expect([isCardSelected(only, 3), isCardSelected(only, 4), countSelected(only, 60)]).toEqual([
    true,
    false,
    1,
  ])
  expect(selectionQuery(only)).toEqual({ except: [], only: [3] })
  expect(toggleCard(only, 3)).toEqual(noCardsSelected)
})

test('a run reports what it changed and skipped', () => {
  expect(jobSummary(job)).toBe('Applied to 60 cards.')
  expect(jobSummary({ ...job, state: 'undone', changed: 1 })).toBe(
    'Undone on 59 cards. 1 card skipped because it was changed in the meantime.',
  )
  expect(jobSummary({ ...job, state: 'failed', total: 900, done: 300, changed: 250 })).toBe(
    'Applied to 50 cards; 600 still to do. 250 cards skipped because they were changed in the meantime.',
  )
})

test('a free field has no rule', () => {
  expect(withoutFree({ theme: 'locked', company: 'free' })).toEqual({ theme: 'locked' })
})
