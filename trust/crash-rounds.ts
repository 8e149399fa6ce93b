/** Crash test: the server is killed under load, and every acknowledged write must be there after the restart. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CrashServer, openCrashServer } from './crash-server.ts'
import { type Written, warmUp, writeConcurrently } from './crash-writers.ts'
import type { Proof } from './proof.ts'

/** The server is killed after at most this many responses, plus at most this many milliseconds. */
const maxResponses = 80
const maxDelayMs = 30

/** Each round starts the server, looks for the writes of the last round, writes concurrently, and sends SIGKILL. */
export async function crashRounds(rounds: number): Promise<Proof[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'edgecard-kill-'))
  const sums = { kept: 0, lost: 0, sent: 0 }
  const failures: string[] = []
  let last: Written | undefined
  for (let round = 0; round <= rounds; round += 1) {
    const server = await openCrashServer(dataDir)
    if (last) {
      const wrong = await compare(server, last, sums)
      failures.push(...wrong.map((what) => `round ${round}: ${what}`))
    }
    last = await writeUntilKilled(server)
  }
  rmSync(dataDir, { recursive: true, force: true })
  for (const failure of failures) console.error(failure)
  const note = `${sums.kept} acknowledged writes survived; of ${sums.sent} events ${sums.lost} were only in the local runtime's in-memory queue and were lost with it`
  return [{ what: 'crash rounds', cases: rounds, failures: failures.length, note }]
}

async function compare(
  server: CrashServer,
  { saved, unconfirmedNames, errors, ...last }: Written,
  sums: { kept: number; lost: number; sent: number },
): Promise<string[]> {
  const missing = await server.findMissing(last)
  sums.kept += last.users.length + last.forms.length
  sums.sent += last.events.length
  sums.lost += missing.events.length
  const { version, name } = server.card
  const isSaved = version === saved.version && name === saved.name
  const isUnconfirmed = version === saved.version + 1 && unconfirmedNames.includes(name)
  const card = `the card is ${name}, version ${version}, and was saved as ${saved.name}, ${saved.version}`
  return [
    ...(isSaved || isUnconfirmed ? [] : [card]),
    ...missing.users.map((one) => `the user ${one} is not there`),
    ...missing.forms.map((one) => `the submission ${one} is not there`),
    ...missing.fsckFindings,
    ...errors,
  ]
}

/** Writes until the server is killed. */
async function writeUntilKilled(server: CrashServer): Promise<Written> {
  await warmUp(server)
  const stop = new AbortController()
  const { promise: killTime, resolve } = Promise.withResolvers<void>()
  // Counted in responses, so that the server is busy on a slow machine, too.
  let left = 1 + Math.floor(Math.random() * maxResponses)
  const onResponse = () => {
    left -= 1
    if (left === 0) setTimeout(resolve, Math.random() * maxDelayMs)
  }
  const written = writeConcurrently(server, { stop: stop.signal, onResponse })
  await killTime
  await server.kill()
  stop.abort()
  return written
}
