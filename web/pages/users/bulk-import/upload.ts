/** Uploads the valid rows of the bulk import. */
import { errorMessage, RequestError } from '../../../api.ts'
import { createUsers, revalidateUsers } from '../../../data/users.ts'
import { errorToast, toast } from '../../../ui/toasts.ts'
import { failedRows } from './csv-files.ts'
import { closeImport, getState, updateImport } from './import-state.ts'
import { checkImport } from './review.ts'
import { countCreated, type ImportRow, isCreated, toRequest } from './rows.ts'

const rowsPerRequest = 50
let stopped = false

/**
 * Uploads the valid rows in batches of fifty and records each result. Rows created before, in this
 * upload or an interrupted one, are not created twice.
 */
export async function uploadRows(): Promise<void> {
  const { bulkImport } = getState()
  if (bulkImport?.phase !== 'review') return
  const sent = validRows().map(({ number }) => number)
  if (sent.length === 0) return errorToast('Warning', 'No valid users to upload')
  stopped = false
  updateImport({
    phase: 'uploading',
    error: undefined,
    progress: { done: 0, of: sent.length },
  })
  let hasMore = true
  while (hasMore && !stopped) hasMore = await uploadNextRows(sent)
  updateImport({ phase: 'review', retryAt: undefined })
  // Without a session, refreshing the list would redirect to sign-in before the user has read the
  // reason.
  if (!getState().bulkImport?.error?.signedOut) await revalidateUsers()
  finish(sent)
}

/** Stops after the rows in progress. */
export function stopUpload(): void {
  stopped = true
}

function validRows(): ImportRow[] {
  const { bulkImport } = getState()
  if (!bulkImport) return []
  const checks = checkImport(bulkImport)
  return bulkImport.rows.filter((_, index) => checks[index]?.status === 'valid')
}

/** Returns false when nothing is left to send, or the upload cannot continue. */
async function uploadNextRows(sent: number[]): Promise<boolean> {
  const chunk = validRows()
    .filter(({ number }) => sent.includes(number))
    .slice(0, rowsPerRequest)
  if (chunk.length === 0) return false
  const results = await createUsers(chunk.map(toRequest)).catch(handleError)
  if (!results) return !getState().bulkImport?.error
  const { rows = [], progress = { done: 0, of: 0 } } = getState().bulkImport ?? {}
  updateImport({
    rows: rows.map((row) => {
      const at = chunk.findIndex(({ number }) => number === row.number)
      return at < 0 ? row : { ...row, outcome: results[at] ?? row.outcome }
    }),
    progress: { ...progress, done: progress.done + chunk.length },
  })
  return true
}

/** Waits for a busy server's Retry-After; any other failure ends the upload. */
async function handleError(error: unknown): Promise<undefined> {
  const wait = error instanceof RequestError ? error.retryAfter : undefined
  if (!wait) {
    const signedOut = error instanceof RequestError && error.status === 401
    const text = signedOut ? sessionEndedMessage : errorMessage(error, 'Failed to upload users')
    errorToast('Error', text)
    updateImport({ error: { text, signedOut } })
    return
  }
  const until = Date.now() + wait * 1000
  updateImport({
    retryAt: new Date(until).toLocaleTimeString(undefined, { timeStyle: 'short' }),
  })
  while (!stopped && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, Math.min(500, until - Date.now())))
  updateImport({ retryAt: undefined })
}

const sessionEndedMessage = 'Your session has ended. Sign in again to continue; this list is kept.'

function finish(sent: number[]): void {
  const { bulkImport } = getState()
  if (!bulkImport || bulkImport.error) return
  const createdCount = bulkImport.rows.filter(
    (row) => sent.includes(row.number) && isCreated(row),
  ).length
  if (createdCount === sent.length) {
    toast('Success', 'Users uploaded successfully')
    closeImport({
      kind: 'finished',
      ...countCreated(bulkImport.rows),
      failed: failedRows(bulkImport.rows, checkImport(bulkImport)),
    })
    return
  }
  const failedCount = sent.length - createdCount
  const text = stopped
    ? `Stopped after ${createdCount} of ${sent.length} users`
    : `${failedCount} of ${sent.length} users could not be created`
  updateImport({ error: { text } })
  errorToast('Error', text)
}
