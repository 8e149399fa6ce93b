import { Collapsible } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import type { CardReport } from '../../../schema/card-report.ts'
import { useTab } from '../../ui/useTab.ts'

const AdvancedPanel = lazy(() =>
  import('./AdvancedPanel.tsx').then((module) => ({ default: module.AdvancedPanel })),
)

/** What lies deeper, closed at first; an address with its tab or range opens it. */
export function Advanced({ card }: { card: CardReport['card'] }) {
  const [tab] = useTab('advanced')
  const [range] = useTab('over')
  const [open, setOpen] = useState(tab !== null || range !== null)
  return (
    <Collapsible.Root className="panel analytics-advanced" open={open} onOpenChange={setOpen}>
      <h2>
        <Collapsible.Trigger>
          <Icon name="trend" />
          <span>Advanced Analytics</span>
          <span className="badge" data-kind="pro">
            Pro Feature
          </span>
          <Icon name="chevron-down" />
        </Collapsible.Trigger>
      </h2>
      <Collapsible.Content>
        <Suspense fallback={<div className="skeleton skeleton-chart" />}>
          <AdvancedPanel card={card} />
        </Suspense>
      </Collapsible.Content>
    </Collapsible.Root>
  )
}
