import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'

/** Numbered steps to select from; completed ones are ticked. */
export function StepList<Id extends string>({
  steps,
  current,
  isDone,
  onSelect,
}: {
  steps: readonly { id: Id; title: string }[]
  current: Id
  isDone: (id: Id) => boolean
  onSelect: (id: Id) => void
}) {
  return (
    <ol className="guide-steps">
      {steps.map(({ id, title }, index) => (
        <li key={id}>
          <button
            type="button"
            data-done={isDone(id) || undefined}
            aria-current={id === current ? 'step' : undefined}
            onClick={() => onSelect(id)}
          >
            {isDone(id) ? <Icon name="check" size={16} /> : <span>{index + 1}</span>}
            {title}
            {isDone(id) && <span className="hidden-text">{t(', complete')}</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}
