import { type MouseEvent, type ReactNode, type ToggleEvent, useId } from 'react'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import { Button, Link } from './Button.tsx'

/**
 * A button that opens a list of actions: beside the button, and on a phone at the bottom of the screen. The browser's
 * popover closes it on Esc, on a click outside, and returns the focus to the button; choosing an action closes it too.
 */
export function Menu({
  text,
  label,
  title,
  icon,
  kind = 'secondary',
  busy,
  children,
}: {
  /** The button's text; without one, the button shows the icon alone. */
  text?: string
  /** Accessible name of an icon-only button. */
  label?: string
  /** Heading of the list. */
  title?: string
  icon: IconName
  kind?: 'primary' | 'secondary' | 'ghost'
  /** Shown with a spinner in place of the text, while the menu doesn't open. */
  busy?: string | false
  /** A list of `MenuItem` and `MenuHeading`. */
  children: ReactNode
}) {
  const id = useId()
  return (
    <>
      <Button kind={kind} label={label} icon={icon} busy={busy} popoverTarget={id}>
        {text}
        {text && <Icon name="chevron-down" size={16} />}
      </Button>
      <div id={id} className="menu" popover="auto" onBeforeToggle={placeBesideButton}>
        {title && <h2>{title}</h2>}
        <ul aria-label={title ?? text ?? label}>{children}</ul>
      </div>
    </>
  )
}

type Action =
  | { onClick: () => void }
  /** A page of the app. */
  | { to: string }
  /** A file, or a page outside the app. */
  | { href: string; download?: boolean; newTab?: boolean }

/** An action of a menu: a button, a link within the app, or a plain link. */
export function MenuItem({
  icon,
  note,
  danger,
  unavailable,
  children,
  ...action
}: {
  icon?: IconName
  /** Shown at the end of the line, such as the current value. */
  note?: ReactNode
  danger?: boolean
  /** Why the action cannot be chosen now. */
  unavailable?: string | undefined
  children: ReactNode
} & Action) {
  const content = (
    <>
      {icon && <Icon name={icon} size={18} />}
      <span>
        {children}
        {unavailable && <small className="menu-reason">{unavailable}</small>}
      </span>
      {note !== undefined && <small>{note}</small>}
    </>
  )
  const look = { className: 'menu-item', 'data-danger': danger ? '' : undefined }
  return (
    <li>
      {'onClick' in action ? (
        <button
          type="button"
          {...look}
          aria-disabled={unavailable ? true : undefined}
          onClick={(event) => {
            if (unavailable) return
            closeMenu(event)
            action.onClick()
          }}
        >
          {content}
        </button>
      ) : 'to' in action ? (
        <Link {...look} to={action.to} onClick={closeMenu}>
          {content}
        </Link>
      ) : (
        <a
          {...look}
          onClick={closeMenu}
          href={action.href}
          download={action.download}
          {...(action.newTab && { target: '_blank', rel: 'noopener' })}
        >
          {content}
        </a>
      )}
    </li>
  )
}

function closeMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('.menu')?.hidePopover()
}

/** Heading of the items that follow. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <li className="menu-heading">{children}</li>
}

const gapPx = 6

/** Aligns a popover with the button before it, which opens it: below it, or above it where there is no room. */
export function placeBesideButton({
  currentTarget: menu,
  newState,
}: ToggleEvent<HTMLElement>): void {
  const button = menu.previousElementSibling
  if (newState !== 'open' || !button) return
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const opensUp = bottom > 0.6 * innerHeight
  const isAtStart = left + right < innerWidth
  const place = {
    '--menu-top': opensUp ? 'auto' : `${bottom + gapPx}px`,
    '--menu-bottom': opensUp ? `${innerHeight - top + gapPx}px` : 'auto',
    '--menu-left': isAtStart ? `${left}px` : 'auto',
    '--menu-right': isAtStart ? 'auto' : `${innerWidth - right}px`,
    '--menu-room': `${(opensUp ? top : innerHeight - bottom) - 2 * gapPx}px`,
  }
  for (const [name, value] of Object.entries(place)) menu.style.setProperty(name, value)
}
