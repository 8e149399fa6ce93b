/** The rows of D1, read from its file: what the API does not show. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dataDir } from './server.ts'

/** The leads of a card in the order of their names. */
export function leadsInDatabase(cardId: number) {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.sqlite'))) {
    const db = new DatabaseSync(join(dataDir, file), { readOnly: true })
    const table = db.prepare("select 1 from sqlite_master where name = 'form_submissions'").get()
    const rows = table
      ? db
          .prepare(
            `select form_data, note, rating, consent_hash from form_submissions where card_id = ? order by form_data ->> 'name'`,
          )
          .all(cardId)
      : undefined
    db.close()
    if (rows) return rows.map((row) => ({ ...row, form_data: JSON.parse(String(row.form_data)) }))
  }
  throw new Error('There is no database with leads.')
}
