import type { ComponentProps, ReactNode } from 'react'
import { telHref } from '../../card/contact/phone.ts'
import { Icon } from '../../card/icons/Icon.tsx'
import { ProductLogo } from '../../card/icons/ProductLogo.tsx'
import { Actions, SaveContact } from '../../card/parts/Actions.tsx'
import { CardHeader, Cover } from '../../card/parts/CardHeader.tsx'
import { Contact } from '../../card/parts/Contact.tsx'
import { type CardWords, english } from '../../card/words/en.ts'
import { blankCard } from '../../schema/cards/blank-card.ts'
import { language } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { createAccount } from './content.ts'
import type { Sample } from './people.ts'

type Look = { kind: 'primary' | 'secondary' | 'ghost'; size?: 'small' | 'large' }

/** A link for visitors and one for signed-in users, in the same place; the style sheet shows one of them. */
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

/** Links to Create account; when signed in, to the dashboard; while registration is closed, to support. */
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

/** The product name; the worker inserts the configured one. */
export function Product() {
  return <span data-config="product">{t('Edgecard')}</span>
}

export function LandingBrand() {
  return (
    <span className="brand">
      <span className="brand-mark">
        <ProductLogo size={16} />
      </span>
      <Product />
    </span>
  )
}

/** A support email link; the worker inserts the address after `mailto:`. */
export function SupportLink({
  subject,
  children,
  ...rest
}: {
  subject: string
  children: ReactNode
  className?: string
  'data-for'?: 'closed'
  'data-kind'?: string
  'data-size'?: string
}) {
  return (
    <a {...rest} href={`mailto:?subject=${encodeURIComponent(subject)}`}>
      {children}
    </a>
  )
}

/** A dialog, opened by elements whose `data-opens` is its id. */
export function Sheet({
  id,
  title,
  className = '',
  children,
}: {
  id: string
  title: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <dialog id={id} className={`sheet ${className}`.trim()} aria-labelledby={`${id}-title`}>
      <header className="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <CloseButton data-closes="" />
      </header>
      {children}
    </dialog>
  )
}

/** Its `data-` attribute says what it closes. */
export function CloseButton(
  what: ComponentProps<'button'> & Partial<Record<'data-closes' | 'data-dismisses', string>>,
) {
  return (
    <button
      className="button"
      type="button"
      data-kind="ghost"
      data-size="small"
      data-icon-only=""
      aria-label={t('Close')}
      {...what}
    >
      <Icon name="close" size={16} />
    </button>
  )
}

const files = import.meta.glob<Omit<CardWords, 'language'>>('../../card/words/??.ts', {
  eager: true,
  import: 'words',
})
const words = { ...(files[`../../card/words/${language}.ts`] ?? english), language }

/**
 * A real card as an illustration, with Save Contact fixed at its bottom as on a phone. The text next to it is its label.
 * Of the contact rows, a `low` card shows only the phone.
 */
export function SampleCard({
  sample: { card, face },
  className,
  low = false,
}: {
  sample: Sample
  className: string
  low?: boolean
}) {
  const part = { card, variant: 'preview', words, telHref } as const
  const shown = low ? { ...blankCard, phone: card.phone } : card
  return (
    <div className={`thumb ${className}`} aria-hidden="true" inert>
      <div className="bc-page" data-theme={card.theme}>
        <article className="bc h-card">
          <Cover card={card} />
          <div className="bc-body">
            <div>
              <CardHeader {...part} avatar={facePicture(face)} />
              <Actions {...part} />
              <Contact {...part} card={shown} />
            </div>
            <div />
          </div>
        </article>
        <div className="sample-dock">
          <SaveContact card={card} words={words} />
        </div>
      </div>
    </div>
  )
}

export function facePicture(face: string): string {
  return `/landing/people/${face}.webp`
}
