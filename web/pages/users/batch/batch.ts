import { useEffect, useSyncExternalStore } from 'react'
import type { BatchRow, Taken } from './rows.ts'

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
export type BatchStatus =
  | { kind: 'reading' }
  | { kind: 'unreadable'; text: string }
  | { kind: 'finished'; made: number; failed: string[][] }

type State = { batch?: Batch; news?: BatchStatus; ownerId?: number }

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

/** Lays the review aside when somebody has put work into it, else forgets it. */
export function leaveBatch(): void {
  const touched = state.batch?.rows.some((row) => row.edited.length > 0 || row.outcome)
  if (touched) changeBatch({ hidden: true })
  else closeBatch()
}

/** Forgets the file; `news` may stay for the page to show. */
export function closeBatch(news?: BatchStatus): void {
  setState(news ? { ownerId: state.ownerId, news } : {})
}

function onBatch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
