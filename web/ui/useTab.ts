import { useSearchParams } from 'react-router-dom'

/** The tab in the address, `?tab=`, and how to choose another; Back leaves the page, not the tab. */
export function useTab(): [string | null, (tab: string) => void] {
  const [search, setSearch] = useSearchParams()
  const select = (tab: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('tab', tab)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [search.get('tab'), select]
}
