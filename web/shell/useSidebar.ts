import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { narrow, phone, useMedia } from './useMedia.ts'
import { useStored } from './useStored.ts'

/** How the navigation stands: collapsed or not where there is a choice, and the drawer of a phone. */
export function useSidebar() {
  const onPhone = useMedia(phone)
  const noChoice = useMedia(narrow)
  const [stored, keep] = useStored('sidebarCollapsed')
  const collapsed = noChoice || stored === 'true'
  const { key } = useLocation()
  // The page the drawer was opened on: another page has it closed.
  const [openedOn, setOpenedOn] = useState<string>()
  const open = onPhone && openedOn === key
  const setOpen = (wanted: boolean) => setOpenedOn(wanted ? key : undefined)
  const toggle = () => {
    if (onPhone) setOpen(!open)
    else if (!noChoice) keep(String(!collapsed))
  }
  useShortcut(toggle)
  return { onPhone, collapsed, toggle: noChoice ? undefined : toggle, open, setOpen }
}

/** Ctrl+B, or Cmd+B on a Mac. */
function useShortcut(toggle: () => void) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
    if (event.altKey || event.shiftKey) return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
