import { useSearchParams } from 'react-router-dom'

type Changes = Record<string, string | undefined>

/**
 * The query string and a function that changes some of its values; undefined clears one. A change replaces the history
 * entry, so Back leaves the page.
 */
export function useQueryParams(): [URLSearchParams, (changes: Changes) => void] {
  const [search, setSearch] = useSearchParams()
  const change = (changes: Changes) => {
    // Reads `location`, which is current even before the next render: one click on a tab selects
    // twice, by focus and by click.
    const before = new URLSearchParams(location.search)
    const next = new URLSearchParams(before)
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value)
      else next.delete(name)
    if (next.toString() !== before.toString())
      setSearch(next, { replace: true, preventScrollReset: true })
  }
  return [search, change]
}

/** A selection in the query string, such as `?tab=`. Null clears it. */
export function useSearchParam(param = 'tab'): [string | null, (choice: string | null) => void] {
  const [search, change] = useQueryParams()
  return [search.get(param), (choice) => change({ [param]: choice ?? undefined })]
}

/** Parses an id from a path or query; undefined if invalid. */
export function parseId(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
