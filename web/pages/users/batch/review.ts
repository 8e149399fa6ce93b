import { type BulkField, maxCheckedUsers, type NameCheck } from '../../../../schema/bulk-import.ts'
import { trimInvisible } from '../../../../schema/text.ts'
import type { User } from '../../../../schema/user.ts'
import { errorMessage } from '../../../api.ts'
import { findTakenNames } from '../../../data/users.ts'
import { t } from '../../../messages/t.ts'
import { errorToast } from '../../../ui/toasts.ts'
import { type Batch, batchState, changeBatch, setState } from './batch.ts'
import { matchColumns } from './columns.ts'
import { openSheet } from './open-sheet.ts'
import { type BatchRow, checkRows, edited, type Taken } from './rows.ts'

/**
 * Reads a file and matches its columns; an unreadable file shows a toast and stays in the status.
 */
export async function readBatch({ id, accessLevel }: User, file: File): Promise<void> {
  setState({ ownerId: id, news: { kind: 'reading' } })
  const result = await openSheet(file)
  if ('error' in result) return showError(id, result.error)
  const { rows, notes } = matchColumns(result.rows)
  if (rows.length === 0) return showError(id, t('The file has a header and no users.'))
  if (rows.length > 1000)
    return showError(id, t('The file has more than 1,000 users. Split it into smaller files.'))
  setState({
    ownerId: id,
    batch: {
      ownerId: id,
      level: accessLevel,
      rows,
      notes,
      taken: { usernames: new Set(), slugs: new Set() },
      phase: 'checking',
      progress: { done: 0, of: 0 },
    },
  })
  await askForNames(rows)
  changeBatch({ phase: 'review' })
}

/** Changes a cell; checks a new name at once. */
export async function editCell(number: number, field: BulkField, text: string): Promise<void> {
  const rows = batchState().batch?.rows ?? []
  const at = rows.findIndex((row) => row.number === number)
  const row = rows[at]
  const clean = field === 'password' ? text : trimInvisible(text)
  if (!row || (row.values[field] === clean && !row.doubts[field])) return
  const changed = edited(row, field, clean)
  changeBatch({ rows: rows.with(at, changed) })
  if (field === 'username' || field === 'cardSlug') await askForNames([changed])
}

export function checksOf({ rows, level, taken }: Batch) {
  return checkRows(rows, { level, taken })
}

// Names are checked again on upload, so a failed check blocks nothing.
async function askForNames(rows: BatchRow[]): Promise<void> {
  const found = await takenNames(namesOf(rows)).catch((error) => {
    changeBatch({ trouble: { text: errorMessage(error, notCheckedMessage) } })
    return undefined
  })
  const { taken } = batchState().batch ?? {}
  if (!found || !taken) return
  changeBatch({
    taken: {
      usernames: new Set([...taken.usernames, ...found.usernames]),
      slugs: new Set([...taken.slugs, ...found.slugs]),
    },
  })
}

const notCheckedMessage = t(
  'Existing usernames and slugs could not be checked. They are checked again during the upload.',
)

function showError(ownerId: number, reason: string): void {
  const text = t('Failed to parse CSV: {reason}', { reason })
  errorToast(t('Error'), text)
  setState({ ownerId, news: { kind: 'unreadable', text } })
}

const atOnce = maxCheckedUsers / 2
const maxNameLength = 100

/** The names in the rows; invalid ones are not checked. */
export function namesOf(rows: BatchRow[]): NameCheck {
  const kept = (names: string[]) => [
    ...new Set(names.filter((name) => name !== '' && name.length <= maxNameLength)),
  ]
  return {
    usernames: kept(rows.map(({ values }) => values.username.toLowerCase())),
    slugs: kept(rows.map(({ values }) => values.cardSlug.toLowerCase())),
  }
}

/** Returns the taken names, in batches of the server's limit. */
async function takenNames({ usernames, slugs }: NameCheck): Promise<Taken> {
  const taken: Taken = { usernames: new Set(), slugs: new Set() }
  for (let from = 0; from < Math.max(usernames.length, slugs.length); from += atOnce) {
    const part = (names: string[]) => names.slice(from, from + atOnce)
    const found = await findTakenNames({ usernames: part(usernames), slugs: part(slugs) })
    for (const name of found.usernames) taken.usernames.add(name)
    for (const slug of found.slugs) taken.slugs.add(slug)
  }
  return taken
}
