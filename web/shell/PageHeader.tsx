import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import { product } from '../product.ts'
import { LinkButton } from '../ui/Button.tsx'

/** The title of a page, with a back arrow and actions. */
export function PageHeader({
  title,
  text,
  back,
  children,
}: {
  title: string
  text?: ReactNode
  /** Target of the back arrow before the heading. */
  back?: { to: string; label: string }
  /** Actions at the end. */
  children?: ReactNode
}) {
  return (
    <header className="page-header">
      {back && (
        <LinkButton to={back.to} kind="ghost" label={back.label}>
          <Icon name="back" />
        </LinkButton>
      )}
      <div>
        <PageTitle>{title}</PageTitle>
        {text && <p>{text}</p>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  )
}

/** A page's heading: sets the document title, and takes the focus after navigation. */
export function PageTitle({ children: title }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  useEffect(() => {
    document.title = `${title}, ${product.name}`
  }, [title])
  const focusHeading = useEffectEvent(() => {
    // `default` is the key of the first page of a visit, where the browser has already set the focus.
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  })
  // A tab or filter in the query is the same page: the focus stays where it is.
  useEffect(() => {
    if (pathname) focusHeading()
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}
