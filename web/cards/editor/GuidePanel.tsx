import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Card } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import { guideSteps, guideId as id, useGuide } from './guide.ts'

const GuideSteps = lazyWithTimedPreload(() => import('./GuideSteps.tsx'), 'GuideSteps')

/**
 * A line with the progress of the five-step guide, which opens it. The line is gone once the guide is complete or
 * dismissed, and steps back while changes are unsaved; the menu opens the guide, too.
 */
export function GuidePanel({
  user,
  card,
  stepsBack,
}: {
  user: User
  card: Card
  stepsBack: boolean
}) {
  const guide = useGuide(user, card)
  const [open, setOpen] = useState(false)
  const values = { done: guide.done, count: guideSteps.length }
  const count = t('{done} of {count} complete', values)
  const next = guideSteps.find((step) => !guide.isDone(step.id))
  const dismiss = () => {
    document.getElementById(id)?.hidePopover()
    guide.dismiss()
    // The line, which had the focus before, is gone.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  return (
    <>
      {next && !guide.dismissed && !stepsBack && (
        <button type="button" className="guide-line" popoverTarget={id}>
          <strong>{t('Editor guide')}</strong>
          <span>{t('{done} of {count}', values)}</span>
          <span className="guide-next">{t('Next: {title}', { title: next.title })}</span>
          <Icon name="chevron-down" size={16} />
          <progress aria-hidden="true" max={guideSteps.length} value={guide.done} />
        </button>
      )}
      <section
        id={id}
        className="menu guide"
        popover="auto"
        aria-labelledby="guide-title"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <header className="guide-head">
          <h2 id="guide-title">{t('Editor guide')}</h2>
          <span>{count}</span>
          <Button kind="ghost" size="small" label={t('Dismiss guide')} onClick={dismiss}>
            <Icon name="close" size={16} />
          </Button>
        </header>
        <progress
          className="guide-progress"
          aria-label={t('Steps complete')}
          max={guideSteps.length}
          value={guide.done}
        >
          {count}
        </progress>
        {open && <GuideSteps guide={guide} />}
      </section>
    </>
  )
}
