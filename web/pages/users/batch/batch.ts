import { useEffect, useSyncExternalStore } from 'react'
import type { User } from '../../../../schema/user.ts'
import { sentence } from '../../../api.ts'
import { errorToast } from '../../../ui/toasts.ts'
import { matchColumns } from './columns.ts'
import { namesOf, takenNames } from './names.ts'
import { openSheet } from './open-sheet.ts'
import { type BatchField, type BatchRow, checkRows, edited, type Taken } from './rows.ts'

/** A file under review or on its way. It outlives the page, so that somebody who has to sign in again goes on with it. */
export type Batch = {
  ownerId: number
  level: number
  notes: string[]
  rows: BatchRow[]
  taken: Taken
  phase: 'checking' | 'review' | 'uploading'
  /** Laid aside with what was done to it. */
  hidden?: boolean
  /** What keeps it from going on; with `signedOut`, until somebody has signed in. */
  trouble?: { text: string; signedOut?: boolean }
  /** When a server that is busy wants to be asked again, as the time of the clock. */
  waitsUntil?: string
  /** Of this sending: rows answered, and rows in all. */
  progress: { done: number; of: number }
}

/** What is left to say when no file is open. */
export type BatchNews =
  | { kind: 'reading' }
  | { kind: 'unreadable'; text: string }
  | { kind: 'finished'; made: number; failed: string[][] }

type State = { batch?: Batch; news?: BatchNews; ownerId?: number }

let state: State = {}
const listeners = new Set<() => void>()

/** The file of this user and the news of the last one; whatever another user left is dropped. */
export function useBatch(userId: number | undefined): State {
  const shown = useSyncExternalStore(onBatch, batchState)
  const foreign = shown.ownerId !== undefined && shown.ownerId !== userId
  useEffect(() => {
    if (foreign && userId !== undefined) setState({})
  }, [foreign, userId])
  return foreign ? {} : shown
}

export function batchState(): State {
  return state
}

export function setState(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

/** Changes the open file; nothing when it was closed meanwhile. */
export function changeBatch(changes: Partial<Batch>): void {
  if (state.batch) setState({ ...state, batch: { ...state.batch, ...changes } })
}

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
  const rows = state.batch?.rows ?? []
  const at = rows.findIndex((row) => row.number === number)
  const row = rows[at]
  const clean = field === 'password' ? text : text.trim()
  if (!row || (row.values[field] === clean && !row.doubts[field])) return
  const changed = edited(row, field, clean)
  changeBatch({ rows: rows.with(at, changed) })
  if (field === 'username' || field === 'cardSlug') await askForNames([changed])
}

/** Lays the review aside when somebody has put work into it, else forgets it. */
export function leaveBatch(): void {
  const touched = state.batch?.rows.some((row) => row.edited.length > 0 || row.outcome)
  if (touched) changeBatch({ hidden: true })
  else closeBatch()
}

/** Forgets the file; `news` may stay for the page to show. */
export function closeBatch(news?: BatchNews): void {
  setState(news ? { ownerId: state.ownerId, news } : {})
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
  const { taken } = state.batch ?? {}
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

function onBatch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
