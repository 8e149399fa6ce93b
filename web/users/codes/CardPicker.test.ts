import { expect, test } from 'vitest'
import { cardsInFile } from './CardPicker.tsx'

const cards = [
  { id: 1, slug: 'ada', username: 'Maria' },
  { id: 2, slug: 'ben-card', username: 'ben' },
  { id: 3, slug: 'ada-second', username: 'Maria' },
  { id: 4, slug: 'maria', username: 'someone' },
]

function found(...lines: string[]) {
  const rows = lines.map((line, at) => ({
    number: at + 1,
    cells: line.split(',').map((text) => ({ text })),
  }))
  const { ids, missing } = cardsInFile(rows, cards)
  return { ids: [...ids], missing }
}

test('a slug names its card, and a username all cards of the user where the slug is blank', () => {
  const header = 'username,fullName,email,accessLevel,cardSlug,password'
  expect(found(header, 'maria,,,,ADA,', 'ben,,,,,')).toEqual({ ids: [1, 2], missing: [] })
  expect(found('Batch of May', header, 'x,,,,ada-second,')).toEqual({ ids: [3], missing: [] })
  expect(found('Login', 'MARIA')).toEqual({ ids: [1, 3], missing: [] })
})

test('a slug that was changed since falls back to the user', () => {
  expect(found('username,slug', 'ben,old-slug')).toEqual({ ids: [2], missing: [] })
})

test('a list without a header has slugs or usernames, and rows without a card are named', () => {
  expect(found('ben-card', 'BEN', 'nobody', ',x')).toEqual({
    ids: [2],
    missing: ['row 3 (nobody)', 'row 4'],
  })
})
