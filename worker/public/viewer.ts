/** Who looks at a card, and what they may see of it. */
import { type Actor, canEditCard } from '../../schema/access.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import type { CardLocales } from '../../schema/cards/card-texts.ts'
import { type Reach, type ReachField, reaches, type Visibility } from '../../schema/cards/reach.ts'
import { hiddenFields, reveal, revealTexts } from '../../schema/cards/reveal.ts'
import { isShareCode } from '../../schema/share-points/share-code.ts'
import type { Unlock } from './unlock.ts'

/** `unlocks` are verified but perhaps of other cards; `code` is that of the share point whose page is asked for. */
export type Viewer = { user?: Actor | undefined; unlocks?: Unlock[]; code?: string | undefined }

type Row = {
  id: number
  userId: number
  user: { accessLevel: number }
  lockedAt: string | null
  /** As JSON. */
  revealingCodes: string | null
}

/** The reaches that the viewer may see. Those who may edit the card see all. */
export function reachesFor(row: Row, { user, unlocks = [], code }: Viewer): readonly Reach[] {
  if (user && canEditCard(user, row)) return reaches
  const lockedAt = row.lockedAt ? Date.parse(row.lockedAt) : 0
  const ways = unlocks
    .filter(({ cardId, at }) => cardId === row.id && at > lockedAt)
    .map(({ via }) => via)
  const revealing = parseCodes(row)
  const isRevealing = [code, ...ways].some((way) => way && revealing.includes(way))
  return [
    'everyone',
    ...(ways.includes('exchange') ? (['exchange'] as const) : []),
    ...(isRevealing ? (['share-points'] as const) : []),
  ]
}

/** A card with only what its viewer may see. */
export type Revealed = {
  /** In its base language. */
  card: PublicCard
  locales: CardLocales
  may: readonly Reach[]
  /** The fields that not everyone sees, for those who may edit the card; else empty. */
  hidden: ReachField[]
  /** Whether the viewer sees more because they exchanged contacts. */
  isUnlocked: boolean
  /** The share points whose pages show more than this. */
  revealingCodes: string[]
}

/** The unlock of a share point that a view was revealed by. */
export function revealingUnlock({ may, card }: Revealed, unlocks: Unlock[]): Unlock | undefined {
  if (!may.includes('share-points')) return undefined
  return unlocks.find(({ cardId, via }) => cardId === card.id && isShareCode(via))
}

/** The exchange of contacts that a view was revealed by. */
export function exchangeUnlock(
  { isUnlocked, card }: Revealed,
  unlocks: Unlock[],
): Unlock | undefined {
  if (!isUnlocked) return undefined
  return unlocks.find(({ cardId, via }) => cardId === card.id && via === 'exchange')
}

type Whole = {
  card: PublicCard
  locales: CardLocales
  visibility: Visibility | null | undefined
}

export function revealFor(
  row: Row,
  { card, locales, visibility }: Whole,
  viewer: Viewer,
): Revealed {
  const may = reachesFor(row, viewer)
  const shown = reveal(card, { visibility, may })
  const afterExchange = hiddenFields(card, visibility, 'exchange')
  const isOffered = !may.includes('exchange') && shown.formConfig.fields.length > 0
  const hasMore =
    !may.includes('share-points') && hiddenFields(card, visibility, 'share-points').length > 0
  return {
    card: isOffered && afterExchange.length > 0 ? { ...shown, afterExchange } : shown,
    locales: revealTexts(locales, { visibility, may }),
    may,
    hidden: may === reaches ? hiddenFields(card, visibility) : [],
    isUnlocked: may !== reaches && may.includes('exchange') && afterExchange.length > 0,
    revealingCodes: hasMore ? parseCodes(row) : [],
  }
}

/** Whether the view may be cached: it has only what everyone sees. */
export function isPublicView({ may }: Pick<Revealed, 'may'>): boolean {
  return may.every((reach) => reach === 'everyone')
}

function parseCodes({ revealingCodes }: Row): string[] {
  return revealingCodes ? JSON.parse(revealingCodes) : []
}
