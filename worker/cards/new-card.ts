/** The column values of a new card. */
import type { Customizations } from '../../schema/card-fields.ts'
import { defaultTheme } from '../../schema/theme.ts'

export type NewCardFields = {
  slug: string
  name?: string | null
  email?: string | null
  phone?: string | null
  theme?: string
  uid?: string
}

/** The column values of a new card, except its owner and the table's defaults. */
export function newCardValues({
  slug,
  name,
  email,
  phone,
  theme = defaultTheme,
  uid = crypto.randomUUID(),
}: NewCardFields) {
  return {
    slug: slug.toLowerCase(),
    name: name ?? null,
    email: email ?? null,
    phone: phone ?? null,
    theme,
    customizations: noCustomizations,
    uid,
  }
}

const noCustomizations: Customizations = {
  website: null,
  about: null,
  customCss: null,
  pronouns: null,
  department: null,
}
