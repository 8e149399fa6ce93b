/** `npm run backup`: creates, lists and verifies backups, and saves one to this machine. */
import type { BackupManifest } from '../schema/operations/backup.ts'
import type { Bindings } from '../worker/env.ts'
import {
  beginBackup,
  bucketOf,
  continueBackup,
  listBackups,
  openBackup,
  readManifest,
} from '../worker/operations/backup/backup.ts'
import { type ReadFile, verifyBackup } from '../worker/operations/backup/restore-backup.ts'
import { backupArguments } from './arguments.ts'
import { fromBucket, saveBackup } from './backup/saved-backup.ts'
import { exitWithError, startCommand } from './cli-exit.ts'
import { inInstallation, installationUsage } from './installation.ts'

startCommand(`
Usage: npm run backup [-- list | verify [ID] | save [ID] --to FOLDER] [--remote [--env NAME]]

           backs up all databases now; the worker makes the nightly backups
list       lists all backups, oldest first
verify     reads every part of the given or latest backup and compares it with its manifest
save       copies it to a folder on this machine, with images and archive; existing files are kept
${installationUsage}
docs/operate.md describes what a backup guarantees. Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { command, id, to, target } = backupArguments()
await inInstallation(target, run)

async function run(env: Bindings): Promise<void> {
  const bucket = bucketOf(env)
  if (command === 'list') return list(bucket)
  if (command === undefined) return make(env)
  const manifest = await find(bucket)
  if (command === 'verify') return verify(fromBucket(bucket), manifest)
  const readEither: ReadFile = async (key) =>
    (await fromBucket(bucket)(key)) ?? fromBucket(env.MEDIA)(key)
  const { written, missing } = await saveBackup(readEither, manifest, to)
  for (const key of missing) console.log(`MISSING ${key}`)
  console.log(`Saved ${manifest.id} to ${to}: ${written} files written, ${missing.length} missing`)
}

async function list(bucket: R2Bucket): Promise<void> {
  const ids = await listBackups(bucket)
  for (const each of ids) {
    const manifest = await readManifest(bucket, each)
    console.log(manifest ? summaryOf(manifest) : `${each}  not finished`)
  }
  console.log(`${ids.length} ${ids.length === 1 ? 'backup' : 'backups'}`)
}

async function make(bindings: Bindings): Promise<void> {
  const started = Date.now()
  const progress =
    (await openBackup(bucketOf(bindings), 'command')) ?? (await beginBackup(bindings, 'command'))
  const manifest = await continueBackup(bindings, progress, Infinity)
  if (!manifest)
    return exitWithError('The backup is incomplete. Run the command again to continue it.')
  console.log(`${summaryOf(manifest)}  made in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

async function verify(read: ReadFile, manifest: BackupManifest): Promise<void> {
  const wrong = await verifyBackup(read, manifest)
  for (const sentence of wrong) console.log(`FAILED  ${sentence}`)
  if (wrong.length > 0) exitWithError(`${manifest.id} is incomplete or damaged.`)
  console.log(`ok      ${summaryOf(manifest)}`)
}

async function find(bucket: R2Bucket): Promise<BackupManifest> {
  for (const each of id ? [id] : (await listBackups(bucket)).reverse()) {
    const manifest = await readManifest(bucket, each)
    if (manifest) return manifest
  }
  return exitWithError(id ? `There is no finished backup ${id}.` : 'There is no finished backup.')
}

function summaryOf({ id: name, by, tables, files }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const parts = [...tables, files].flatMap((each) => each.parts)
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  return `${name}  ${rows} rows of ${tables.length} tables, ${(bytes / 1e6).toFixed(2)} MB, ${files.count} files beside it, by ${by}`
}
