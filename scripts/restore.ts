/** `npm run restore`: restores a backup into an empty installation and verifies every table. */

import type { Bindings } from '../worker/env.ts'
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
import { inInstallation, installationUsage, migrateRemote } from './installation.ts'

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
await inInstallation(target, restore, { pepper })

async function restore(env: Bindings): Promise<void> {
  const { manifest, read } = (await find(env)) ?? {}
  if (!manifest || !read) return exitWithError('There is no finished backup with that ID here.')
  const refused = await restoreError(env, manifest)
  if (refused) exitWithError(`${refused}. Nothing was restored.`)
  let rows = 0
  for await (const table of restoreTables(env, read, manifest)) {
    rows += table.rows
    console.log(
      `equal   ${table.table.padEnd(30)} ${String(table.rows).padStart(9)} rows  sha256 ${table.sha256}`,
    )
  }
  const { put, missing } = await restoreFiles(env, read, manifest)
  console.log(`${put} files restored, ${missing.length} not found`)
  for (const key of missing) console.log(`MISSING ${key}`)
  console.log(`${await repairRollups(env)} totals counted again`)
  const broken = (await verifyRollups(env)).length
  const integrityErrors = (await findIntegrityErrors(env)).filter((finding) => finding.broken > 0)
  for (const finding of integrityErrors) console.log(`FAILED  ${finding.rule}: ${finding.broken}`)
  warnOnPepperMismatch(manifest.pepper, env.PEPPER ?? pepper)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (broken > 0 || integrityErrors.length > 0)
    exitWithError(`Restored in ${seconds} s, with failed checks.`)
  console.log(`Restored ${manifest.id}: ${rows} rows, every table equal, in ${seconds} s`)
}

async function find(env: Bindings) {
  if (from) {
    const saved = openSaved(from)
    return saved && (!id || saved.manifest.id === id) ? saved : undefined
  }
  const bucket = bucketOf(env)
  const manifest = await (id ? readManifest(bucket, id) : lastBackup(bucket))
  return manifest && { manifest, read: fromBucket(bucket) }
}

function warnOnPepperMismatch(was: string | null, here?: string): void {
  if (was && here && pepperId(here) !== was)
    console.log(
      `NOTE    PEPPER is not the one the passwords were hashed with (${was}). Until it is set, no one can sign in`,
    )
}
