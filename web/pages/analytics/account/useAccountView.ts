import { useSearchParams } from 'react-router-dom'
import { timeframes } from '../../../../schema/figures.ts'
import { isShareCode } from '../../../../schema/share-code.ts'
import type { AccountReportFilter } from '../../../data/account-analytics.ts'
import { parseCardId as id } from '../../../shell/selected-card.ts'

const everybody = 'everybody'

/** The view in the query string (`?time=`, `?card=`, `?sharePoint=`, `?whose=`), with setters. */
export function useAccountView(mayChooseWhose: boolean) {
  const [params, setParams] = useSearchParams()
  const whose = mayChooseWhose ? params.get('whose') : null
  const sharePoint = params.get('sharePoint')
  const view: AccountReportFilter = {
    timeframe: timeframes.find((one) => one === params.get('time')) ?? 'month',
    card: id(params.get('card')),
    user: id(whose),
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
    showTime: (time: AccountReportFilter['timeframe']) => set({ time }),
    showCard: (card: number | undefined) => set({ card: card?.toString(), sharePoint: undefined }),
    showSharePoint: (code: string | null) => set({ sharePoint: code ?? undefined }),
    /** Another owner has other cards, so the other filters are reset. */
    showWhose: (user: number | typeof everybody | undefined) =>
      set({ whose: user?.toString(), card: undefined, sharePoint: undefined }),
  }
}
