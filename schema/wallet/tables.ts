/** Tables of wallet. Timestamps are ISO 8601 text in UTC. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { wallets } from './wallet.ts'

/** A card in a wallet. Triggers note each change of the card in the transaction that makes it. */
export const walletPasses = sqliteTable(
  'wallet_passes',
  {
    cardId: integer('card_id').notNull(),
    wallet: text('wallet', { enum: wallets }).notNull(),
    /** The code of its share point. */
    code: text('code').notNull(),
    /** The public origin when it was created, for jobs without a request. */
    origin: text('origin').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When what it shows may last have changed. */
    changedAt: integer('changed_at').notNull(),
    /** When to tell the wallet next; null if it knows. */
    dueAt: integer('due_at'),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.wallet] }),
    index('wallet_passes_due').on(table.dueAt),
  ],
)

/** The devices that have a card in Apple Wallet and ask for its changes. */
export const walletDevices = sqliteTable(
  'wallet_devices',
  {
    /** Chosen by the device, for this kind of pass only. */
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
