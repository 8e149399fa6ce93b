import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { createAccount } from '../content.ts'
import { SupportLink } from './Product.tsx'

type Look = { kind: 'primary' | 'secondary' | 'ghost'; size?: 'small' | 'large' }

/**
 * A link for visitors and one for signed-in users, in the same place; the style sheet shows one of
 * them.
 */
export function VisitorOrUserLink({
  visitor,
  user,
  ...look
}: Look & { visitor: { href: string; words: string }; user: { href: string; words: string } }) {
  return (
    <span className="by-account">
      <a {...buttonLook(look)} data-for="visitor" href={visitor.href}>
        {visitor.words}
      </a>
      <a {...buttonLook(look)} data-for="user" href={user.href}>
        {user.words}
      </a>
    </span>
  )
}

/** The main call to action. */
export function CreateCard() {
  return (
    <SignUp
      kind="primary"
      size="large"
      words={t('Create your card')}
      signedIn={t('Go to your cards')}
      closed={t('Request an account')}
    />
  )
}

/**
 * Links to Create account; to the dashboard when signed in, and to support while registration is
 * closed.
 */
export function SignUp({
  words,
  signedIn,
  closed = t('Contact Us'),
  ...look
}: Look & { words: ReactNode; signedIn: string; closed?: string }) {
  return (
    <span className="by-account">
      <a {...buttonLook(look)} data-for="visitor" href={createAccount}>
        {words}
      </a>
      <SupportLink {...buttonLook(look)} data-for="closed" subject={t('Account request')}>
        {closed}
      </SupportLink>
      <a {...buttonLook(look)} data-for="user" href="/dashboard">
        {signedIn}
      </a>
    </span>
  )
}

function buttonLook({ kind, size }: Look) {
  return { className: 'button', 'data-kind': kind, 'data-size': size }
}
