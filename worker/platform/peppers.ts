/** The secrets mixed into hashes: `PEPPER`, and while it is being replaced `PREVIOUS_PEPPER`, the one before. */
import { createHash } from 'node:crypto'
import type { Bindings } from '../env.ts'

export type Peppers = Pick<Bindings, 'PEPPER' | 'PREVIOUS_PEPPER'>

/** Names a pepper without telling anything of it, as `k` of a password's hash does. */
export function pepperId(pepper: string): string {
  return createHash('sha256').update(`edgecard pepper\n${pepper}`).digest('hex').slice(0, 8)
}

/** The one in use first. */
export function peppersOf({ PEPPER, PREVIOUS_PEPPER }: Peppers): string[] {
  if (!PEPPER) throw new Error('PEPPER is not set')
  return PREVIOUS_PEPPER ? [PEPPER, PREVIOUS_PEPPER] : [PEPPER]
}

/** The one of that id; before they had ids a `1` stood there, which is the oldest there is. Else the one in use. */
export function pepperOf(keys: Peppers, id: string): string {
  const all = peppersOf(keys)
  const found = id === '1' ? all.at(-1) : all.find((pepper) => pepperId(pepper) === id)
  return found ?? keys.PEPPER
}

/** How many people's passwords are hashed with another than the one in use. */
export async function countFormer({ DB, PEPPER }: Pick<Bindings, 'DB' | 'PEPPER'>) {
  const found = await DB.prepare(
    "select count(*) as n from users where deleted_at is null and password like '$%' and password not like ?",
  )
    .bind(`%,k=${pepperId(PEPPER)}$%`)
    .first<number>('n')
  return found ?? 0
}
