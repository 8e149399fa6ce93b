import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { StepList } from '../../ui/StepList.tsx'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { guideSteps, type useGuide } from './guide.ts'

/** The steps of the guide; selecting one opens its tab. */
export function GuideSteps({ guide }: { guide: ReturnType<typeof useGuide> }) {
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
