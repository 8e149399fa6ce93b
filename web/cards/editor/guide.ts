import * as z from 'zod/mini'
import type { Card } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { t, tIn } from '../../messages/t.ts'
import { hasDetails, hasPhoto } from '../../shell/first-steps.ts'
import { parseStored, useLocalStorage } from '../../shell/useLocalStorage.ts'

/** The id of the guide's popover. */
export const guideId = 'editor-guide'

/** The five steps of the guide; each is a tab of the quick editor. */
export const guideSteps = [
  {
    id: 'basic',
    title: tIn('step of the guide', 'Basic'),
    text: t('Say who you are and how to reach you.'),
  },
  {
    id: 'design',
    title: t('Design'),
    text: t('Choose a theme, then add your photo, cover and logo.'),
  },
  { id: 'gallery', title: t('Gallery'), text: t('Show up to 8 images of your work.') },
  { id: 'social', title: t('Social'), text: t('Add your social profiles.') },
  { id: 'buttons', title: t('Buttons'), text: t('Add a button for bookings, a menu or a shop.') },
] as const
type GuideStep = (typeof guideSteps)[number]['id']

const Progress = z.object({
  dismissed: z._default(z.boolean(), false),
  completed: z._default(z.array(z.string()), []),
})

const noProgress = { dismissed: false, completed: [] }

/** Whether the card has what the step asks for. */
function isCompleteOnCard(card: Card, step: GuideStep): boolean {
  if (step === 'basic') return hasDetails(card)
  if (step === 'design') return hasPhoto(card)
  if (step === 'gallery') return card.gallery.length > 0
  if (step === 'social') return Object.keys(card.socialLinks).length > 0
  return card.customButtons.length > 0
}

/** Progress in the guide: a step is done if the card has what it asks for, or the user marked it on this device. */
export function useGuide(user: User, card: Card) {
  const [stored, store] = useLocalStorage(`editorGuide:${user.id}`)
  const { dismissed, completed } = parseStored(stored, Progress) ?? noProgress
  const write = (next: Partial<z.infer<typeof Progress>>) =>
    store(JSON.stringify({ dismissed, completed, ...next }))
  const isMarked = (step: GuideStep) => completed.includes(step)
  const isDone = (step: GuideStep) => isMarked(step) || isCompleteOnCard(card, step)
  return {
    dismissed,
    isDone,
    isOnCard: (step: GuideStep) => isCompleteOnCard(card, step),
    done: guideSteps.filter(({ id }) => isDone(id)).length,
    toggle: (step: GuideStep) =>
      write({
        completed: isMarked(step) ? completed.filter((id) => id !== step) : [...completed, step],
      }),
    dismiss: () => write({ dismissed: true }),
    show: () => write({ dismissed: false }),
  }
}
