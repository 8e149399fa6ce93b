import { useSearchParams } from 'react-router-dom'
import { timeframes } from '../../../../schema/figures.ts'
import { isShareCode } from '../../../../schema/share-code.ts'
import type { AccountReportFilter } from '../../../data/account-analytics.ts'
import { parseId } from '../../../shell/selected-card.ts'

const everybody = 'everybody'

/** The view in the query string (`?time=`, `?card=`, `?sharePoint=`, `?whose=`), with setters. */
export function useAccountView(canChooseOwner: boolean) {
  const [params, setParams] = useSearchParams()
  const whose = canChooseOwner ? params.get('whose') : null
  const sharePoint = params.get('sharePoint')
  const view: AccountReportFilter = {
    timeframe: timeframes.find((one) => one === params.get('time')) ?? 'month',
    card: parseId(params.get('card')),
    user: parseId(whose),
    everybody: whose === everybody,
    sharePoint: sharePoint && isShareCode(sharePoint) ? sharePoint : undefined,
  }
  const set = (changes: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changes))
          if (value) next.set(key, value)
          else next.delete(key)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    view,
    setTime: (time: AccountReportFilter['timeframe']) => set({ time }),
    setCard: (card: number | undefined) => set({ card: card?.toString(), sharePoint: undefined }),
    setSharePoint: (code: string | null) => set({ sharePoint: code ?? undefined }),
    /** Cards and share points belong to an owner, so these two filters are reset. */
    setOwner: (user: number | typeof everybody | undefined) =>
      set({ whose: user?.toString(), card: undefined, sharePoint: undefined }),
  }
}
