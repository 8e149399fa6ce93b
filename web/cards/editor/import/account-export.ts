/** Reads the cards of an account export. */
import * as z from 'zod/mini'
import { CustomButton, LabeledContact } from '../../../../schema/cards/card-fields.ts'
import type {
  ImportedContact,
  ImportedValue,
  Target,
} from '../../../contact-details/imported-contact.ts'

const text = z.catch(z.nullish(z.string()), null)

// Lenient: the export of an older or newer release may lack fields, and its values are checked again by the review.
const ExportedCard = z.object({
  name: text,
  title: text,
  company: text,
  phone: text,
  email: text,
  address: text,
  about: text,
  socialLinks: z.catch(z.record(z.string(), z.string()), {}),
  customButtons: z.catch(z.array(CustomButton), []),
  customizations: z.catch(
    z.object({
      website: text,
      about: text,
      pronouns: text,
      department: text,
      phones: z.catch(z.nullish(z.array(LabeledContact)), null),
      emails: z.catch(z.nullish(z.array(LabeledContact)), null),
      nameParts: z.catch(z.nullish(z.record(z.string(), z.nullish(z.string()))), null),
    }),
    {},
  ),
})
type ExportedCard = z.infer<typeof ExportedCard>

const Export = z.object({ cards: z.array(ExportedCard) })

/** Returns the cards that have any value; undefined if the text is no account export. */
export function readAccountExport(file: string): ImportedContact[] | undefined {
  const { data } = Export.safeParse(parseJson(file))
  return data?.cards.map(contactOf).filter(({ values }) => values.length > 0)
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(file)
  } catch {
    return undefined
  }
}

function contactOf({
  customizations,
  socialLinks,
  customButtons,
  ...card
}: ExportedCard): ImportedContact {
  const { website, pronouns, department, phones, emails, nameParts } = customizations
  const parts = nameParts ?? {}
  const values = [
    ...valuesOf('name', card.name),
    ...(['prefix', 'given', 'additional', 'family', 'suffix'] as const).flatMap((part) =>
      valuesOf(part, parts[part]),
    ),
    ...valuesOf('pronouns', pronouns),
    ...valuesOf('title', card.title),
    ...valuesOf('company', card.company),
    ...valuesOf('department', department),
    ...valuesOf('phone', card.phone),
    ...more('morePhones', phones),
    ...valuesOf('email', card.email),
    ...more('moreEmails', emails),
    ...valuesOf('website', website),
    ...valuesOf('address', card.address),
    ...valuesOf('about', card.about ?? customizations.about),
    ...Object.entries(socialLinks).flatMap(([network, link]) =>
      valuesOf('social', link).map((value) => ({ ...value, network })),
    ),
    ...customButtons.map(
      ({ text, url }): ImportedValue => ({
        target: 'button',
        text: url,
        caption: text,
      }),
    ),
  ]
  return { values }
}

function more(target: Target, contacts: LabeledContact[] | null | undefined): ImportedValue[] {
  return (contacts ?? []).map(({ label, value }) => ({ target, text: value, label }))
}

function valuesOf(target: Target, value: string | null | undefined): ImportedValue[] {
  const trimmed = value?.trim()
  return trimmed ? [{ target, text: trimmed }] : []
}
