import { useSearchParams } from 'react-router-dom'

/**
 * A selection in the query string, such as `?tab=`. It replaces the history entry, so Back leaves
 * the page. Null clears it.
 */
export function useSearchParam(param = 'tab'): [string | null, (choice: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const select = (choice: string | null) => {
    // Reads `location`, which is current even before the next render: one click on a tab selects
    // twice, by focus and by click.
    const next = new URLSearchParams(location.search)
    if (next.get(param) === choice) return
    if (choice === null) next.delete(param)
    else next.set(param, choice)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return [search.get(param), select]
}
