import { expect, test } from 'vitest'
import { qrColorError } from '../../schema/share-points/share-point.ts'
import { hourName } from './charts/buckets.ts'
import { formatDateTime, withLocalRatio } from './format.ts'

const now = new Date(2026, 2, 1, 12, 0)

test.each([
  [new Date(2026, 2, 1, 9, 41), /^Today, /],
  [new Date(2026, 1, 28, 23, 59), /^Yesterday, /],
  [new Date(2026, 1, 27, 23, 59), /2026/],
  [new Date(2025, 2, 1, 9, 41), /2025/],
])('%s is shown as %s', (date, text) => {
  expect(formatDateTime(date.toISOString(), now)).toMatch(text)
})

test.each([0, 7, 11])('the time %i:00 is written as on the axis of a chart', (hour) => {
  const time = new Date(2026, 2, 1, hour).toISOString()
  expect(formatDateTime(time, now)).toBe(`Today, ${hourName(hour)}`)
})

test('the contrast in a sentence has the decimal sign of the language', () => {
  const sentence = qrColorError({ dark: '#888888', light: '#ffffff' }) ?? ''
  expect(withLocalRatio(sentence, 'en')).toBe(sentence)
  expect(withLocalRatio(sentence, 'de')).toMatch(/^The contrast is 3,5:1\. .* at least 4:1\.$/)
  expect(withLocalRatio('Version 1.5 of it', 'de')).toBe('Version 1.5 of it')
})
