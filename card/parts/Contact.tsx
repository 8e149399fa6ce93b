/** Phones, emails, website and address: each row is a link, with a button that copies the value. */
import type { ReactNode } from 'react'
import type { PublicCard } from '../../schema/card.ts'
import { safeLink } from '../../schema/link.ts'
import { Icon, type IconName } from '../icons/Icon.tsx'
import { displayUrl, externalLinkProps, mailHref, telHref, textProps } from '../links.ts'
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
}

export function Contact({ card, variant }: { card: PublicCard; variant: Variant }) {
  const rows = contactRows(card, variant)
  if (rows.length === 0) return null
  return (
    <section aria-label="Contact details">
      <ul className="bc-rows">
        {rows.map((row) => (
          <li className="bc-row" key={`${row.icon} ${row.value}`}>
            <RowLink row={row} />
            <button
              className="bc-copy bc-js"
              type="button"
              aria-label={`Copy ${row.label.toLowerCase()}`}
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
        <span className={row.mark} dir="auto" lang={row.lang}>
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

export function contactRows(card: PublicCard, variant: Variant): Row[] {
  const { website, phones, emails } = card.customizations
  const site = safeLink(website)
  return [
    ...unique('phone', card.phone, phones).map(phoneRow),
    ...unique('email', card.email, emails).map(emailRow),
    ...(website
      ? [{ ...websiteRow, value: site ?? website, shown: displayUrl(website), href: site }]
      : []),
    ...(card.address
      ? [
          {
            ...addressRow,
            value: card.address,
            href: variant === 'full' ? '#map' : undefined,
            lang: textProps(card, 'address').lang,
          },
        ]
      : []),
  ]
}

type LabeledValue = { label: string; value: string }

// The first entry of the additional phones and emails mirrors the card's own field.
function unique(kind: string, first: string | null, more: LabeledValue[] | null | undefined) {
  const all = [
    ...(first ? [{ label: kind, value: first }] : []),
    ...(more ?? []).map(({ label, value }) => ({
      label: labels[label] ?? `${label} ${kind}`,
      value,
    })),
  ]
  return all.filter(({ value }, at) => all.findIndex((one) => one.value === value) === at)
}

/** Labels that need no kind after them. */
const labels: Record<string, string> = { mobile: 'mobile', fax: 'fax' }

function phoneRow({ label, value }: LabeledValue): Row {
  const row = { icon: 'phone', event: 'phone', mark: 'p-tel' } as const
  return { ...row, label: capital(label), value, href: telHref(value) }
}

function emailRow({ label, value }: LabeledValue): Row {
  const row = { icon: 'mail', event: 'email', mark: 'u-email' } as const
  return { ...row, label: capital(label), value, shown: breakable(value), href: mailHref(value) }
}

const websiteRow = {
  icon: 'globe',
  label: 'Website',
  event: 'website',
  mark: 'u-url',
} as const
const addressRow = { icon: 'pin', label: 'Address', mark: 'p-adr' } as const

function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
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
