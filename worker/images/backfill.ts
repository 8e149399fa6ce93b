/** Cron jobs for what is derived from an image at upload: for images stored by an earlier release, or while Images failed. */
import { eq, like, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/cards/tables.ts'
import { uploads } from '../../schema/images/tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import type { CleanImage } from './clean.ts'
import { measureImage } from './detect-type.ts'
import { type ImageStores, imageHashSql } from './image-store.ts'
import { makeInlinePhoto } from './inline-photo.ts'
import { detectLogoTone } from './logo-tone.ts'

const batchSize = 20

/** Cron job: creates missing inline photos. A photo that fails again gets none. Returns `more` if there may be more. */
export function fillInlinePhotos(env: Stores): Promise<'more' | undefined> {
  return fill(env, { field: 'profilePicture', column: 'inlinePhoto', make: makeInlinePhoto })
}

/** The same for the tones of logos. */
export function fillLogoTones(env: Stores): Promise<'more' | undefined> {
  return fill(env, { field: 'logoUrl', column: 'logoTone', make: detectLogoTone })
}

type Stores = ImageStores & Pick<Bindings, 'DB'>
type Image = Pick<CleanImage, 'bytes' | 'image'>
type Derived = {
  field: 'profilePicture' | 'logoUrl'
  column: 'inlinePhoto' | 'logoTone'
  make: (env: ImageStores, image: Image) => Promise<string | undefined>
}

async function fill(env: Stores, { field, column, make }: Derived): Promise<'more' | undefined> {
  if (!env.IMAGES) return undefined
  const db = database(env.DB)
  const missing = await listMissing(db, { field, column })
  for (const { hash, address } of missing) {
    const image = await readImage(env, address)
    const value = image ? await make(env, image) : ''
    await repeatable(() =>
      db
        .update(uploads)
        .set({ [column]: value ?? '' })
        .where(eq(uploads.hash, hash)),
    )
    // Stops, so that while Images is down only one image a night is given up.
    if (value === undefined) return undefined
  }
  return missing.length === batchSize ? 'more' : undefined
}

/** Images of cards that were uploaded here, and of which no upload has the derived value. */
function listMissing(db: Db, { field, column }: Omit<Derived, 'make'>) {
  const url = businessCards[field]
  const hash = sql<string>`${imageHashSql(url)}`
  const address = sql<string>`min(${url})`
  return db
    .select({ hash: uploads.hash, address })
    .from(businessCards)
    .innerJoin(uploads, eq(uploads.hash, hash))
    .where(like(url, '/images/%'))
    .groupBy(uploads.hash)
    .having(sql`max(${uploads[column]}) is null`)
    .limit(batchSize)
    .all()
}

async function readImage(env: ImageStores, address: string): Promise<Image | undefined> {
  const stored = await env.MEDIA.get(address.slice(1))
  const bytes = stored && new Uint8Array(await stored.arrayBuffer())
  const image = bytes && measureImage(bytes)
  return bytes && image ? { bytes, image } : undefined
}
