/** Storage of booth mode: IndexedDB, encrypted with a key per user that cannot be exported. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** An unsent lead, a draft, or the last response of the server. */
export type RecordKind = 'lead' | 'draft' | 'server'

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
type RecordKey = [userId: number, kind: RecordKind, id: string]

interface Schema extends DBSchema {
  keys: { key: number; value: CryptoKey }
  records: { key: RecordKey; value: Sealed }
}

export type LeadStore = { db: IDBPDatabase<Schema>; key: CryptoKey; userId: number }

/** Opens the user's store. Throws if the browser cannot store or encrypt, as over plain HTTP. */
export async function openLeadStore(userId: number): Promise<LeadStore> {
  const db = await open()
  return { db, userId, key: (await db.get('keys', userId)) ?? (await addKey(db, userId)) }
}

type RecordPlace = readonly [kind: RecordKind, id: string]

export function putRecord(store: LeadStore, place: RecordPlace, value: unknown): Promise<void> {
  return changeRecords(store, { put: [[place, value]] }, 'relaxed')
}

/**
 * Stores and deletes records in one transaction. `strict` waits until it is on disk, so that it survives an empty
 * battery.
 */
export async function changeRecords(
  { db, key, userId }: LeadStore,
  { put = [], remove = [] }: { put?: (readonly [RecordPlace, unknown])[]; remove?: RecordPlace[] },
  durability: IDBTransactionDurability = 'strict',
): Promise<void> {
  const sealed = await Promise.all(
    put.map(async ([[kind, id], value]) => {
      const place: RecordKey = [userId, kind, id]
      return [await encrypt(key, place, value), place] as const
    }),
  )
  const { store, done } = db.transaction('records', 'readwrite', { durability })
  const changes = [
    ...sealed.map(([record, place]) => store.put(record, place)),
    ...remove.map(([kind, id]) => store.delete([userId, kind, id])),
  ]
  await Promise.all([...changes, done])
}

export function deleteRecord(store: LeadStore, place: RecordPlace): Promise<void> {
  return changeRecords(store, { remove: [place] }, 'relaxed')
}

/** Returns the records of a kind by id, without those that cannot be decrypted. */
export async function listRecords(
  { db, key, userId }: LeadStore,
  kind: RecordKind,
): Promise<Map<string, unknown>> {
  const transaction = db.transaction('records')
  const range = rangeOf(userId, kind)
  const [keys, values] = await Promise.all([
    transaction.store.getAllKeys(range),
    transaction.store.getAll(range),
  ])
  const opened = await Promise.all(
    keys.map(async (place, at) => {
      const value = values[at] && (await decrypt(key, place, values[at]))
      return value === undefined ? [] : [[place[2], value] as const]
    }),
  )
  return new Map(opened.flat())
}

/** Returns the number of the user's unsent leads; 0 if the browser cannot store any. */
export async function countUnsentLeads(userId: number): Promise<number> {
  try {
    const db = await open()
    const count = await db.count('records', rangeOf(userId, 'lead'))
    db.close()
    return count
  } catch {
    return 0
  }
}

function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('capture', 1, {
    upgrade(db) {
      db.createObjectStore('keys')
      db.createObjectStore('records')
    },
  })
}

async function addKey(db: IDBPDatabase<Schema>, userId: number): Promise<CryptoKey> {
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  // Another tab may have stored a key meanwhile.
  const { store, done } = db.transaction('keys', 'readwrite')
  const key = (await store.get(userId)) ?? fresh
  await store.put(key, userId)
  await done
  return key
}

async function encrypt(key: CryptoKey, place: RecordKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, data: await crypto.subtle.encrypt(parametersOf(iv, place), key, text) }
}

async function decrypt(key: CryptoKey, place: RecordKey, { iv, data }: Sealed): Promise<unknown> {
  try {
    const text = await crypto.subtle.decrypt(parametersOf(iv, place), key, data)
    return JSON.parse(new TextDecoder().decode(text))
  } catch {
    return undefined
  }
}

// The place is authenticated, so that records cannot be swapped.
function parametersOf(iv: Uint8Array<ArrayBuffer>, place: RecordKey) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place.join('/')) }
}

// In IndexedDB, arrays sort after texts.
function rangeOf(userId: number, kind: RecordKind): IDBKeyRange {
  return IDBKeyRange.bound([userId, kind], [userId, kind, []])
}
