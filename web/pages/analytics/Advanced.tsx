import { Suspense, useId, useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import type { CardReport } from '../../../schema/card-report.ts'
import { later } from '../../ui/later.tsx'
import { useTab } from '../../ui/useTab.ts'

const AdvancedPanel = later(async () => (await import('./AdvancedPanel.tsx')).AdvancedPanel)

/** What lies deeper, closed at first; an address with its tab or range opens it. */
export function Advanced({ card }: { card: CardReport['card'] }) {
  const [tab] = useTab('advanced')
  const [range] = useTab('over')
  const [open, setOpen] = useState(tab !== null || range !== null)
  const id = useId()
  return (
    <section className="panel analytics-advanced" aria-label="Advanced Analytics">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name="trend" />
          <span>Advanced Analytics</span>
          <span className="badge" data-kind="pro">
            Pro Feature
          </span>
          <Icon name="chevron-down" />
        </button>
      </h2>
      {open && (
        <div id={id}>
          <Suspense fallback={<div className="skeleton skeleton-chart" />}>
            <AdvancedPanel card={card} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
