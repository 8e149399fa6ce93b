import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition } from './download.ts'

test.each([
  ['Zoë Müller', 'filename="Zoe Muller.vcf"; filename*=UTF-8\'\'Zo%C3%AB%20M%C3%BCller.vcf'],
  ['Šimić', 'filename="Simic.vcf"; filename*=UTF-8\'\'%C5%A0imi%C4%87.vcf'],
  ['山田', 'filename="download.vcf"; filename*=UTF-8\'\'%E5%B1%B1%E7%94%B0.vcf'],
  ['../../etc/passwd', 'filename="etc passwd.vcf"; filename*=UTF-8\'\'etc%20passwd.vcf'],
  ['a"b\r\nX: y', 'filename="a b X y.vcf"; filename*=UTF-8\'\'a%20b%20X%20y.vcf'],
  ["100% (it's)", 'filename="100 its.vcf"; filename*=UTF-8\'\'100%25%20%28it%27s%29.vcf'],
  ['', 'filename="download.vcf"; filename*=UTF-8\'\'download.vcf'],
])('the file name for %j is %s', (stem, expected) => {
  expect(contentDisposition({ stem, extension: 'vcf' })).toBe(`attachment; ${expected}`)
})

test('a long name is truncated, its suffix is not', () => {
  const tail = '-analytics-submissions-2026-11-21'
  for (const [stem, kept] of [
    ['山'.repeat(100), '山'.repeat(55)],
    ['😀'.repeat(100), '😀'.repeat(41)],
    ['a'.repeat(100), 'a'.repeat(100)],
  ] as const) {
    const header = contentDisposition({ stem, tail, extension: 'csv' })
    expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(`${kept}${tail}.csv`)
  }
})

test('any stem, even with a lone surrogate, gives a valid header', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
  fc.assert(
    fc.property(units, (codes) => {
      const header = contentDisposition({ stem: String.fromCharCode(...codes), extension: 'csv' })
      new Headers({ 'Content-Disposition': header })
      expect(header).toMatch(
        /^attachment; filename="(?![.])[A-Za-z0-9 ._-]{1,204}"; filename\*=UTF-8''[A-Za-z0-9!_.~%-]+$/,
      )
      expect(() => decodeURIComponent(header.slice(header.indexOf("''") + 2))).not.toThrow()
    }),
    { numRuns: 2000 },
  )
})
