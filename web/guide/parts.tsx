import { Children, type ReactNode } from 'react'
import type { User } from '../../schema/users/user.ts'
import { useUser } from '../accounts/data/session.ts'
import { t } from '../messages/t.ts'
import { useSelectedCard } from '../shell/useSelectedCard.ts'
import { LinkButton } from '../ui/Button.tsx'

/** Numbered steps, one per child; `done` ticks them in the same order. */
export function Steps({ done = [], children }: { done?: boolean[]; children: ReactNode }) {
  return (
    <ol className="stack guide-numbers" data-gap="3">
      {Children.map(
        children,
        (step, at) =>
          step && (
            <li data-done={done[at] || undefined}>
              {step}
              {done[at] && <span className="guide-done">{t('Done')}</span>}
            </li>
          ),
      )}
    </ol>
  )
}

/** A term and its text in a list of facts. */
export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
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

/** The links at the end of a section. */
export function End({ children }: { children: ReactNode }) {
  return <p className="actions guide-end">{children}</p>
}

export function EndLink({ to, children }: { to: string; children: string }) {
  return (
    <End>
      <LinkButton to={to} kind="primary">
        {children}
      </LinkButton>
    </End>
  )
}

type CardLinkProps = { page: 'editor' | 'analytics'; children: string }

/** Links to a page of the selected card, or to the dashboard if there is none. Renders nothing unless the user is signed in. */
export function CardLink(props: CardLinkProps) {
  const { user } = useUser()
  return user ? <LinkOfCard user={user} {...props} /> : null
}

function LinkOfCard({ user, page, children }: CardLinkProps & { user: User }) {
  const id = useSelectedCard(user)
  return id ? (
    <EndLink to={`/${page}/${id}`}>{children}</EndLink>
  ) : (
    <EndLink to="/dashboard">{t('Go to Dashboard')}</EndLink>
  )
}
