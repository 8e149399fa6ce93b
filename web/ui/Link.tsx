import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: To
  /** Replaces the current history entry; a link to the current page always does. */
  replace?: boolean
  /** Loads the page from the server, like a plain link. */
  reloadDocument?: boolean
  state?: unknown
}

/**
 * A link within the app; the router's own includes prefetching code for a framework that is not
 * used here.
 */
export function Link({ to, replace, reloadDocument = false, state, onClick, ...rest }: Props) {
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
