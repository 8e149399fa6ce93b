import { useState } from 'react'
import type { ListedCard } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import { EmailLine } from '../../shell/EmailLine.tsx'
import { useFirstSteps } from '../../shell/first-steps.ts'
import { NoticeLine } from '../../shell/NoticeLine.tsx'
import { emailNotice, useDismissed } from '../../shell/useDismissed.ts'
import { useLocalStorage } from '../../shell/useLocalStorage.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { lazyWithPreload, Nothing } from '../../ui/lazyWithPreload.tsx'
import { useStepShown } from '../dashboard/placeholders.tsx'
import { type NextStep, nextStep } from './next-step.ts'

const SelectedTheme = lazyWithPreload(
  () => import('../dashboard/SelectedTheme.tsx'),
  'SelectedTheme',
)
// Left out if the script cannot be loaded, for example offline.
const FirstSteps = lazyWithPreload(
  () => import('../dashboard/FirstSteps.tsx').catch(() => ({ FirstSteps: Nothing })),
  'FirstSteps',
)

/** One notice: the theme selected on the landing page, or else the next useful step. Also the sheet of the first steps. */
export function NextSteps({
  user,
  cards,
  card,
}: {
  user: User
  cards: ListedCard[]
  card: ListedCard
}) {
  const isOnly = cards.length === 1
  const { step, hide } = useNextStep(user, card, isOnly)
  const [theme] = useLocalStorage('selectedTheme')
  return (
    <>
      {theme && <SelectedTheme cards={cards} />}
      {!theme && step && step !== 'finish' && (
        <NextStepLine step={step} user={user} card={card} onDismiss={hide} />
      )}
      {isOnly && !card.template && (
        <FirstSteps user={user} card={card} line={!theme && step === 'finish'} onDismiss={hide} />
      )}
    </>
  )
}

/** The next step for the card, and a function that hides it: another step follows on the next visit, not at once. */
function useNextStep(user: User, card: ListedCard, isOnly: boolean) {
  const { dismissed, dismiss } = useDismissed(user)
  const { step: firstStep } = useFirstSteps(user.id, card)
  const [hidden, setHidden] = useState(false)
  const isFinishing = isOnly && !card.template && firstStep !== 'done'
  const next = nextStep(user, card, { isFinishing, dismissed })
  const step = hidden ? undefined : next
  useStepShown(user.id, next !== undefined)
  const hide = () => {
    setHidden(true)
    if (step && step !== 'finish') dismiss(step === 'email' ? emailNotice(user) : step)
  }
  return { step, hide }
}

type LineProps = {
  step: Exclude<NextStep, 'finish'>
  user: User
  card: ListedCard
  onDismiss: () => void
}

/** The next useful step, on one line. */
function NextStepLine({ step, user, card, onDismiss }: LineProps) {
  if (step === 'email') return <EmailLine email={user.email} onDismiss={onDismiss} />
  const { icon, title, action, to } = steps[step]
  return (
    <NoticeLine icon={icon} title={title} onDismiss={onDismiss}>
      <LinkButton kind="ghost" size="small" to={to(card.id)}>
        {action}
      </LinkButton>
    </NoticeLine>
  )
}

const steps = {
  photo: {
    icon: 'camera',
    title: t('Add a photo'),
    action: t('Add'),
    to: (id: number) => `/mobile-editor/${id}`,
  },
  details: {
    icon: 'inbox',
    title: t('Let people send you their details'),
    action: t('Add'),
    to: (id: number) => `/card-editor/${id}?tab=form`,
  },
  badge: {
    icon: 'badge',
    title: t('Print a badge'),
    action: t('Print'),
    to: (id: number) => `/share/${id}`,
  },
} as const
