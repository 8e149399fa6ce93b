import type { ReactNode } from 'react'
import { useUser } from '../../data/session.ts'
import { useSelectedCard } from '../../shell/useSelectedCard.ts'
import { LinkButton } from '../../ui/Button.tsx'

/** Steps in their order, numbered. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="guide-numbers">{children}</ol>
}

/** A picture of a screen, from `public/guide`. */
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
  return (
    <figure className="guide-picture">
      <img src={`/guide/${name}.webp`} alt={alt} loading="lazy" decoding="async" {...size} />
    </figure>
  )
}

/** Where a section leads to. */
export function End({ children }: { children: ReactNode }) {
  return <p className="guide-end">{children}</p>
}

/** The way to a page of the selected card; to the dashboard while there is none. */
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
      {id ? children : 'Go to Dashboard'}
    </LinkButton>
  )
}
