import { useState } from 'react'
import * as z from 'zod/mini'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Card } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { t, tIn } from '../../messages/t.ts'
import { hasDetails, hasPhoto } from '../../shell/first-steps.ts'
import { parseStored, useLocalStorage } from '../../shell/useLocalStorage.ts'
import { Button } from '../../ui/Button.tsx'
import { StepList } from '../../ui/StepList.tsx'
import { useSearchParam } from '../../ui/useSearchParam.ts'

/** A five-step guide to a complete card; collapsible on narrow screens. */
export function GuidePanel({
  user,
  card,
  collapsible,
}: {
  user: User
  card: Card
  collapsible: boolean
}) {
  const guide = useGuide(user, card)
  const [open, setOpen] = useState(false)
  if (guide.dismissed) return null
  const count = t('{done} of {count} complete', { done: guide.done, count: guideSteps.length })
  const expanded = !collapsible || open
  return (
    <section
      className="panel guide"
      aria-labelledby="guide-title"
      data-folded={!expanded || undefined}
    >
      <header className="guide-head">
        <h2 id="guide-title">{t('Editor guide')}</h2>
        <span>
          {expanded
            ? count
            : t('{done} of {count}', { done: guide.done, count: guideSteps.length })}
        </span>
        {collapsible && (
          <Button kind="ghost" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('Hide') : t('Show')}
          </Button>
        )}
        <Button kind="ghost" size="small" label={t('Dismiss guide')} onClick={guide.dismiss}>
          <Icon name="close" size={16} />
        </Button>
      </header>
      {expanded && (
        <>
          <progress
            className="guide-progress"
            aria-label={t('Steps complete')}
            max={5}
            value={guide.done}
          >
            {count}
          </progress>
          <Steps guide={guide} />
        </>
      )}
    </section>
  )
}

function Steps({ guide }: { guide: ReturnType<typeof useGuide> }) {
  const [tab, select] = useSearchParam()
  const next = guideSteps.find(({ id }) => !guide.isDone(id)) ?? guideSteps[0]
  const current = guideSteps.find(({ id }) => id === tab) ?? next
  return (
    <>
      <StepList
        steps={guideSteps}
        current={current.id}
        isDone={guide.isDone}
        onSelect={(id) => select(id)}
      />
      <div className="guide-step">
        <p>{current.text}</p>
        {!guide.isOnCard(current.id) && (
          <Button size="small" onClick={() => guide.toggle(current.id)}>
            {guide.isDone(current.id) ? t('Mark as incomplete') : t('Mark as complete')}
          </Button>
        )}
      </div>
    </>
  )
}

/** The five steps of the guide; each is a tab of the quick editor. */
const guideSteps = [
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
