/** The steps of a batch upload: read the file, review its rows, upload them. `batch.ts` has the state that they change. */
import { trimInvisible } from '../../../schema/text.ts'
import {
  type BulkField,
  maxCheckedUsers,
  type NameCheck,
} from '../../../schema/users/bulk-import.ts'
import type { User } from '../../../schema/users/user.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { errorToast, toast } from '../../ui/toasts.ts'
import { createUsers, findTakenNames, revalidateUsers } from '../data.ts'
import {
  type Batch,
  batchState,
  changeBatch,
  closeBatch,
  type EncodingQuestion,
  setState,
} from './batch.ts'
import type { Encoding } from './encoding.ts'
import { openSheet } from './open-sheet.ts'
import {
  type BatchRow,
  checkRows,
  countCreated,
  edited,
  failedLines,
  isCreated,
  matchColumns,
  sendable,
  type Taken,
} from './rows.ts'
import { maxDataRows } from './sheet.ts'

type Uploader = Pick<User, 'id' | 'accessLevel'>

/**
 * Reads a file, matches its columns and shows its rows for review. If the file does not state its encoding and the rows
 * depend on it, asks for it first. Shows why a file is unreadable in a toast and on the page.
 */
export async function readBatch(uploader: Uploader, file: File, encoding?: Encoding) {
  const { id, accessLevel } = uploader
  setState({ ownerId: id, news: { kind: 'reading' } })
  const sheet = await openSheet(file, encoding)
  if ('error' in sheet) return showError(id, sheet.error)
  const { rows, notes } = matchColumns(sheet.rows)
  if (rows.length === 0) return showError(id, t('The file has a header and no users.'))
  if (rows.length > maxDataRows)
    return showError(id, t('The file has more than 1,000 users. Split it into smaller files.'))
  if (sheet.suggested && rows.some(isForeign)) {
    const question = { file, level: accessLevel, encoding: sheet.suggested, rows }
    return setState({ ownerId: id, question })
  }
  const { only } = sheet
  await reviewRows(uploader, rows, [
    ...(only ? [t('Only the sheet {name} was read.', { name: only })] : []),
    ...notes,
  ])
}

async function reviewRows({ id, accessLevel }: Uploader, rows: BatchRow[], notes: string[]) {
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

/** Whether the row has characters beyond ASCII, which depend on the encoding. */
export function isForeign({ values }: BatchRow): boolean {
  return Object.values(values).some((text) => /[^\u0000-\u007f]/.test(text))
}

/** Shows the rows of the file in another encoding. */
export async function previewEncoding(encoding: Encoding): Promise<void> {
  const { question } = batchState()
  if (!question) return
  changeQuestion({ encoding, isReading: true })
  const sheet = await openSheet(question.file, encoding)
  const now = batchState()
  // Closed meanwhile, or another encoding was selected.
  if (now.question?.file !== question.file || now.question.encoding !== encoding) return
  if ('error' in sheet) return showError(now.ownerId, sheet.error)
  changeQuestion({ rows: matchColumns(sheet.rows).rows, isReading: false })
}

/** Reviews the file in the selected encoding. */
export async function acceptEncoding(): Promise<void> {
  const { question, ownerId: id } = batchState()
  if (!question || id === undefined) return
  await readBatch({ id, accessLevel: question.level }, question.file, question.encoding)
}

function changeQuestion(changes: Partial<EncodingQuestion>): void {
  const { question } = batchState()
  if (question) setState({ ...batchState(), question: { ...question, ...changes } })
}

/** Changes a cell, and checks a changed username or slug with the server. */
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

// Asks the server which names of these rows are taken. They are checked again on upload, so a failed check blocks nothing.
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

function showError(ownerId: number | undefined, reason: string): void {
  const text = t('Failed to parse CSV: {reason}', { reason })
  errorToast(t('Error'), text)
  setState({ ownerId, news: { kind: 'unreadable', text } })
}

// Of usernames and of slugs, each: the server's limit is for both together.
const atOnce = maxCheckedUsers / 2
const maxNameLength = 100

/** Returns the usernames and slugs of the rows to check; longer ones are invalid anyway. */
export function namesOf(rows: BatchRow[]): NameCheck {
  const kept = (names: string[]) => [
    ...new Set(names.filter((name) => name !== '' && name.length <= maxNameLength)),
  ]
  return {
    usernames: kept(rows.map(({ values }) => values.username.toLowerCase())),
    slugs: kept(rows.map(({ values }) => values.cardSlug.toLowerCase())),
  }
}

/** Returns which names are taken; asks for some at a time, because the server limits their number. */
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

// The upload.

let stopped = false

/**
 * Uploads the valid rows, fifty per request, and records each result. Rows created before, in this upload or an
 * interrupted one, are not created twice.
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
  // Without a session, refreshing the list would redirect to sign-in before the user has read the reason.
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

const usersPerRequest = 50

/** Sends the next rows; returns false when none is left or the upload cannot continue. */
async function sendNext(sent: number[]): Promise<boolean> {
  const part = validRows()
    .filter(({ number }) => sent.includes(number))
    .slice(0, usersPerRequest)
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

const sessionEnded = t('Your session has ended. Sign in again to continue; this list is kept.')

/** Waits as long as a busy server asks for; any other failure ends the upload. */
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

/** Closes the batch if each row that was sent is created now; otherwise says how many are left. */
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
