/** Re-encrypts secrets after the PEPPER was replaced, so the previous one can be removed. */
import type { Bindings } from '../env.ts'
import { repeatable } from '../platform/failures.ts'
import type { StepContext } from '../platform/jobs.ts'
import { log } from '../platform/log.ts'
import { decrypt, encrypt, pepperId } from '../platform/secrets.ts'

const batchSize = 100

/**
 * Step of a cron job: re-encrypts the secrets of the next hundred users, and returns the last of them; undefined at the
 * end. A secret that neither pepper decrypts is left unchanged and logged.
 */
export async function rotateEncryption(
  env: Bindings,
  { from }: Partial<StepContext> = {},
): Promise<number | undefined> {
  const { results } = await env.DB.prepare(
    'select user_id as id, secret from second_factors where secret not like ? and user_id > ? order by user_id limit ?',
  )
    .bind(`${pepperId(env.PEPPER)}.%`, typeof from === 'number' ? from : 0, batchSize)
    .all<{ id: number; secret: string }>()
  const outcomes = await Promise.all(results.map((row) => reencrypt(env, row)))
  const lost = outcomes.filter((done) => !done).length
  if (lost > 0) log('warn', 'renew sealed secrets', { lost })
  return results.length === batchSize ? results.at(-1)?.id : undefined
}

// Does nothing if the user set up another factor in the meantime.
async function reencrypt(env: Bindings, { id, secret }: { id: number; secret: string }) {
  const plain = await decrypt(env, id, secret).catch(() => undefined)
  if (plain === undefined) return false
  const statement = env.DB.prepare(
    'update second_factors set secret = ? where user_id = ? and secret = ?',
  ).bind(await encrypt(env, id, plain), id, secret)
  await repeatable(() => statement.run())
  return true
}
