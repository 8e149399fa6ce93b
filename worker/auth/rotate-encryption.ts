/** After PEPPER was replaced: secrets that are sealed under the one before are sealed under it, so that the former can go. */
import type { Bindings } from '../env.ts'
import { decrypt, encrypt } from '../platform/encryption.ts'
import { log } from '../platform/log.ts'
import { pepperId } from '../platform/peppers.ts'

const mostAtOnce = 100

/** For the cron, `more` when some are left. One that opens under neither is left as it is, and told. */
export async function rotateEncryption(env: Bindings): Promise<'more' | undefined> {
  const { results } = await env.DB.prepare(
    'select user_id as id, secret from second_factors where secret not like ? order by user_id limit ?',
  )
    .bind(`${pepperId(env.PEPPER)}.%`, mostAtOnce)
    .all<{ id: number; secret: string }>()
  const renewed = await Promise.all(results.map((row) => renew(env, row)))
  const lost = renewed.filter((done) => !done).length
  if (lost > 0) log('warn', 'renew sealed secrets', { lost })
  return results.length === mostAtOnce && lost < mostAtOnce ? 'more' : undefined
}

// Whoever set up another in between keeps that.
async function renew(env: Bindings, { id, secret }: { id: number; secret: string }) {
  const plain = await decrypt(env, id, secret).catch(() => undefined)
  if (plain === undefined) return false
  await env.DB.prepare('update second_factors set secret = ? where user_id = ? and secret = ?')
    .bind(await encrypt(env, id, plain), id, secret)
    .run()
  return true
}
