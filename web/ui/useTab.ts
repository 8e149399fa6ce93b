import { useSearchParams } from 'react-router-dom'

/** A choice in the address, such as `?tab=`, and how to change it; Back leaves the page, not the choice. Null clears it. */
export function useTab(param = 'tab'): [string | null, (choice: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const select = (choice: string | null) => {
    // The address knows of choices that are not drawn yet: a press on a tab makes one with the focus and another by itself.
    const next = new URLSearchParams(location.search)
    if (next.get(param) === choice) return
    if (choice === null) next.delete(param)
    else next.set(param, choice)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return [search.get(param), select]
}
