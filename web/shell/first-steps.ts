import * as z from 'zod/mini'
import type { Card, ListedCard } from '../../schema/cards/card.ts'
import { defaultTheme } from '../../schema/cards/theme.ts'
import { t } from '../messages/t.ts'
import { parseStored, useLocalStorage, writeLocalStorage } from './useLocalStorage.ts'

/** The steps after sign-up, in order. */
export const firstSteps = [
  { id: 'photo', title: t('Photo') },
  { id: 'details', title: t('Name') },
  { id: 'theme', title: t('Theme') },
  { id: 'scan', title: t('Scan') },
] as const
export type FirstStep = (typeof firstSteps)[number]['id']

type CardProgress = Pick<
  ListedCard,
  'profilePicture' | 'title' | 'company' | 'theme' | 'stats' | 'newEntries'
>

/** Whether the card itself shows that the step is complete, on any device. */
export function isComplete(card: CardProgress, step: FirstStep): boolean {
  if (step === 'photo') return hasPhoto(card)
  if (step === 'details') return hasDetails(card)
  if (step === 'theme') return card.theme !== defaultTheme
  return isSeen(card) || card.newEntries > 0
}

export function hasPhoto({ profilePicture }: Pick<Card, 'profilePicture'>): boolean {
  return Boolean(profilePicture)
}

export function hasDetails({ title, company }: Pick<Card, 'title' | 'company'>): boolean {
  return Boolean(title || company)
}

/** Whether a visitor has opened the card; the owner's own visits are not counted. */
export function isSeen({ stats }: Pick<ListedCard, 'stats'>): boolean {
  return stats !== null && stats.views > 0
}

/** Opens the steps on the dashboard after sign-up; on this device only. */
export function startFirstSteps(userId: number): void {
  writeLocalStorage(storageKey(userId), JSON.stringify({ step: 'photo', open: true }))
}

/**
 * The step to show, or `done`. This device stores where the user left; on another device, the first incomplete step is
 * next, except for the theme: the default one may stay.
 */
export function useFirstSteps(userId: number, card: CardProgress) {
  const [stored, store] = useLocalStorage(storageKey(userId))
  const missing = firstSteps.find(({ id }) => id !== 'theme' && !isComplete(card, id))?.id
  const next = missing ?? 'done'
  const progress = parseStored(stored, Progress) ?? { step: next, open: false }
  const write = (change: Partial<z.infer<typeof Progress>>) =>
    store(JSON.stringify({ ...progress, ...change }))
  return {
    step: progress.open || next !== 'done' ? progress.step : 'done',
    open: progress.open,
    goTo: (step: FirstStep) => write({ step, open: true }),
    // Whoever went straight to the last step continues with what the card lacks.
    close: () =>
      write({ open: false, ...(progress.step === 'scan' && missing && { step: missing }) }),
    complete: () => write({ step: missing && missing !== 'scan' ? missing : 'done', open: false }),
    dismiss: () => write({ step: 'done', open: false }),
  }
}

const Progress = z.object({
  step: z.enum(['photo', 'details', 'theme', 'scan', 'done']),
  open: z.boolean(),
})

const storageKey = (userId: number) => `firstSteps:${userId}`
