import { useEffect, useSyncExternalStore } from 'react'
import type { Encoding } from './encoding.ts'
import type { BatchRow, Taken } from './rows.ts'

/** A file under review or being uploaded. It outlives the page, so that it continues after the user signs in again. */
export type Batch = {
  ownerId: number
  level: number
  notes: string[]
  rows: BatchRow[]
  taken: Taken
  phase: 'checking' | 'review' | 'uploading'
  /** Closed, but kept because of its corrections. */
  hidden?: boolean
  /** Why the upload stopped; with `signedOut`, it can continue after sign-in. */
  trouble?: { text: string; signedOut?: boolean }
  /** Formatted time of the next attempt, while the server is busy. */
  waitsUntil?: string
  /** Rows completed in this upload, and rows to upload. */
  progress: { done: number; of: number }
}

/** What became of the last file, while none is open. */
export type BatchStatus =
  | { kind: 'reading' }
  | { kind: 'unreadable'; text: string }
  /** Each row of the file counts once: created, created before, or one of the failed lines. */
  | { kind: 'finished'; made: number; exists: number; failed: string[][] }

/** A file whose encoding is unknown, with its rows in the selected encoding. */
export type EncodingQuestion = {
  file: File
  level: number
  encoding: Encoding
  rows: BatchRow[]
  isReading?: boolean
}

type State = {
  batch?: Batch
  question?: EncodingQuestion
  news?: BatchStatus
  ownerId?: number
}

let state: State = {}
const listeners = new Set<() => void>()

/** Returns the user's open file and the status of the last one. Discards the state of another user. */
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

/** Updates the open file; does nothing if it was closed meanwhile. */
export function changeBatch(changes: Partial<Batch>): void {
  if (state.batch) setState({ ...state, batch: { ...state.batch, ...changes } })
}

/** Closes the review: hides it if it has corrections or results, else discards the file. */
export function leaveBatch(): void {
  const touched = state.batch?.rows.some((row) => row.edited.length > 0 || row.outcome)
  if (touched) changeBatch({ hidden: true })
  else closeBatch()
}

/** Discards the file; `news` stays on the page. */
export function closeBatch(news?: BatchStatus): void {
  setState(news ? { ownerId: state.ownerId, news } : {})
}

function onBatch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
