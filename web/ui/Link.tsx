import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: To
  /** Leaves no entry of this page behind; going where one is never does. */
  replace?: boolean
  /** Asks the server for the page, as a plain link does. */
  reloadDocument?: boolean
  state?: unknown
}

/** A link within the app; the router's own brings along the fetching ahead of a framework that is not here. */
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
