import { expect, test } from 'vitest'
import { qrColorError } from '../../schema/share-points/qr-style.ts'
import { withLocalRatio } from './translated-ratio.ts'

test('the contrast in a sentence has the decimal sign of the language', () => {
  const sentence = qrColorError({ dark: '#888888', light: '#ffffff' }) ?? ''
  expect(withLocalRatio(sentence, 'en')).toBe(sentence)
  expect(withLocalRatio(sentence, 'de')).toMatch(/^The contrast is 3,5:1\. .* at least 4:1\.$/)
  expect(withLocalRatio('Version 1.5 of it', 'de')).toBe('Version 1.5 of it')
})
