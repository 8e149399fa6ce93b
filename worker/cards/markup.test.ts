import { expect, test } from 'vitest'
import { attribute, attributes, link, markup } from './markup.ts'

test('a script address is left out', () => {
  for (const href of ['javascript:alert(1)', ' JavaScript:alert(1)', 'java\tscript:alert(1)']) {
    expect(link('href', href)).toBe('')
    expect(attributes({ href })).toBe('')
  }
  expect(link('href', 'https://x.test/?a=1&b=2')).toBe(' href="https://x.test/?a=1&amp;b=2"')
})

test('what cannot be written is refused', () => {
  expect(() => attribute('style', { color: 'red' })).toThrow('style')
  expect(() => attributes({ onScroll: () => {} })).toThrow('onScroll')
  expect(() => markup({ html: '<b>' })).toThrow('drawn')
})
