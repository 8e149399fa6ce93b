import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import type { User } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { Brand } from './Brand.tsx'
import { Nav, SignedInUser } from './Nav.tsx'
import { InstallButton } from './pwa/InstallGuide.tsx'
import { useLocalStorage } from './useLocalStorage.ts'
import { narrowQuery, phoneQuery, useMediaQuery } from './useMediaQuery.ts'

/** The left sidebar from 768 px: 256 px wide, or 64 px when collapsed. */
export function Sidebar({
  user,
  collapsed,
  onToggle,
  onSignOut,
}: {
  user: User
  collapsed: boolean
  /** Absent when the window's width determines the state. */
  onToggle: (() => void) | undefined
  onSignOut: () => void
}) {
  const label = collapsed ? t('Expand sidebar') : t('Collapse sidebar')
  return (
    <aside className="sidebar" aria-label={t('Sidebar')}>
      <div className="sidebar-head">
        <Brand />
        {onToggle && (
          <Button
            kind="ghost"
            size="small"
            label={label}
            data-tooltip-side="right"
            aria-expanded={!collapsed}
            onClick={onToggle}
          >
            <Icon name="panel" size={18} />
          </Button>
        )}
      </div>
      <Nav user={user} collapsed={collapsed} />
      <InstallButton />
      <SignedInUser user={user} collapsed={collapsed} onSignOut={onSignOut} />
    </aside>
  )
}

/**
 * State of the navigation: collapsed or not where the user can choose, and the drawer on phones.
 */
export function useSidebar() {
  const onPhone = useMediaQuery(phoneQuery)
  const isNarrow = useMediaQuery(narrowQuery)
  const [stored, store] = useLocalStorage('sidebarCollapsed')
  const collapsed = isNarrow || stored === 'true'
  const { key } = useLocation()
  // The page on which the drawer was opened; navigation closes it.
  const [openedOn, setOpenedOn] = useState<string>()
  const open = onPhone && openedOn === key
  const setOpen = (wanted: boolean) => setOpenedOn(wanted ? key : undefined)
  const toggle = () => {
    if (onPhone) setOpen(!open)
    else if (!isNarrow) store(String(!collapsed))
  }
  useShortcut(toggle)
  return { onPhone, collapsed, toggle: isNarrow ? undefined : toggle, open, setOpen }
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
