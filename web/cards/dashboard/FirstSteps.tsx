import { Icon } from '../../../card/icons/Icon.tsx'
import type { ListedCard } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { withMessages } from '../../messages/load.ts'
import { t } from '../../messages/t.ts'
import { firstSteps, isComplete, useFirstSteps } from '../../shell/first-steps.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'
import { StepList } from '../../ui/StepList.tsx'

const FirstStepsSheet = lazyWithPreload(
  () => withMessages('editor', () => import('../editor/FirstStepsSheet.tsx')),
  'FirstStepsSheet',
  null,
)

/** The steps to a complete card: a list on the dashboard, and the sheet it opens. */
export function FirstSteps({ user, card }: { user: User; card: ListedCard }) {
  const { step, open, goTo, close, complete, dismiss } = useFirstSteps(user.id, card)
  if (step === 'done') return null
  const done = firstSteps.filter(({ id }) => isComplete(card, id)).length
  return (
    <section className="panel guide" aria-labelledby="first-steps">
      <header className="guide-head">
        <h2 id="first-steps">{t('Finish your card')}</h2>
        <span>{t('{done} of {count} complete', { done, count: firstSteps.length })}</span>
        <Button kind="ghost" size="small" label={t('Dismiss steps')} onClick={dismiss}>
          <Icon name="close" size={16} />
        </Button>
      </header>
      <div className="guide-step">
        <StepList
          steps={firstSteps}
          current={step}
          isDone={(id) => isComplete(card, id)}
          onSelect={goTo}
        />
        <Button onClick={() => goTo(step)}>{t('Continue')}</Button>
      </div>
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
    </section>
  )
}
