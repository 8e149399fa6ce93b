/** Contact check for phones and emails that were stored before the rules for new ones. */
import { isContactValue } from '../../schema/cards/card-values.ts'
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
