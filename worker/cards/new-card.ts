/** The column values of a new card. */

import { type SQL, sql } from 'drizzle-orm'
import type { Customizations } from '../../schema/cards/card-fields.ts'
import { defaultLanguage } from '../../schema/cards/card-texts.ts'
import { defaultTheme } from '../../schema/cards/theme.ts'

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

/** The base language of a user's new card: that of their account. */
export function languageOfOwner(userId: number): SQL<string> {
  return sql`coalesce((select language from users where id = ${userId}), ${defaultLanguage})`
}

const noCustomizations: Customizations = {
  website: null,
  about: null,
  customCss: null,
  pronouns: null,
  department: null,
}
