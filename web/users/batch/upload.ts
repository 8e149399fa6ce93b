import { errorMessage, RequestError } from '../../api.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { errorToast, toast } from '../../ui/toasts.ts'
import { createUsers, revalidateUsers } from '../data.ts'
import { batchState, changeBatch, closeBatch } from './batch.ts'
import { failedLines } from './files.ts'
import { checksOf } from './review.ts'
import { type BatchRow, countCreated, isCreated, sendable } from './rows.ts'

const atOnce = 50
let stopped = false

/**
 * Uploads the valid rows in batches of fifty and records each result. Rows created before, in this
 * upload or an interrupted one, are not created twice.
 */
export async function uploadBatch(): Promise<void> {
  const { batch } = batchState()
  if (batch?.phase !== 'review') return
  const sent = validRows().map(({ number }) => number)
  if (sent.length === 0) return errorToast(t('Warning'), t('No valid users to upload'))
  stopped = false
  changeBatch({
    phase: 'uploading',
    trouble: undefined,
    progress: { done: 0, of: sent.length },
  })
  let more = true
  while (more && !stopped) more = await sendNext(sent)
  changeBatch({ phase: 'review', waitsUntil: undefined })
  // Without a session, refreshing the list would redirect to sign-in before the user has read the
  // reason.
  if (!batchState().batch?.trouble?.signedOut) await revalidateUsers()
  finish(sent)
}

/** Stops after the rows in progress. */
export function stopUpload(): void {
  stopped = true
}

function validRows(): BatchRow[] {
  const { batch } = batchState()
  if (!batch) return []
  const checks = checksOf(batch)
  return batch.rows.filter((_, index) => checks[index]?.status === 'valid')
}

/** Returns false when nothing is left to send, or the upload cannot continue. */
async function sendNext(sent: number[]): Promise<boolean> {
  const part = validRows()
    .filter(({ number }) => sent.includes(number))
    .slice(0, atOnce)
  if (part.length === 0) return false
  const results = await createUsers(part.map(sendable)).catch(pause)
  if (!results) return !batchState().batch?.trouble
  const { rows = [], progress = { done: 0, of: 0 } } = batchState().batch ?? {}
  changeBatch({
    rows: rows.map((row) => {
      const at = part.findIndex(({ number }) => number === row.number)
      return at < 0 ? row : { ...row, outcome: results[at] ?? row.outcome }
    }),
    progress: { ...progress, done: progress.done + part.length },
  })
  return true
}

/** Waits for a busy server's Retry-After; any other failure ends the upload. */
async function pause(error: unknown): Promise<undefined> {
  const wait = error instanceof RequestError ? error.retryAfter : undefined
  if (!wait) {
    const signedOut = error instanceof RequestError && error.status === 401
    const text = signedOut ? sessionEnded : errorMessage(error, t('Failed to upload users'))
    errorToast(t('Error'), text)
    changeBatch({ trouble: { text, signedOut } })
    return
  }
  const until = Date.now() + wait * 1000
  changeBatch({
    waitsUntil: new Date(until).toLocaleTimeString(locale, { timeStyle: 'short' }),
  })
  while (!stopped && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, Math.min(500, until - Date.now())))
  changeBatch({ waitsUntil: undefined })
}

const sessionEnded = t('Your session has ended. Sign in again to continue; this list is kept.')

function finish(sent: number[]): void {
  const { batch } = batchState()
  if (!batch || batch.trouble) return
  const made = batch.rows.filter((row) => sent.includes(row.number) && isCreated(row)).length
  if (made === sent.length) {
    toast(t('Success'), t('Users uploaded successfully'))
    closeBatch({
      kind: 'finished',
      ...countCreated(batch.rows),
      failed: failedLines(batch.rows, checksOf(batch)),
    })
    return
  }
  const left = sent.length - made
  const text = stopped
    ? t('Stopped after {made} of {count} users', { made, count: sent.length })
    : t('{left} of {count} users could not be created', { left, count: sent.length })
  changeBatch({ trouble: { text } })
  errorToast(t('Error'), text)
}
