/** State of the bulk import; it outlives the page. */
import { useEffect, useSyncExternalStore } from 'react'
import type { ImportRow, UsedNames } from './rows.ts'

/**
 * A file under review or being uploaded. It outlives the page, so that it continues after the user
 * signs in again.
 */
export type BulkImport = {
  ownerId: number
  level: number
  notes: string[]
  rows: ImportRow[]
  taken: UsedNames
  phase: 'checking' | 'review' | 'uploading'
  /** Closed, but kept because of its corrections. */
  hidden?: boolean
  /** Why the upload stopped; with `signedOut`, it can continue after sign-in. */
  error?: { text: string; signedOut?: boolean }
  /** When to retry a busy server, as a formatted time. */
  retryAt?: string
  /** Of this upload: rows completed, and total rows. */
  progress: { done: number; of: number }
}

/** Status when no file is open. */
export type BulkImportStatus =
  | { kind: 'reading' }
  | { kind: 'unreadable'; text: string }
  /** Each row of the file counts once: created, created before, or one of the failed lines. */
  | { kind: 'finished'; made: number; exists: number; failed: string[][] }

type State = { bulkImport?: BulkImport; status?: BulkImportStatus; ownerId?: number }

let state: State = {}
const listeners = new Set<() => void>()

/** The user's file and the status of the last one; discards those of another user. */
export function useBulkImport(userId: number | undefined): State {
  const current = useSyncExternalStore(subscribe, getState)
  const isOtherUser = current.ownerId !== undefined && current.ownerId !== userId
  useEffect(() => {
    if (isOtherUser && userId !== undefined) setState({})
  }, [isOtherUser, userId])
  return isOtherUser ? {} : current
}

export function getState(): State {
  return state
}

export function setState(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

/** Updates the open file; does nothing if it was closed meanwhile. */
export function updateImport(changes: Partial<BulkImport>): void {
  if (state.bulkImport) setState({ ...state, bulkImport: { ...state.bulkImport, ...changes } })
}

/** Hides a review that has corrections or results; otherwise discards it. */
export function leaveImport(): void {
  const hasEdits = state.bulkImport?.rows.some((row) => row.edited.length > 0 || row.outcome)
  if (hasEdits) updateImport({ hidden: true })
  else closeImport()
}

/** Discards the file; `status` may stay on the page. */
export function closeImport(status?: BulkImportStatus): void {
  setState(status ? { ownerId: state.ownerId, status } : {})
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
