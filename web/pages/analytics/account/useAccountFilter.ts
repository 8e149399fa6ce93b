import { useSearchParams } from 'react-router-dom'
import { timeframes } from '../../../../schema/figures.ts'
import type { AccountReportFilter } from '../../../data/account-analytics.ts'
import { parseCardId as parseId } from '../../../shell/selected-card.ts'

const everybody = 'everybody'

/** The view in the query string (`?time=`, `?card=`, `?whose=`), with setters. */
export function useAccountFilter(canChooseOwner: boolean) {
  const [params, setParams] = useSearchParams()
  const owner = canChooseOwner ? params.get('whose') : null
  const view: AccountReportFilter = {
    timeframe: timeframes.find((one) => one === params.get('time')) ?? 'month',
    card: parseId(params.get('card')),
    user: parseId(owner),
    everybody: owner === everybody,
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
    setTimeframe: (time: AccountReportFilter['timeframe']) => set({ time }),
    setCard: (card: number | undefined) => set({ card: card?.toString() }),
    /** Another owner has other cards, so the card filter is reset. */
    setOwner: (user: number | typeof everybody | undefined) =>
      set({ whose: user?.toString(), card: undefined }),
  }
}
