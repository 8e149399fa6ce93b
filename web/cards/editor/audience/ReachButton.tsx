import { type ReactNode, startTransition, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { type ReachField, reachOf } from '../../../../schema/cards/reach.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyWithTimedPreload } from '../../../ui/lazyWithPreload.tsx'
import type { PanelProps } from '../draft.ts'
import { lockedReason } from '../template-rules.ts'
import { reachFieldName, reachIcons, reachNames } from './reach.ts'

const ReachDialog = lazyWithTimedPreload(() => import('./ReachDialog.tsx'), 'ReachDialog')

/** Shows who sees a field or block; opens a dialog to change it. */
export function ReachButton({ panel, field }: { panel: PanelProps; field: ReachField }) {
  const [open, setOpen] = useState(false)
  const reach = reachOf(panel.draft.customizations.visibility, field)
  const locked = lockedReason(panel, field) ?? lockedReason(panel, 'visibility')
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        label={t('Who sees this: {field}. {reach}', {
          field: reachFieldName(field),
          reach: locked ? `${reachNames[reach]}. ${locked}` : reachNames[reach],
        })}
        aria-haspopup="dialog"
        aria-disabled={locked ? true : undefined}
        data-reach={reach}
        onClick={locked ? undefined : () => startTransition(() => setOpen(true))}
      >
        <Icon name={reachIcons[reach]} size={18} />
      </Button>
      {open && <ReachDialog panel={panel} field={field} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A field with a button in its upper corner that sets who sees it. */
export function WithReach({
  panel,
  field,
  children,
}: {
  panel: PanelProps
  field: ReachField | undefined
  children: ReactNode
}) {
  if (!field) return children
  return (
    <div className="with-reach">
      {children}
      <ReachButton panel={panel} field={field} />
    </div>
  )
}
