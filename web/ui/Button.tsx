import type { ComponentProps, ReactNode } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'

type Look = {
  kind?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-text'
  size?: 'small' | 'large'
  /** Accessible name and tooltip of an icon-only button. */
  label?: string
  /** Shown before the text. */
  icon?: IconName
}

/** While `busy` is set, the button shows that text and a spinner, and ignores clicks. */
export function Button({
  kind = 'secondary',
  size,
  label,
  icon,
  busy,
  children,
  onClick,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: string | false }) {
  return (
    <button
      type="button"
      {...rest}
      {...look({ kind, size, label })}
      aria-busy={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <>
          <Spinner />
          {label ? null : busy}
        </>
      ) : (
        <>
          {icon && <Icon name={icon} size={18} />}
          {children}
        </>
      )}
    </button>
  )
}

/** A link within the app, styled as a button. */
export function LinkButton({
  kind = 'secondary',
  size,
  label,
  icon,
  children,
  ...rest
}: { to: string; children?: ReactNode; reloadDocument?: boolean; state?: unknown } & Look) {
  return (
    <Link {...rest} {...look({ kind, size, label })}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </Link>
  )
}

/** Opens a card's public page in a new tab. */
export function ViewButton({ href }: { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" {...look({ kind: 'secondary' })}>
      <Icon name="arrow" size={18} />
      {t('View')}
      <span className="hidden-text">{t('in a new tab')}</span>
    </a>
  )
}

function look({ kind, size, label }: Look) {
  return {
    className: 'button',
    'data-kind': kind,
    'data-size': size,
    ...(label && { 'data-icon-only': '', 'aria-label': label, 'data-tooltip': label }),
  }
}

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: To
  /** Replaces the current history entry; a link to the current page always does. */
  replace?: boolean
  /** Loads the page from the server, like a plain link. */
  reloadDocument?: boolean
  state?: unknown
}

/** A link within the app; the router's own includes prefetching code for a framework that is not used here. */
export function Link({ to, replace, reloadDocument = false, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!reloadDocument && !event.defaultPrevented) go(event)
      }}
    />
  )
}

export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
