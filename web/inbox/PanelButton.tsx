import { type ReactNode, useId } from 'react'
import type { IconName } from '../../card/icons/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import { placeBesideButton } from '../ui/Menu.tsx'

type PanelProps = {
  text: string
  /** Heading of the panel. */
  title: string
  icon?: IconName
  /** Shown after the text. */
  count?: number
  children: ReactNode
  /** The panel's buttons; the id is that of the panel. */
  foot: (id: string) => ReactNode
}

/** A button that opens a panel of fields: beside the button, and on a phone at the bottom of the screen. */
export function PanelButton({ text, title, icon, count = 0, children, foot }: PanelProps) {
  const id = useId()
  return (
    <>
      <Button icon={icon} popoverTarget={id} aria-haspopup="dialog">
        {text}
        {count > 0 && <span className="filter-count">{count}</span>}
      </Button>
      <div
        id={id}
        className="menu inbox-panel"
        popover="auto"
        role="dialog"
        aria-label={title}
        onBeforeToggle={placeBesideButton}
      >
        <h2>{title}</h2>
        <div className="inbox-panel-fields">{children}</div>
        <div className="actions" data-align="end">
          {foot(id)}
        </div>
      </div>
    </>
  )
}
