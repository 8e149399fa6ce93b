import { expect, test } from 'vitest'
import { parseId } from '../ui/useSearchParam.ts'
import { selectedCardId } from './useSelectedCard.ts'

const cards = [{ id: 3 }, { id: 8 }]
const owner = { accessLevel: 1 }
const admin = { accessLevel: 4 }
const none = { currentId: undefined, lastOpenedId: undefined }

test('the card of the current page is selected, even while own cards are loading', () => {
  expect(selectedCardId({ user: owner, cards, currentId: 5, lastOpenedId: 8 })).toBe(5)
  expect(selectedCardId({ user: owner, cards: undefined, currentId: 5, lastOpenedId: 8 })).toBe(5)
})

test('on other pages the last opened card is selected, or else the oldest own card', () => {
  expect(selectedCardId({ ...none, user: owner, cards, lastOpenedId: 8 })).toBe(8)
  expect(selectedCardId({ ...none, user: owner, cards })).toBe(3)
})

test('a lost card is no longer selected for its owner, but may be for an admin', () => {
  expect(selectedCardId({ ...none, user: owner, cards, lastOpenedId: 99 })).toBe(3)
  expect(selectedCardId({ ...none, user: admin, cards, lastOpenedId: 99 })).toBe(99)
})

test('without a card nothing is selected', () => {
  expect(selectedCardId({ ...none, user: owner, cards: [] })).toBeUndefined()
  expect(selectedCardId({ ...none, user: owner, cards: [], lastOpenedId: 4 })).toBeUndefined()
  expect(selectedCardId({ ...none, user: owner, cards: undefined })).toBeUndefined()
})

test.each([
  ['7', 7],
  ['0', undefined],
  ['-1', undefined],
  ['7x', undefined],
  ['12345678901', undefined],
  [undefined, undefined],
])('the id in a path %j is %s', (text, id) => {
  expect(parseId(text)).toBe(id)
})
