import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import { product } from '../product.ts'
import { LinkButton } from '../ui/Button.tsx'

/** The heading of a page: names the document, and takes the focus when the person came from another page. */
export function PageHeader({
  title,
  text,
  back,
  children,
}: {
  title: string
  text?: ReactNode
  /** The page the arrow before the heading leads to. */
  back?: { to: string; label: string }
  /** Actions at the end. */
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  useEffect(() => {
    document.title = `${title}, ${product.name}`
  }, [title])
  const arrive = useEffectEvent(() => {
    // The first page of a visit has this key: there the browser has put the focus where it belongs.
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  })
  // A tab or filter that is kept in the address is no other page: the focus stays on it.
  useEffect(() => {
    if (pathname) arrive()
  }, [pathname])
  return (
    <header className="page-header">
      {back && (
        <LinkButton to={back.to} kind="ghost" label={back.label}>
          <Icon name="back" />
        </LinkButton>
      )}
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text && <p>{text}</p>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  )
}
