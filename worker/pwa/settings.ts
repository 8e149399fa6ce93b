/** How the installed app is called and looks: one row, and a short memory of it for the pages that show it. */
import { sql } from 'drizzle-orm'
import { defaultPwaSettings, type PwaSettings } from '../../schema/pwa.ts'
import { pwaSettings } from '../../schema/team-tables.ts'
import { type Db, database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'

const remembered = 5000
const theRow = 1

let memory: { settings: PwaSettings; at: number } | undefined

/** As they were saved; the product's defaults until then. */
export async function findPwaSettings(env: Bindings): Promise<PwaSettings> {
  const row = await database(env.DB)
    .select({ settings: pwaSettings.settings })
    .from(pwaSettings)
    .get()
  const settings = row?.settings ?? defaultsOf(env)
  memory = { settings, at: Date.now() }
  return settings
}

/** The same, at most 5 s old; when the database fails, the last known or the defaults. A save in this isolate shows at once. */
export async function recallPwaSettings(env: Bindings): Promise<PwaSettings> {
  if (memory && Date.now() - memory.at < remembered) return memory.settings
  return findPwaSettings(env).catch((error: unknown) => {
    log('warn', 'pwa settings', { error })
    return memory?.settings ?? defaultsOf(env)
  })
}

export async function savePwaSettings(db: Db, settings: PwaSettings): Promise<void> {
  const fields = { settings, updatedAt: sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))` }
  await db
    .insert(pwaSettings)
    .values({ id: theRow, settings })
    .onConflictDoUpdate({ target: pwaSettings.id, set: fields })
  memory = undefined
}

function defaultsOf({ PRODUCT_NAME, PRODUCT_SHORT_NAME }: Bindings): PwaSettings {
  return defaultPwaSettings(PRODUCT_NAME, PRODUCT_SHORT_NAME)
}
