/** Tables of wallet passes. Times are Unix milliseconds. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { wallets } from './wallet.ts'

/** Cards in a wallet. Triggers record each change of a card in the transaction that makes it. */
export const walletPasses = sqliteTable(
  'wallet_passes',
  {
    cardId: integer('card_id').notNull(),
    wallet: text('wallet', { enum: wallets }).notNull(),
    /** The code of its share point. */
    code: text('code').notNull(),
    /** The public origin at the time it was created, for jobs that have no request. */
    origin: text('origin').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the content of the pass may last have changed. */
    changedAt: integer('changed_at').notNull(),
    /** When to update the wallet next; null if it is up to date. */
    dueAt: integer('due_at'),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.wallet] }),
    index('wallet_passes_due').on(table.dueAt),
  ],
)

/** Devices with a card in Apple Wallet, which ask for its changes. */
export const walletDevices = sqliteTable(
  'wallet_devices',
  {
    /** An id that the device chose for this kind of pass only. */
    device: text('device').notNull(),
    cardId: integer('card_id').notNull(),
    /** The address of the device at Apple's push service. */
    pushToken: text('push_token').notNull(),
    registeredAt: integer('registered_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.device, table.cardId] }),
    index('wallet_devices_card').on(table.cardId),
  ],
)
