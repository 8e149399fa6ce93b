/** The backup of the night, a while each minute until it is whole. */
import type { Bindings } from '../env.ts'
import { bucketOf, dropBackups, openBackup } from './bucket.ts'
import { beginBackup, continueBackup } from './make.ts'

// The other jobs of the minute have theirs.
const budgetMs = 20_000

/** For the cron: goes on with the one that was begun, and keeps the newest `BACKUPS_KEPT`. */
export async function backUp(env: Bindings, most = budgetMs): Promise<'more' | undefined> {
  const bucket = bucketOf(env)
  const progress = (await openBackup(bucket, 'cron')) ?? (await beginBackup(env, 'cron'))
  if (!(await continueBackup(env, progress, Date.now() + most))) return 'more'
  await dropBackups(bucket, Number(env.BACKUPS_KEPT))
  return undefined
}

/** Whether one is being made: meanwhile nothing is erased that rows of another table point at. */
export async function isBackingUp(env: Bindings): Promise<boolean> {
  return (await openBackup(bucketOf(env))) !== undefined
}
