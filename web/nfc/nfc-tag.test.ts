import { expect, test } from 'vitest'
import { fitsTag } from './TagWriter.tsx'

test('a URL has at most 132 bytes', () => {
  expect(fitsTag('x'.repeat(132))).toBe(true)
  expect(fitsTag('ö'.repeat(67))).toBe(false)
})
