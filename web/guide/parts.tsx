import type { ReactNode } from 'react'
import { useUser } from '../accounts/data/session.ts'
import { t } from '../messages/t.ts'
import { useSelectedCard } from '../shell/useSelectedCard.ts'
import { LinkButton } from '../ui/Button.tsx'

/** Numbered steps. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className="stack guide-numbers" data-gap="3">
      {children}
    </ol>
  )
}

/** A step that is ticked once it is done. */
export function Step({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <li data-done={done || undefined}>
      {children}
      {done && <span className="guide-done">{t('Done')}</span>}
    </li>
  )
}

/** A screenshot of `width` x `height` pixels from `public/guide`, shown at most 560 px high. */
export function Picture({
  name,
  alt,
  ...size
}: {
  name: string
  alt: string
  width: number
  height: number
}) {
  const maxInlineSize = Math.min(size.width, (560 * size.width) / size.height)
  const src = `/guide/${name}.webp`
  return (
    <figure className="guide-picture" style={{ maxInlineSize }}>
      <img src={src} alt={alt} loading="lazy" decoding="async" {...size} />
    </figure>
  )
}

/** The closing link of a section. */
export function End({ children }: { children: ReactNode }) {
  return <p className="actions guide-end">{children}</p>
}

/** Links to a page of the selected card; to the dashboard if there is none. */
export function CardLink({ page, children }: { page: 'editor' | 'analytics'; children: string }) {
  const { user } = useUser()
  return user ? (
    <LinkOfCard user={user} page={page}>
      {children}
    </LinkOfCard>
  ) : null
}

function LinkOfCard({
  user,
  page,
  children,
}: {
  user: Parameters<typeof useSelectedCard>[0]
  page: string
  children: string
}) {
  const id = useSelectedCard(user)
  return (
    <LinkButton to={id ? `/${page}/${id}` : '/dashboard'} kind="primary">
      {id ? children : t('Go to Dashboard')}
    </LinkButton>
  )
}
