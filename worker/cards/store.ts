/** Cards in the database. Every read names its columns; slugs are stored in lower case. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { PublicCard } from '../../schema/card.ts'
import { businessCards, slugHistory, users } from '../../schema/tables.ts'
import type { Db } from '../database.ts'

export const publicColumns = {
  id: businessCards.id,
  slug: businessCards.slug,
  theme: businessCards.theme,
  name: businessCards.name,
  title: businessCards.title,
  company: businessCards.company,
  phone: businessCards.phone,
  email: businessCards.email,
  address: businessCards.address,
  about: businessCards.about,
  profilePicture: businessCards.profilePicture,
  coverPhoto: businessCards.coverPhoto,
  logoUrl: businessCards.logoUrl,
  videoUrl: businessCards.videoUrl,
  faviconUrl: businessCards.faviconUrl,
  socialLinks: businessCards.socialLinks,
  customButtons: businessCards.customButtons,
  gallery: businessCards.gallery,
  formConfig: businessCards.formConfig,
  customizations: businessCards.customizations,
  updatedAt: businessCards.updatedAt,
}

const liveColumns = { ...publicColumns, userId: businessCards.userId, uid: businessCards.uid }

/** A card anyone may see, with what the worker needs beside it: its owner, and the random part of its contact's UID. */
export type LiveCard = { card: PublicCard; userId: number; uid: string }

/** The live card at this slug, now or formerly; a former slug is told by `card.slug` being another. One statement. */
export async function findLiveCardBySlug(db: Db, slug: string): Promise<LiveCard | undefined> {
  const formerly = sql`(select ${slugHistory.cardId} from ${slugHistory} where ${slugHistory.slug} = ${slug})`
  return findLive(db, or(eq(businessCards.slug, slug), eq(businessCards.id, formerly)))
}

export async function findLiveCard(db: Db, id: number): Promise<LiveCard | undefined> {
  return findLive(db, eq(businessCards.id, id))
}

async function findLive(
  db: Db,
  which: ReturnType<typeof eq> | undefined,
): Promise<LiveCard | undefined> {
  const row = await db
    .select(liveColumns)
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(
      and(
        which,
        eq(businessCards.state, 'live'),
        isNull(businessCards.deletedAt),
        isNull(users.deletedAt),
      ),
    )
    .get()
  return row && live(row)
}

function live({
  userId,
  uid,
  customizations: { customCss: _, ...customizations },
  ...shown
}: LiveRow): LiveCard {
  return { card: { ...shown, customizations }, userId, uid }
}

type LiveRow = Omit<PublicCard, 'customizations'> & {
  customizations: PublicCard['customizations'] & { customCss?: string | null }
  userId: number
  uid: string
}
