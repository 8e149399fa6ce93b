import type { Kind } from '../../schema/analytics/figures.ts'
import { t } from '../messages/t.ts'
import { kindNames } from '../ui/charts/palette.ts'

/** The figures of a board: a view through a share point is a scan. */
export const boardKindNames: Record<Kind, string> = { ...kindNames, views: t('Scans') }
