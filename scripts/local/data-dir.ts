/** The local data directory: its lock, its state and its pepper. */
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { exitWithError } from '../cli-exit.ts'

/** The directory that the environment names. */
export function dataDir(): string {
  return process.env.DATA_DIR || '.data'
}

type State = { stage: 'making' | 'ready'; pepper: string; previousPepper?: string }

const stateFile = () => join(dataDir(), 'state.json')
const runningFile = () => join(dataDir(), 'running')

/** Returns the state of the directory, a new unsaved one if it is empty; throws a `CommandError` if it is unusable. */
export function openDataDir(): State {
  makeWritable()
  const state = readState()
  if (state?.stage === 'making') {
    exitWithError(
      `${dataDir()} is incomplete because an earlier start was interrupted. Delete it, or set DATA_DIR to another directory, and start again.`,
    )
  }
  if (state) return state
  // A start killed early leaves only its lock file.
  if (readdirSync(dataDir()).some((name) => name !== 'running')) {
    exitWithError(
      `${dataDir()} contains data that is not Edgecard's. Set DATA_DIR to another directory.`,
    )
  }
  return { stage: 'making', pepper: randomBytes(32).toString('hex') }
}

function makeWritable() {
  try {
    mkdirSync(dataDir(), { recursive: true })
    accessSync(dataDir(), constants.W_OK | constants.R_OK)
    writeFileSync(join(dataDir(), '.probe'), '')
    rmSync(join(dataDir(), '.probe'))
  } catch {
    exitWithError(
      `${dataDir()} is not writable. Change its permissions, or set DATA_DIR to another directory.`,
    )
  }
}

function readState(): State | undefined {
  if (!existsSync(stateFile())) return undefined
  try {
    const state = JSON.parse(readFileSync(stateFile(), 'utf8'))
    if ((state.stage === 'making' || state.stage === 'ready') && typeof state.pepper === 'string')
      return state
  } catch {}
  return exitWithError(
    `${stateFile()} cannot be read. Delete ${dataDir()}, or set DATA_DIR to another directory, and start again.`,
  )
}

/** Returns the peppers as bindings of the worker. */
export function peppersIn({ pepper, previousPepper }: State): Record<string, string> {
  return { PEPPER: pepper, ...(previousPepper ? { PREVIOUS_PEPPER: previousPepper } : {}) }
}

/** Adds a new pepper, or with `finish` removes the previous one; returns undefined if there is none to remove. */
export function rotatePepper({ finish }: { finish: boolean }): State | undefined {
  const state = openDataDir()
  if (finish && !state.previousPepper) return undefined
  const next: State = finish
    ? { stage: state.stage, pepper: state.pepper }
    : { ...state, pepper: randomBytes(32).toString('hex'), previousPepper: state.pepper }
  writeState(next)
  return next
}

/** Records that the databases are being created; a failure before this leaves the directory unchanged. */
export function markCreating(state: State) {
  if (state.stage === 'making') writeState(state)
}

/** Records that the databases are migrated and seeded, so that the next start can use them. */
export function markReady(state: State) {
  writeState({ ...state, stage: 'ready' })
}

function writeState(state: State) {
  writeFileSync(stateFile(), JSON.stringify(state), { mode: 0o600 })
}

/** Locks the directory for this process; throws a `CommandError` if another uses it: both would corrupt the databases. */
export function claimDataDir() {
  const file = runningFile()
  const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (owner && owner !== process.pid && isRunning(owner))
    exitWithError(`Edgecard is already running on ${dataDir()}. Stop it first.`)
  writeFileSync(file, String(process.pid))
  process.on('exit', () => rmSync(file, { force: true }))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
