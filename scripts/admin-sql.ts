/** The first user and their card as SQL text, for a database that only takes text. */
import { randomInt } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { newCardValues } from '../worker/cards/store.ts'

export type Admin = { username: string; email: string; password: string; fullName: string }

/** Two statements that fail when there is a user 1 already. */
export function adminSql({ username, email, password, fullName }: Admin): string {
  const card = newCardValues({
    slug: `${slugify(username) || 'card'}-${randomInt(10_000)}`,
    name: fullName,
    email,
  })
  const user = {
    id: 1,
    username,
    password,
    email,
    full_name: fullName,
    access_level: 5,
    must_change_password: 1,
  }
  const firstCard = {
    user_id: 1,
    slug: card.slug,
    theme: card.theme,
    name: card.name,
    email: card.email,
    customizations: JSON.stringify(card.customizations),
    uid: card.uid,
  }
  return `${insert('users', user)} ${insert('business_cards', firstCard)}`
}

function insert(table: string, row: Record<string, string | number | null>): string {
  const values = Object.values(row).map((value) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
  )
  return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')});`
}
