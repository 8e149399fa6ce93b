import type { ListedCard } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { withMessages } from '../../messages/load.ts'
import { t } from '../../messages/t.ts'
import { firstSteps, isComplete, useFirstSteps } from '../../shell/first-steps.ts'
import { NoticeLine } from '../../shell/NoticeLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'

const FirstStepsSheet = lazyWithPreload(
  () =>
    withMessages('first-steps', () =>
      withMessages('editor', () => import('../first-steps/FirstStepsSheet.tsx')),
    ),
  'FirstStepsSheet',
  null,
)

/** The steps to a complete card: the sheet, and with `line` a notice that opens it. */
export function FirstSteps({
  user,
  card,
  line,
  onDismiss,
}: {
  user: User
  card: ListedCard
  line: boolean
  onDismiss: () => void
}) {
  const { step, open, goTo, close, complete, dismiss } = useFirstSteps(user.id, card)
  if (step === 'done') return null
  const done = firstSteps.filter(({ id }) => isComplete(card, id)).length
  return (
    <>
      {line && (
        <NoticeLine
          icon="sparkle"
          title={t('Finish your card')}
          text={t('{done} of {count} complete', { done, count: firstSteps.length })}
          dismissLabel={t('Dismiss steps')}
          onDismiss={() => {
            onDismiss()
            dismiss()
          }}
        >
          <Button kind="ghost" size="small" onClick={() => goTo(step)}>
            {t('Continue')}
          </Button>
        </NoticeLine>
      )}
      {open && (
        <FirstStepsSheet
          user={user}
          card={card}
          step={step}
          onStep={goTo}
          onClose={close}
          onDone={complete}
        />
      )}
    </>
  )
}
