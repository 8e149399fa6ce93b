/** Which analytics database holds a card: one today, more by another binding and another line here. */
import type { Bindings } from '../env.ts'

/** The database with everything counted for the card. */
export function analyticsOf(env: Pick<Bindings, 'ANALYTICS'>, _cardId: number): D1Database {
  return env.ANALYTICS
}

/** Every analytics database, for work that concerns all cards. */
export function analyticsDatabases(env: Pick<Bindings, 'ANALYTICS'>): D1Database[] {
  return [env.ANALYTICS]
}
