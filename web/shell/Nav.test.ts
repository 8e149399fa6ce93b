import { expect, test } from 'vitest'
import { navGroups } from './Nav.tsx'

const titles = (level: number, cardId?: number) =>
  navGroups(level, cardId).map((group) => group.map((entry) => entry.title))

test('an administrator with a card sees every entry in order', () => {
  expect(titles(4, 7)).toEqual([
    ['Dashboard', 'Editor', 'Analytics', 'Inbox', 'Events'],
    ['Account', 'Guide'],
    ['User Management', 'PWA Settings', 'Advanced Analytics'],
  ])
})

test('without a card there is no Editor, Analytics or Inbox, and below level 4 no User Management', () => {
  expect(titles(3)).toEqual([
    ['Dashboard', 'Events'],
    ['Account', 'Guide'],
    ['PWA Settings', 'Advanced Analytics'],
  ])
})

test('while the cards are loading the entries of a card are placeholders', () => {
  expect(navGroups(1, 'loading')[0]?.map(({ title, to }) => [title, to])).toEqual([
    ['Dashboard', '/dashboard'],
    ['Editor', undefined],
    ['Analytics', undefined],
    ['Inbox', undefined],
    ['Events', '/events'],
  ])
})

test('only the card editors activate the Editor entry', () => {
  const editor = navGroups(1, 7)[0]?.find((entry) => entry.title === 'Editor')
  expect(editor?.to).toBe('/editor/7')
  const paths = ['/editor/7', '/card-editor/7', '/mobile-editor/7', '/analytics/7', '/dashboard']
  expect(paths.map((path) => editor?.pages.test(path))).toEqual([true, true, true, false, false])
})

test('the Inbox entry shows the number of new entries', () => {
  const waiting = navGroups(1, 7, 3)
    .flat()
    .map((entry) => [entry.title, entry.badge])
  expect(waiting).toContainEqual(['Inbox', 3])
  expect(waiting).toContainEqual(['Analytics', undefined])
})
