/**
 * Validates the name, phones and emails of a card, in the editor and on save. Must not import phone metadata, which is
 * large.
 */
import type { CardInput } from '../../schema/cards/card.ts'
import { Email, isBlankText, isPhone, OptionalEmail, Phone } from '../../schema/text.ts'

/** The values of a card that are validated here. */
export type CardValues = Pick<CardInput, 'name' | 'phone' | 'email'> & {
  customizations: Pick<CardInput['customizations'], 'phones' | 'emails'>
}

/**
 * Returns the errors of a card, by path. A value that the stored card has, in any field of its kind, stays valid, so that
 * a card from before a rule can be saved. A missing name is valid; a blank name only if the stored one is blank, too.
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

/** Whether the stored value is a phone number or an email address. */
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
