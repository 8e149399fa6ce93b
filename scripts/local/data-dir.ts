/** The data directory: whose it is, whether it is whole, and the secret that belongs to its accounts. */
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

export const dataDir = process.env.DATA_DIR || '.data'

type State = { stage: 'making' | 'ready'; pepper: string; previousPepper?: string }

const stateFile = join(dataDir, 'state.json')
const runningFile = join(dataDir, 'running')

/** The directory's state, new but not yet written in an empty one; stops with one sentence when the directory cannot serve. */
export function openDataDir(): State {
  makeWritable()
  const state = readState()
  if (state?.stage === 'making') {
    exitWithError(
      `${dataDir} was left half-made by an earlier start; delete it, or name another in DATA_DIR, and start again.`,
    )
  }
  if (state) return state
  // A start that was killed before it made anything leaves its claim behind; the benchmarks keep events of their own.
  if (readdirSync(dataDir).some((name) => name !== 'running' && name !== 'bench')) {
    exitWithError(
      `${dataDir} holds something that is not Edgecard's data; name another directory in DATA_DIR.`,
    )
  }
  return { stage: 'making', pepper: randomBytes(32).toString('hex') }
}

function makeWritable() {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK | constants.R_OK)
    writeFileSync(join(dataDir, '.probe'), '')
    rmSync(join(dataDir, '.probe'))
  } catch {
    exitWithError(
      `${dataDir} cannot be written to; change its permissions, or name another directory in DATA_DIR.`,
    )
  }
}

function readState(): State | undefined {
  if (!existsSync(stateFile)) return undefined
  try {
    const state = JSON.parse(readFileSync(stateFile, 'utf8'))
    if ((state.stage === 'making' || state.stage === 'ready') && typeof state.pepper === 'string')
      return state
  } catch {}
  return exitWithError(
    `${stateFile} cannot be read; delete ${dataDir}, or name another directory in DATA_DIR, and start again.`,
  )
}

/** As the worker is given them. */
export function peppersIn({ pepper, previousPepper }: State): Record<string, string> {
  return { PEPPER: pepper, ...(previousPepper ? { PREVIOUS_PEPPER: previousPepper } : {}) }
}

/** A new pepper beside the one in use, or with `finish` the one in use alone; undefined when there is nothing to finish. */
export function rotatePepper({ finish }: { finish: boolean }): State | undefined {
  const state = openDataDir()
  if (finish && !state.previousPepper) return undefined
  const next: State = finish
    ? { stage: state.stage, pepper: state.pepper }
    : { ...state, pepper: randomBytes(32).toString('hex'), previousPepper: state.pepper }
  writeState(next)
  return next
}

/** Says that the databases are being made; what fails before leaves the directory as it was. */
export function markMaking(state: State) {
  if (state.stage === 'making') writeState(state)
}

/** Says that the databases are migrated and filled: from now on a start finds the directory whole. */
export function markReady(state: State) {
  writeState({ ...state, stage: 'ready' })
}

function writeState(state: State) {
  writeFileSync(stateFile, JSON.stringify(state), { mode: 0o600 })
}

/** Two processes on the same databases would corrupt them, so the second stops with a sentence. */
export function claimDataDir() {
  const owner = existsSync(runningFile) ? Number(readFileSync(runningFile, 'utf8')) : 0
  if (owner && owner !== process.pid && alive(owner))
    exitWithError(`Edgecard is already running on ${dataDir}; stop it first.`)
  writeFileSync(runningFile, String(process.pid))
  process.on('exit', () => rmSync(runningFile, { force: true }))
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
