import { useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import type { User } from '../../../schema/user.ts'
import { Button } from '../../ui/Button.tsx'
import { useTab } from '../../ui/useTab.ts'
import { guideSteps, useGuide } from './useGuide.ts'

/** Five steps to a finished card; on a narrow screen a line that unfolds. */
export function GuidePanel({ user, folded }: { user: User; folded: boolean }) {
  const guide = useGuide(user)
  const [open, setOpen] = useState(false)
  if (guide.dismissed) return null
  const count = `${guide.done} of ${guideSteps.length} complete`
  const whole = !folded || open
  return (
    <section
      className="panel guide"
      aria-labelledby="guide-title"
      data-folded={!whole || undefined}
    >
      <header className="guide-head">
        <h2 id="guide-title">Editor guide</h2>
        <span>{whole ? count : `${guide.done} of ${guideSteps.length}`}</span>
        {folded && (
          <Button kind="ghost" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide' : 'Show'}
          </Button>
        )}
        <Button kind="ghost" size="small" label="Dismiss guide" onClick={guide.dismiss}>
          <Icon name="close" size={16} />
        </Button>
      </header>
      {whole && (
        <>
          <progress
            className="guide-progress"
            aria-label="Steps complete"
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
  const [tab, select] = useTab()
  const next = guideSteps.find(({ id }) => !guide.isDone(id)) ?? guideSteps[0]
  const current = guideSteps.find(({ id }) => id === tab) ?? next
  const done = guide.isDone(current.id)
  return (
    <>
      <ol className="guide-steps">
        {guideSteps.map(({ id, title }, index) => (
          <li key={id}>
            <button
              type="button"
              data-done={guide.isDone(id) || undefined}
              aria-current={id === current.id ? 'step' : undefined}
              onClick={() => select(id)}
            >
              {guide.isDone(id) ? <Icon name="check" size={16} /> : <span>{index + 1}</span>}
              {title}
              {guide.isDone(id) && <span className="hidden-text">, complete</span>}
            </button>
          </li>
        ))}
      </ol>
      <div className="guide-step">
        <p>{current.text}</p>
        <Button size="small" onClick={() => guide.toggle(current.id)}>
          {done ? 'Mark as not complete' : 'Mark complete'}
        </Button>
      </div>
    </>
  )
}
