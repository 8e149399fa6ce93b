/** Reads a file for the bulk import and applies corrections. */
import { type BulkField, maxCheckedUsers, type NameCheck } from '../../../../schema/bulk-import.ts'
import type { User } from '../../../../schema/user.ts'
import { errorMessage } from '../../../api.ts'
import { findTakenNames } from '../../../data/users.ts'
import { errorToast } from '../../../ui/toasts.ts'
import { type BulkImport, getState, setState, updateImport } from './import-state.ts'
import { matchColumns } from './match-columns.ts'
import { checkRows, editRow, type ImportRow, type UsedNames } from './rows.ts'
import type { SheetResult } from './sheet-worker.ts'

/**
 * Reads a file and matches its columns; an unreadable file shows a toast and stays in the status.
 */
export async function readImportFile({ id, accessLevel }: User, file: File): Promise<void> {
  setState({ ownerId: id, status: { kind: 'reading' } })
  const result = await openSheet(file)
  if ('error' in result) return rejectFile(id, result.error)
  const { rows, notes } = matchColumns(result.rows)
  if (rows.length === 0) return rejectFile(id, 'The file has a header and no users.')
  if (rows.length > 1000)
    return rejectFile(id, 'The file has more than 1,000 users. Split it into smaller files.')
  setState({
    ownerId: id,
    bulkImport: {
      ownerId: id,
      level: accessLevel,
      rows,
      notes,
      taken: { usernames: new Set(), slugs: new Set() },
      phase: 'checking',
      progress: { done: 0, of: 0 },
    },
  })
  await checkNames(rows)
  updateImport({ phase: 'review' })
}

/** Changes a cell; checks a new name at once. */
export async function editCell(number: number, field: BulkField, text: string): Promise<void> {
  const rows = getState().bulkImport?.rows ?? []
  const at = rows.findIndex((row) => row.number === number)
  const row = rows[at]
  const clean = field === 'password' ? text : text.trim()
  if (!row || (row.values[field] === clean && !row.warnings[field])) return
  const changed = editRow(row, field, clean)
  updateImport({ rows: rows.with(at, changed) })
  if (field === 'username' || field === 'cardSlug') await checkNames([changed])
}

export function checkImport({ rows, level, taken }: BulkImport) {
  return checkRows(rows, { level, taken })
}

// Names are checked again on upload, so a failed check blocks nothing.
async function checkNames(rows: ImportRow[]): Promise<void> {
  const found = await fetchTakenNames(namesInRows(rows)).catch((error) => {
    updateImport({ error: { text: errorMessage(error, notCheckedMessage) } })
    return undefined
  })
  const { taken } = getState().bulkImport ?? {}
  if (!found || !taken) return
  updateImport({
    taken: {
      usernames: new Set([...taken.usernames, ...found.usernames]),
      slugs: new Set([...taken.slugs, ...found.slugs]),
    },
  })
}

const notCheckedMessage =
  'Existing usernames and slugs could not be checked. They are checked again during the upload.'

function rejectFile(ownerId: number, reason: string): void {
  const text = `Failed to parse CSV: ${reason}`
  errorToast('Error', text)
  setState({ ownerId, status: { kind: 'unreadable', text } })
}

const maxBytes = 5 * 1024 * 1024
const timeoutMs = 20_000

/** Parses a file in a web worker with a timeout; returns the rows, or why there are none. */
async function openSheet(file: File): Promise<SheetResult> {
  if (file.size > maxBytes) return { error: 'The file is larger than 5 MB.' }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return { error: 'The file cannot be read. Select it again.' }
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const result = await new Promise<SheetResult>((resolve) => {
    const giveUp = () => resolve({ error: timeoutMessage })
    const timer = setTimeout(giveUp, timeoutMs)
    worker.onmessage = ({ data }: MessageEvent<SheetResult>) => {
      clearTimeout(timer)
      resolve(data)
    }
    worker.onerror = giveUp
    worker.postMessage(new Uint8Array(bytes))
  })
  worker.terminate()
  return result
}

const timeoutMessage = 'The file takes too long to read. Save only the list of users as .csv.'

const namesPerRequest = maxCheckedUsers / 2
const maxNameLength = 100

/** The names in the rows; invalid ones are not checked. */
export function namesInRows(rows: ImportRow[]): NameCheck {
  const distinct = (names: string[]) => [
    ...new Set(names.filter((name) => name !== '' && name.length <= maxNameLength)),
  ]
  return {
    usernames: distinct(rows.map(({ values }) => values.username.toLowerCase())),
    slugs: distinct(rows.map(({ values }) => values.cardSlug.toLowerCase())),
  }
}

/** Returns the taken names, in batches of the server's limit. */
async function fetchTakenNames({ usernames, slugs }: NameCheck): Promise<UsedNames> {
  const taken: UsedNames = { usernames: new Set(), slugs: new Set() }
  for (let from = 0; from < Math.max(usernames.length, slugs.length); from += namesPerRequest) {
    const part = (names: string[]) => names.slice(from, from + namesPerRequest)
    const found = await findTakenNames({ usernames: part(usernames), slugs: part(slugs) })
    for (const name of found.usernames) taken.usernames.add(name)
    for (const slug of found.slugs) taken.slugs.add(slug)
  }
  return taken
}
