/** `npm run restore`: restores a backup into an empty installation and verifies every table. */

import { bucketOf, lastBackup, readManifest } from '../worker/operations/backup/backup.ts'
import {
  restoreError,
  restoreFiles,
  restoreTables,
} from '../worker/operations/backup/restore-backup.ts'
import { findIntegrityErrors } from '../worker/operations/integrity-checks.ts'
import { pepperId } from '../worker/platform/secrets.ts'
import { repairRollups, verifyRollups } from '../worker/tracking/verify-rollups.ts'
import { restoreArguments } from './arguments.ts'
import { fromBucket, openSaved } from './backup/saved-backup.ts'
import { exitWithError, startCommand } from './cli-exit.ts'
import { installationUsage } from './installation.ts'
import { openLocal } from './local/open-local.ts'
import { migrateRemote, openRemote } from './remote.ts'

startCommand(`
Usage: npm run restore -- [ID] [--from FOLDER] [--remote [--env NAME]]

Migrates the databases, stops if one is not empty, and restores the backup. Reads every table back and compares its rows
and SHA-256 with the backup, recounts totals of events that arrived during the backup, and runs the checks of npm run
fsck. Prints the time taken. The exit code is 1 if anything differs.
  ID         the backup to restore; default: the latest in the bucket, or the one in the folder
  --from     a folder from npm run backup -- save; also restores images that the bucket lacks
${installationUsage}
Environment: DATA_DIR (.data), a directory that is empty or does not exist; PEPPER, the secret that the backup's
passwords were hashed with: locally it is stored in the new directory, remotely it is only compared.
`)

const started = performance.now()
const { id, from, target } = restoreArguments()
const pepper = process.env.PEPPER
if (target.remote) await migrateRemote(target.env)
const { env, close } = await (target.remote ? openRemote(target.env) : openLocal({ pepper }))
const problem = await restore().catch((error: unknown) =>
  error instanceof Error ? error.message : String(error),
)
await close()
if (problem) exitWithError(problem)

async function restore(): Promise<string | undefined> {
  const { manifest, read } = (await find()) ?? {}
  if (!manifest || !read) return 'There is no finished backup with that ID here.'
  const refused = await restoreError(env, manifest)
  if (refused) return `${refused}. Nothing was restored.`
  const rows = await tables(manifest, read)
  const { put, missing } = await restoreFiles(env, read, manifest)
  console.log(`${put} files restored, ${missing.length} not found`)
  for (const key of missing) console.log(`MISSING ${key}`)
  console.log(`${await repairRollups(env)} totals counted again`)
  const broken = (await verifyRollups(env)).length
  const integrityErrors = (await findIntegrityErrors(env)).filter((finding) => finding.broken > 0)
  for (const finding of integrityErrors) console.log(`FAILED  ${finding.rule}: ${finding.broken}`)
  warnOnPepperMismatch(manifest.pepper)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (broken > 0 || integrityErrors.length > 0)
    return `Restored in ${seconds} s, with failed checks.`
  console.log(`Restored ${manifest.id}: ${rows} rows, every table equal, in ${seconds} s`)
}

async function tables(...[manifest, read]: [Manifest, Parameters<typeof restoreTables>[1]]) {
  let sum = 0
  for await (const { table, rows, sha256 } of restoreTables(env, read, manifest)) {
    sum += rows
    console.log(`equal   ${table.padEnd(30)} ${String(rows).padStart(9)} rows  sha256 ${sha256}`)
  }
  return sum
}

type Manifest = Parameters<typeof restoreTables>[2]

async function find() {
  if (from) {
    const saved = openSaved(from)
    return saved && (!id || saved.manifest.id === id) ? saved : undefined
  }
  const bucket = bucketOf(env)
  const manifest = await (id ? readManifest(bucket, id) : lastBackup(bucket))
  return manifest && { manifest, read: fromBucket(bucket) }
}

function warnOnPepperMismatch(was: string | null): void {
  const here = env.PEPPER ?? pepper
  if (was && here && pepperId(here) !== was)
    console.log(
      `NOTE    PEPPER is not the one the passwords were hashed with (${was}). Until it is set, no one can sign in`,
    )
}
