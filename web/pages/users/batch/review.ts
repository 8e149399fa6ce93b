import type { User } from '../../../../schema/user.ts'
import { sentence } from '../../../api.ts'
import { errorToast } from '../../../ui/toasts.ts'
import { type Batch, batchState, changeBatch, setState } from './batch.ts'
import { matchColumns } from './columns.ts'
import { namesOf, takenNames } from './names.ts'
import { openSheet } from './open-sheet.ts'
import { type BatchField, type BatchRow, checkRows, edited } from './rows.ts'

/** Reads and matches a file; one that cannot be read is told in a toast and stays in the news. */
export async function readBatch({ id, accessLevel }: User, file: File): Promise<void> {
  setState({ ownerId: id, news: { kind: 'reading' } })
  const answer = await openSheet(file)
  if ('refusal' in answer) return refuse(id, answer.refusal)
  const { rows, notes } = matchColumns(answer.rows)
  if (rows.length === 0) return refuse(id, 'The file has a header and no users.')
  if (rows.length > 1000)
    return refuse(id, 'The file has more than 1,000 users. Split it into smaller files.')
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

/** Another text in a cell; a new name is asked about at once. */
export async function editCell(number: number, field: BatchField, text: string): Promise<void> {
  const rows = batchState().batch?.rows ?? []
  const at = rows.findIndex((row) => row.number === number)
  const row = rows[at]
  const clean = field === 'password' ? text : text.trim()
  if (!row || (row.values[field] === clean && !row.doubts[field])) return
  const changed = edited(row, field, clean)
  changeBatch({ rows: rows.with(at, changed) })
  if (field === 'username' || field === 'cardSlug') await askForNames([changed])
}

export function checksOf({ rows, level, taken }: Batch) {
  return checkRows(rows, { level, taken })
}

// Whether a name is taken is asked again when the row is sent: a question without an answer holds up nobody.
async function askForNames(rows: BatchRow[]): Promise<void> {
  const found = await takenNames(namesOf(rows)).catch((error) => {
    changeBatch({ trouble: { text: sentence(error, notChecked) } })
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

const notChecked = 'Names that are taken could not be looked up. The upload will tell.'

function refuse(ownerId: number, reason: string): void {
  const text = `Failed to parse CSV: ${reason}`
  errorToast('Error', text)
  setState({ ownerId, news: { kind: 'unreadable', text } })
}
