import { timeframes } from '../../../schema/analytics/figures.ts'
import { isShareCode } from '../../../schema/tracking/event.ts'
import { parseId, useQueryParams } from '../../ui/useSearchParam.ts'
import type { AccountReportFilter } from '../account-data.ts'

const everybody = 'everybody'

/** The view in the query string (`?time=`, `?card=`, `?sharePoint=`, `?whose=`), with setters. */
export function useAccountView(canChooseOwner: boolean) {
  const [params, change] = useQueryParams()
  const whose = canChooseOwner ? params.get('whose') : null
  const sharePoint = params.get('sharePoint')
  const view: AccountReportFilter = {
    timeframe: timeframes.find((one) => one === params.get('time')) ?? 'month',
    card: parseId(params.get('card')),
    user: parseId(whose),
    everybody: whose === everybody,
    sharePoint: sharePoint && isShareCode(sharePoint) ? sharePoint : undefined,
  }
  return {
    view,
    setTime: (time: AccountReportFilter['timeframe']) => change({ time }),
    setCard: (card: number | undefined) =>
      change({ card: card?.toString(), sharePoint: undefined }),
    setSharePoint: (code: string | null) => change({ sharePoint: code ?? undefined }),
    /** Cards and share points belong to an owner, so these two filters are reset. */
    setOwner: (user: number | typeof everybody | undefined) =>
      change({ whose: user?.toString(), card: undefined, sharePoint: undefined }),
  }
}
