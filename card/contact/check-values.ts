/** Contact check for phones and emails that were stored before the rules for new ones. */

import type { CardInput } from '../../schema/cards/card.ts'
import { Email, isBlankText, isPhone, OptionalEmail, Phone } from '../../schema/text.ts'
import { entriesOf } from './check-details.ts'
import { type Change, type CheckedCard, type Finding, withCustomizations } from './findings.ts'

/** Names each phone and email of the card that no new card could have. */
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

/** Removes the value everywhere it occurs. */
function without(card: CheckedCard, kind: 'phones' | 'emails', value: string): Change {
  const field = kind === 'phones' ? 'phone' : 'email'
  const more = card.customizations[kind]
  return {
    ...(card[field]?.trim() === value && { [field]: null }),
    ...(more &&
      withCustomizations(card, { [kind]: more.filter((entry) => entry.value.trim() !== value) })),
  }
}

/** The values that have a contract. */
export type CardValues = Pick<CardInput, 'name' | 'phone' | 'email'> & {
  customizations: Pick<CardInput['customizations'], 'phones' | 'emails'>
}

/**
 * Returns what is wrong with a card, by path. A value that the stored card has already stays valid, wherever on the card
 * it is, so that a card from before a rule can be saved. A card without a name has none; a blank text is no name.
 */
export function newValueErrors(card: CardValues, stored?: CardValues): Record<string, string> {
  const before = stored ? contactsOf(stored) : []
  const wrong = contactsOf(card).flatMap(({ path, contract, value }) => {
    if (before.some((one) => one.contract === contract && one.value === value)) return []
    const message = contract.safeParse(value).error?.issues[0]?.message
    return message ? [[path, message] as const] : []
  })
  const lostName =
    card.name !== null && isBlankText(card.name) && !(stored && isBlankText(stored.name))
  return Object.fromEntries([...(lostName ? [['name', 'Enter a name'] as const] : []), ...wrong])
}

/** Whether the phone or email, as it is stored, is one. */
export function isContactValue(kind: 'phones' | 'emails', value: string): boolean {
  return kind === 'phones' ? isPhone(value) : Email.safeParse(value).success
}

function contactsOf({ phone, email, customizations: { phones, emails } }: CardValues) {
  const more = (kind: string, list: { value: string }[] | null | undefined) =>
    (list ?? []).map(({ value }, at) => ({ path: `customizations.${kind}.${at}.value`, value }))
  return [
    { path: 'phone', value: phone ?? '', contract: Phone },
    { path: 'email', value: email ?? '', contract: OptionalEmail },
    ...more('phones', phones).map((entry) => ({ ...entry, contract: Phone })),
    ...more('emails', emails).map((entry) => ({ ...entry, contract: OptionalEmail })),
  ].map((entry) => ({ ...entry, value: entry.value.trim() }))
}
