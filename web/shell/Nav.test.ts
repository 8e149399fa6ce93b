import { expect, test } from 'vitest'
import { navGroups } from './Nav.tsx'

const titles = (level: number, cardId?: number, hasEvents?: boolean) =>
  navGroups({ level, cardId, hasEvents }).map((group) => group.map((entry) => entry.title))

test('an admin with a card and share points sees every entry in order', () => {
  expect(titles(5, 7, true)).toEqual([
    ['Dashboard', 'Editor', 'Analytics', 'Inbox', 'Events'],
    ['Account', 'Guide'],
    ['User Management', 'PWA Settings', 'Advanced Analytics', 'Status'],
  ])
})

test('a new account sees what it can use: seven entries at level 1, ten at level 5', () => {
  expect(titles(1, 7)).toEqual([
    ['Dashboard', 'Editor', 'Analytics', 'Inbox'],
    ['Account', 'Guide'],
    ['Advanced Analytics'],
  ])
  expect(titles(5, 7).flat()).toHaveLength(10)
})

test('without a card there is no Editor, Analytics or Inbox, and below level 4 no settings of the installation', () => {
  expect(titles(3)).toEqual([['Dashboard'], ['Account', 'Guide'], ['Advanced Analytics']])
  expect(titles(4)[2]).toEqual(['User Management', 'PWA Settings', 'Advanced Analytics'])
})

test('while the cards are loading the entries of a card are placeholders', () => {
  const [group] = navGroups({ level: 1, cardId: 'loading' })
  expect(group?.map(({ title, to }) => [title, to])).toEqual([
    ['Dashboard', '/dashboard'],
    ['Editor', undefined],
    ['Analytics', undefined],
    ['Inbox', undefined],
  ])
})

test('only the card editors activate the Editor entry', () => {
  const editor = navGroups({ level: 1, cardId: 7 })[0]?.find((entry) => entry.title === 'Editor')
  expect(editor?.to).toBe('/editor/7')
  const paths = ['/editor/7', '/card-editor/7', '/mobile-editor/7', '/analytics/7', '/dashboard']
  expect(paths.map((path) => editor?.pages.test(path))).toEqual([true, true, true, false, false])
})

test('the Inbox entry shows the number of new entries', () => {
  const waiting = navGroups({ level: 1, cardId: 7, newEntries: 3 })
    .flat()
    .map((entry) => [entry.title, entry.badge])
  expect(waiting).toContainEqual(['Inbox', 3])
  expect(waiting).toContainEqual(['Analytics', undefined])
})
