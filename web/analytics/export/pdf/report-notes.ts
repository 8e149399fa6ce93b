import type { Figures } from '../../../../schema/analytics/figures.ts'
import { t } from '../../../messages/t.ts'
import { rank } from '../../../ui/charts/breakdown.ts'
import { formatExact } from '../../../ui/format.ts'
import { burstText, exclusionReasonLabels } from '../../labels.ts'
import type { PdfPart } from './types.ts'

/** Which events were recorded but not counted. */
export function leftOut({ leftOut: counts }: Figures): PdfPart {
  const { top } = rank(counts)
  if (top.length === 0) return { title: t('Excluded'), note: t('No events were excluded.') }
  return {
    title: t('Excluded'),
    note: t('Recorded but not counted (UTC days).'),
    table: {
      head: [t('Reason'), t('Events')],
      rows: top.map(({ name, value }) => [
        exclusionReasonLabels.get(name) ?? name,
        formatExact(value),
      ]),
      textColumns: 1,
    },
  }
}

/** Bursts of activity, if there were any. */
export function bursts({ bursts: found, zone }: Figures): PdfPart[] {
  if (found.length === 0) return []
  return [
    {
      title: t('Bursts of activity'),
      note: found.map((burst) => burstText(burst, zone)).join(' '),
    },
  ]
}
