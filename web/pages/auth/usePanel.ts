import { useSearchParams } from 'react-router-dom'

const panels = ['forgot-password', 'create-account'] as const
export type PanelName = 'login' | (typeof panels)[number]

/** The panel in the address; changing it keeps where to go next and the chosen theme. */
export function usePanel(): [PanelName, (panel: PanelName) => void] {
  const [search, setSearch] = useSearchParams()
  const panel = panels.find((name) => name === search.get('panel')) ?? 'login'
  const open = (wanted: PanelName) => {
    const next = new URLSearchParams(search)
    if (wanted === 'login') next.delete('panel')
    else next.set('panel', wanted)
    setSearch(next)
  }
  return [panel, open]
}
