import { expect, test } from 'vitest'
import { nameOf } from './download.ts'
import { exportStem } from './ExportButton.tsx'

test('a file name consists of its subject, its section, and the current day in the time zone', () => {
  const late = new Date('2026-03-01T23:30:00Z')
  expect(exportStem('Ada', 'views', 'UTC', late)).toBe('Ada-analytics-views-2026-03-01')
  expect(exportStem('Ada', 'all', 'Asia/Tokyo', late)).toBe('Ada-analytics-all-2026-03-02')
})

test("the server's file name is decoded in any script", () => {
  const named = (disposition: string) => nameOf(() => disposition)
  expect(named(`attachment; filename="a.csv"; filename*=UTF-8''%E7%8E%8B-analytics-all.csv`)).toBe(
    '王-analytics-all.csv',
  )
  expect(named('attachment')).toBeUndefined()
})
