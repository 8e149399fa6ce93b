import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'

export function EmptyState({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <section className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  )
}
