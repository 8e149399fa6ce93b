/** Secrets mixed into hashes: `PEPPER` and, while it is being replaced, `PREVIOUS_PEPPER`. */
import { createHash } from 'node:crypto'
import type { Bindings } from '../env.ts'

export type Peppers = Pick<Bindings, 'PEPPER' | 'PREVIOUS_PEPPER'>

/** A public id of a pepper that reveals nothing about it; the `k` parameter of a password hash. */
export function pepperId(pepper: string): string {
  return createHash('sha256').update(`edgecard pepper\n${pepper}`).digest('hex').slice(0, 8)
}

/** Minimum length in characters; `openssl rand -hex 32` prints 64. */
export const minimumPepper = 32

/** The suggestion in `.dev.vars.example`, which the Deploy button shows. */
export const examplePepper = 'change-me-to-64-random-hex-characters'

/** Whether the pepper is too short or the example, so that others could know it. */
export function isWeakPepper(pepper = ''): boolean {
  return pepper.length < minimumPepper || pepper.trim() === examplePepper
}

/** Throws if the pepper is empty. */
export function assertPepper(pepper: string): void {
  if (!pepper) throw new Error('PEPPER is not set')
}

/** All peppers, the current one first. */
export function peppersOf({ PEPPER, PREVIOUS_PEPPER }: Peppers): string[] {
  assertPepper(PEPPER)
  return PREVIOUS_PEPPER ? [PEPPER, PREVIOUS_PEPPER] : [PEPPER]
}

/**
 * The pepper with this id. Values from before ids existed have `1`, which means the oldest pepper; an unknown id means
 * the current one.
 */
export function pepperOf(keys: Peppers, id: string): string {
  const all = peppersOf(keys)
  const found = id === '1' ? all.at(-1) : all.find((pepper) => pepperId(pepper) === id)
  return found ?? keys.PEPPER
}

/** The number of users whose password is not hashed with the current pepper. */
export async function countFormerHashes({ DB, PEPPER }: Pick<Bindings, 'DB' | 'PEPPER'>) {
  const found = await DB.prepare(
    "select count(*) as n from users where deleted_at is null and password like '$%' and password not like ?",
  )
    .bind(`%,k=${pepperId(PEPPER)}$%`)
    .first<number>('n')
  return found ?? 0
}
