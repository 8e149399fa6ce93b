/** Phones, emails, website and address: each row is a link, with a button that copies the value. */
import type { ReactNode } from 'react'
import type { PublicCard } from '../../schema/cards/card.ts'
import type { ContactLabel } from '../../schema/cards/card-fields.ts'
import { safeLink } from '../../schema/link.ts'
import { Icon, type IconName } from '../icons/Icon.tsx'
import { displayUrl, externalLinkProps, inertTelHref, mailHref, textProps } from '../links.ts'
import { type CardWords, fill } from '../words/en.ts'
import type { Variant } from './Sections.tsx'

type Row = {
  icon: IconName
  label: string
  value: string
  href?: string
  shown?: ReactNode
  event?: string
  mark?: string
  lang?: string | undefined
  /** Phone numbers, email addresses and URLs are always written from left to right. */
  dir: 'ltr' | 'auto'
}

/** Returns the `tel:` link of a phone; undefined if it has no number. */
export type TelHref = (phone: string | null) => string | undefined

type Props = {
  card: PublicCard
  variant: Variant
  words: CardWords
  /** Absent where the card cannot be pressed. */
  telHref?: TelHref | undefined
}

export function Contact(props: Props) {
  const { words } = props
  const rows = contactRows(props)
  if (rows.length === 0) return null
  return (
    <section aria-label={words.contactDetails}>
      <ul className="bc-rows">
        {rows.map((row) => (
          <li className="bc-row" key={`${row.icon} ${row.value}`}>
            <RowLink row={{ ...row, label: capital(row.label, words.language) }} />
            <button
              className="bc-copy bc-js"
              type="button"
              aria-label={fill(words.copy, { what: row.label })}
              data-act="copy"
              data-copy={row.value}
            >
              <Icon name="copy" size={18} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RowLink({ row }: { row: Row }) {
  const inside = (
    <>
      <span className="bc-chip">
        <Icon name={row.icon} />
      </span>
      <span>
        <small>{row.label}</small>
        <span className={row.mark} dir={row.dir} lang={row.lang}>
          {row.shown ?? row.value}
        </span>
      </span>
    </>
  )
  if (!row.href) return <div className="bc-lnk">{inside}</div>
  return (
    <a
      className="bc-lnk"
      href={row.href}
      data-act={row.event}
      data-id={row.event && 'primary'}
      {...externalLinkProps(row.href)}
    >
      {inside}
    </a>
  )
}

/** Returns the rows of a card. Their labels begin in lower case where they would in a sentence. */
export function contactRows({ card, variant, words, telHref = inertTelHref }: Props): Row[] {
  const { website, phones, emails } = card.customizations
  const site = safeLink(website)
  return [
    ...unique(card.phone, phones, phoneLabels(words)).map((phone) => phoneRow(phone, telHref)),
    ...unique(card.email, emails, emailLabels(words)).map(emailRow),
    ...(website
      ? [
          {
            ...websiteRow,
            label: words.website,
            value: site ?? website,
            shown: displayUrl(website),
            href: site,
          },
        ]
      : []),
    ...(card.address
      ? [
          {
            ...addressRow,
            label: words.address,
            value: card.address,
            href: variant === 'full' ? '#map' : undefined,
            lang: textProps(card, words, 'address').lang,
          },
        ]
      : []),
  ]
}

type LabeledValue = { label: string; value: string }
type Labels = Record<ContactLabel | 'main', string>

/** Returns the card's own phone or email and the additional ones, each value once: one of these may repeat the card's own. */
function unique(
  first: string | null,
  more: { label: ContactLabel; value: string }[] | null | undefined,
  labels: Labels,
): LabeledValue[] {
  const all = [
    ...(first ? [{ label: labels.main, value: first }] : []),
    ...(more ?? []).map(({ label, value }) => ({ label: labels[label] ?? label, value })),
  ]
  return all.filter(({ value }, at) => all.findIndex((one) => one.value === value) === at)
}

function phoneLabels(words: CardWords): Labels {
  const { phone: main, mobile, fax, workPhone: work, homePhone: home, otherPhone: other } = words
  return { main, mobile, fax, work, home, other }
}

function emailLabels(words: CardWords): Labels {
  const { emailAddress: main, mobile, fax, workEmail: work, homeEmail: home } = words
  return { main, mobile, fax, work, home, other: words.otherEmail }
}

function phoneRow({ label, value }: LabeledValue, telHref: TelHref): Row {
  const row = { icon: 'phone', event: 'phone', mark: 'p-tel', dir: 'ltr' } as const
  return { ...row, label, value, href: telHref(value) }
}

function emailRow({ label, value }: LabeledValue): Row {
  const row = { icon: 'mail', event: 'email', mark: 'u-email', dir: 'ltr' } as const
  return { ...row, label, value, shown: breakable(value), href: mailHref(value) }
}

const websiteRow = {
  icon: 'globe',
  event: 'website',
  mark: 'u-url',
  dir: 'ltr',
} as const
const addressRow = { icon: 'pin', mark: 'p-adr', dir: 'auto' } as const

function capital(label: string, language: string): string {
  return label.charAt(0).toLocaleUpperCase(language) + label.slice(1)
}

function breakable(email: string): ReactNode {
  const at = email.indexOf('@') + 1
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
