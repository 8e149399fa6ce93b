/** The part of the contact check about phones, emails and website: are they valid, usable abroad, and distinguishable? */
import { CardInput, type PublicCard } from '../../schema/cards/card.ts'
import type { ContactLabel } from '../../schema/cards/card-fields.ts'
import { safeLink } from '../../schema/link.ts'
import { type Country, countries, countryIn } from './address-country.ts'
import { isContactValue } from './check-values.ts'
import {
  type Change,
  type CheckedCard,
  type Finding,
  type Fix,
  withCustomizations,
} from './findings.ts'
import { callingCodeOf, isNational, withCallingCode } from './phone.ts'

export function detailFindings(card: CheckedCard): Finding[] {
  return [
    ...phonesWithoutCode(card),
    ...sameLabels(card, 'phones'),
    ...sameLabels(card, 'emails'),
    ...websiteFindings(card),
  ]
}

type Kind = 'phones' | 'emails'
type Entry = { label: ContactLabel; value: string; at: 'main' | number }

/** Returns the main value and the additional ones, without duplicates, as in the contact file. */
export function entriesOf(card: PublicCard, kind: Kind): Entry[] {
  const more: Entry[] = (card.customizations[kind] ?? []).map((entry, at) => ({ ...entry, at }))
  const first = (kind === 'phones' ? card.phone : card.email)?.trim() ?? ''
  const label = more.find(({ value }) => value.trim() === first)?.label
  const main: Entry = {
    label: label ?? (kind === 'phones' ? 'mobile' : 'work'),
    value: first,
    at: 'main',
  }
  return [main, ...more]
    .map((entry) => ({ ...entry, value: entry.value.trim() }))
    .filter(
      ({ value }, nth, all) =>
        value !== '' && all.findIndex((other) => other.value === value) === nth,
    )
}

/** Returns the change that replaces the value or label wherever the entry occurs. */
function replaceEntry(card: CheckedCard, kind: Kind, entry: Entry, next: Partial<Entry>): Change {
  const more = card.customizations[kind]
  const list = more?.map((other) =>
    other.value.trim() === entry.value
      ? { label: next.label ?? other.label, value: next.value ?? other.value }
      : other,
  )
  const field = kind === 'phones' ? 'phone' : 'email'
  return {
    ...(entry.at === 'main' && next.value && { [field]: next.value }),
    ...(more && withCustomizations(card, { [kind]: list })),
  }
}

function phonesWithoutCode(card: CheckedCard): Finding[] {
  const phones = entriesOf(card, 'phones')
  const codes = phones.map(({ value }) => callingCodeOf(value))
  const likely = [
    ...codes.map((used) => countries.find(({ code }) => code === used)),
    countryIn(card.address ?? ''),
  ].flatMap((country) => country ?? [])
  const suggested = [...new Map(likely.map((country) => [country.code, country])).values()]
  return phones
    .filter(({ value }) => isNational(value))
    .map((entry) => {
      const fixIn = ({ code, name }: Country): Fix[] => {
        const value = withCallingCode(entry.value, code)
        if (!value || !CardInput.shape.phone.safeParse(value).success) return []
        return [
          { label: `+${code} ${name}`, change: replaceEntry(card, 'phones', entry, { value }) },
        ]
      }
      const options = countries.flatMap(fixIn)
      // No country is offered if the number is valid in none, or too long with the code.
      const isFixable = options.length > 0
      return {
        id: `phone-code-${entry.at}`,
        title: 'Phone without a country code',
        detail: isFixable
          ? `“${entry.value}” works only within its own country. Select the country.`
          : `“${entry.value}” works only within its own country. Add the country code.`,
        fixes: suggested.flatMap(fixIn).slice(0, 3),
        ...(isFixable && { more: { label: 'Country', options } }),
      }
    })
}

const suggestedLabels: Record<Kind, ContactLabel[]> = {
  phones: ['work', 'mobile', 'home', 'other'],
  emails: ['home', 'work', 'other'],
}

function sameLabels(card: CheckedCard, kind: Kind): Finding[] {
  const entries = entriesOf(card, kind)
  const used = new Set(entries.map(({ label }) => label))
  const left = suggestedLabels[kind].filter((label) => !used.has(label))
  const what = kind === 'phones' ? 'phones' : 'emails'
  return entries
    .filter(({ label }, nth) => entries.findIndex((other) => other.label === label) < nth)
    .map((entry) => ({
      id: `same-label-${kind}-${entry.at}`,
      title: `Two ${what} labeled ${entry.label}`,
      detail: `“${entry.value}” has the same label as the other one, and Outlook may keep only one.`,
      fixes: left.slice(0, 3).map((label) => ({
        label: `Label it ${label}`,
        change: replaceEntry(card, kind, entry, { label }),
      })),
    }))
}

function websiteFindings(card: CheckedCard): Finding[] {
  const text = card.customizations.website?.trim() ?? ''
  if (text === '' || /^https?:\/\//i.test(text)) return []
  const full = safeLink(text)
  if (!full?.startsWith('https://'))
    return [
      {
        id: 'website',
        title: 'Website is not a valid link',
        detail: `“${text}” is not included in the contact.`,
        fixes: [{ label: 'Remove it', change: withCustomizations(card, { website: null }) }],
      },
    ]
  return [
    {
      id: 'website',
      title: 'Website without https://',
      detail: "Some contact apps won't turn it into a link.",
      fixes: [{ label: `Use “${full}”`, change: withCustomizations(card, { website: full }) }],
    },
  ]
}

/** Returns a finding for each stored phone and email that would be refused on a new card. */
export function valueFindings(card: CheckedCard): Finding[] {
  return [
    ...wrongValues(card, 'phones').map(({ value, id, fixes }) => ({
      id,
      title: 'Phone is not a number',
      detail: `“${value}” can't be dialed. Enter a phone number, such as +44 20 7946 0000.`,
      fixes,
    })),
    ...wrongValues(card, 'emails').map(({ value, id, fixes }) => ({
      id,
      title: 'Email is not an address',
      detail: `“${value}” can't receive email. Enter an address, such as ada@example.com.`,
      fixes,
    })),
  ]
}

function wrongValues(card: CheckedCard, kind: 'phones' | 'emails') {
  return entriesOf(card, kind)
    .filter(({ value }) => !isContactValue(kind, value))
    .map(({ value, at }) => ({
      value,
      id: `value-${kind}-${at}`,
      fixes: [{ label: 'Remove it', change: without(card, kind, value) }],
    }))
}

/** Returns the change that removes the value wherever it occurs. */
function without(card: CheckedCard, kind: 'phones' | 'emails', value: string): Change {
  const field = kind === 'phones' ? 'phone' : 'email'
  const more = card.customizations[kind]
  return {
    ...(card[field]?.trim() === value && { [field]: null }),
    ...(more &&
      withCustomizations(card, { [kind]: more.filter((entry) => entry.value.trim() !== value) })),
  }
}
