import { Icon } from '../../card/Icon.tsx'
import type { User } from '../../schema/user.ts'
import { Button } from '../ui/Button.tsx'
import { Brand } from './Brand.tsx'
import { Me, Nav } from './Nav.tsx'

/** The column at the left from 768 px: 256 wide, or 64 when collapsed. */
export function Sidebar({
  user,
  collapsed,
  onToggle,
  onSignOut,
}: {
  user: User
  collapsed: boolean
  /** Absent where the width of the window leaves no choice. */
  onToggle: (() => void) | undefined
  onSignOut: () => void
}) {
  const label = collapsed ? 'Expand sidebar' : 'Collapse sidebar'
  return (
    <aside className="sidebar" aria-label="Sidebar">
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
      <Me user={user} collapsed={collapsed} onSignOut={onSignOut} />
    </aside>
  )
}
