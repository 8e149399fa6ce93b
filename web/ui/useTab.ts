import { useSearchParams } from 'react-router-dom'

/** A choice in the address, such as `?tab=`, and how to change it; Back leaves the page, not the choice. Null clears it. */
export function useTab(param = 'tab'): [string | null, (choice: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const select = (choice: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (choice === null) next.delete(param)
        else next.set(param, choice)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [search.get(param), select]
}
