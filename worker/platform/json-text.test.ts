import { expect, test } from 'vitest'
import { fieldsOf, isWithinLimits, itemsOf } from './json-text.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textsOf = (list: string) =>
  [...itemsOf(bytesOf(list))].map((item) => new TextDecoder().decode(item).trim())

/** Keys and items of lists, with the levels around them. */
function measured(value: unknown): { keys: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { keys: 0, depth: 0 }
  const inner = Object.values(value).map(measured)
  return {
    keys: inner.reduce((sum, { keys }) => sum + keys, inner.length),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  }
}

test('levels, keys and items are counted as in the value', () => {
  const values = [
    ...[1, 'a,b', null, [], {}, [[]], [[], []], [{}], { a: {} }, { a: [] }, [1, [2, [3]]]],
    ...[{ 'a"b': 'c\\' }, { 'a\\': [',', '[', ']', '{"'] }, { a: { b: { c: [1, 2, 3] } } }],
  ]
  for (const value of values)
    for (const spaces of [0, 2]) {
      const bytes = bytesOf(JSON.stringify(value, null, spaces))
      const { keys, depth } = measured(value)
      expect(isWithinLimits(bytes, { maxDepth: depth, maxKeys: keys })).toBe(true)
      if (keys > 0)
        expect(isWithinLimits(bytes, { maxDepth: depth, maxKeys: keys - 1 })).toBe(false)
      if (depth > 0)
        expect(isWithinLimits(bytes, { maxDepth: depth - 1, maxKeys: keys })).toBe(false)
    }
})

test('the items of a list are its parts', () => {
  expect(textsOf('[]')).toEqual([])
  expect(textsOf(' [ ] \n')).toEqual([])
  expect(textsOf('\ufeff[1]')).toEqual(['1'])
  const items = ['1', '"],["', '{"a":[1,2],"b":"\\"]"}', '[[],[3]]', '"\\\\"']
  expect(textsOf(`[${items.join(',')}]`)).toEqual(items)
  expect(textsOf(`[\n  ${items.join(',\n  ')}\n]\n`)).toEqual(items)
  expect(textsOf('[1,]')).toEqual(['1', ''])
  expect(textsOf('[,1]')).toEqual(['', '1'])
})

test('the fields of an object are its parts', () => {
  const parts = (text: string) =>
    [...fieldsOf(bytesOf(text), 3)].map(([key, value]) => [
      key,
      JSON.parse(new TextDecoder().decode(value)),
    ])
  const objects = [
    {},
    { a: 1 },
    { 'a"b': [1, { c: '}' }], ':': ':{', '\\': null },
    { a: {}, b: [] },
  ]
  for (const object of objects)
    for (const spaces of [0, 2])
      expect(parts(`\n${JSON.stringify(object, null, spaces)}`)).toEqual(Object.entries(object))
  for (const text of [
    '',
    '[]',
    '1',
    '{',
    '{"a":1',
    '{"a"}',
    '{1:2}',
    '{"a":1}{}',
    '{"a":1]',
    '{,}',
    '{"a":1,"b":2,"c":3,"d":4}',
    '{"a":1,"a":1,"a":1,"a":1}',
  ])
    expect(() => parts(text), text).toThrow(SyntaxError)
})

test('what is no list is an error', () => {
  for (const text of ['', '{}', '1', '"[]"', '[', '[1', '[1}', '[1][2]', '[]]', '[[1]', 'x[1]'])
    expect(() => textsOf(text), text).toThrow(SyntaxError)
})
