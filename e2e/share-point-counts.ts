/** The figures of a share point by every way to read them. */
import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { EventsPage } from '../schema/analytics-export.ts'
import { CardReport } from '../schema/card-report.ts'
import type { Totals } from '../schema/figures.ts'
import type { SharePoint } from '../schema/share-point.ts'
import { read } from './testing.ts'

/** Expects these totals in the report limited to the share point, in the export and in the event feed. */
export async function expectTotals(
  page: Page,
  { cardId, code, label }: SharePoint,
  totals: Totals | undefined,
): Promise<void> {
  const path = `/api/analytics/${cardId}`
  const limited = await read(page.request, `${path}?rows=0&sharePoint=${code}`)
  expect(CardReport.parse(limited).summary).toMatchObject({ ...totals, visitors: null })
  const lines = await page.request.get(`${path}/export?section=all&format=ndjson`)
  const rows = (await lines.text()).trim().split('\n')
  expect(
    totalsOf(
      rows.map((line) => Exported.parse(JSON.parse(line))),
      label,
    ),
  ).toEqual(totals)
  // The event feed has no submissions.
  const { events } = EventsPage.parse(await read(page.request, `${path}/events`))
  expect(totalsOf(events, label)).toEqual({ ...totals, submissions: 0 })
}

const Exported = z.object({ kind: z.string(), sharePoint: z.nullable(z.string()) })

function totalsOf(rows: z.infer<typeof Exported>[], label: string): Totals {
  const named = rows.filter(({ sharePoint }) => sharePoint === label)
  const count = (kind: string) => named.filter((row) => row.kind.toLowerCase() === kind).length
  return {
    views: count('view'),
    clicks: count('click'),
    saves: count('save'),
    submissions: count('submission'),
  }
}
