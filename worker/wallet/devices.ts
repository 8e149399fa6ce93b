/** Devices that have passes in Apple Wallet: registers them, and lists the changed passes of a device. */
import { and, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { walletDevices, walletPasses } from '../../schema/wallet/tables.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'

/** Maximum number of registered devices per card, so that one pass cannot fill the table. */
const maxDevices = 100

type DeviceKey = { device: string; cardId: number }

/** Registers a device for push notifications about a pass. Beyond the maximum, devices registered longest ago are removed. */
export async function registerDevice(
  db: Db,
  { device, cardId }: DeviceKey,
  pushToken: string,
): Promise<'created' | 'known' | 'no pass'> {
  const isKnown = and(eq(walletDevices.device, device), eq(walletDevices.cardId, cardId))
  const now = Date.now()
  const wasKnown = (await db.$count(walletDevices, isKnown)) > 0
  const [, , after] = await repeatable(() =>
    db.batch([
      db
        .insert(walletDevices)
        .select(
          sql`select ${device}, ${cardId}, ${pushToken}, ${now}
        where exists (select 1 from wallet_passes where card_id = ${cardId} and wallet = 'apple')`,
        )
        .onConflictDoUpdate({
          target: [walletDevices.device, walletDevices.cardId],
          set: { pushToken, registeredAt: now },
        }),
      db.delete(walletDevices).where(
        and(
          eq(walletDevices.cardId, cardId),
          sql`device not in (select device from wallet_devices where card_id = ${cardId}
          order by registered_at desc, rowid desc limit ${maxDevices})`,
        ),
      ),
      db.select({ count: count() }).from(walletDevices).where(isKnown),
    ]),
  )
  if (after[0]?.count !== 1) return 'no pass'
  return wasKnown ? 'known' : 'created'
}

export async function unregisterDevice(db: Db, { device, cardId }: DeviceKey): Promise<void> {
  const isKnown = and(eq(walletDevices.device, device), eq(walletDevices.cardId, cardId))
  await repeatable(() => db.delete(walletDevices).where(isKnown))
}

/** The passes of a device that changed after a time in milliseconds, and the time of the last change. */
export async function listChangedPasses(
  db: Db,
  device: string,
  since: number,
): Promise<{ cardIds: number[]; lastChange: number }> {
  const rows = await db
    .select({ cardId: walletPasses.cardId, changedAt: walletPasses.changedAt })
    .from(walletDevices)
    .innerJoin(
      walletPasses,
      and(eq(walletPasses.cardId, walletDevices.cardId), eq(walletPasses.wallet, 'apple')),
    )
    .where(and(eq(walletDevices.device, device), gt(walletPasses.changedAt, since)))
    .all()
  return {
    cardIds: rows.map(({ cardId }) => cardId),
    lastChange: Math.max(since, ...rows.map(({ changedAt }) => changedAt)),
  }
}

/** The passes of these cards and how many devices have each, for the account export. */
export async function exportWalletPasses(db: Db, cardIds: SQL) {
  const { cardId, wallet, code, createdAt } = walletPasses
  const devices = sql<number>`iif(${wallet} = 'apple',
    (select count(*) from wallet_devices as one where one.card_id = wallet_passes.card_id), null)`
  const rows = await db
    .select({ cardId, wallet, code, createdAt, devices })
    .from(walletPasses)
    .where(inArray(cardId, cardIds))
    .all()
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
}

/** The statement that deletes the devices of a card, for its erasure. */
export function deleteWalletDevicesOf(db: Db, cardId: number) {
  return db.delete(walletDevices).where(eq(walletDevices.cardId, cardId))
}
