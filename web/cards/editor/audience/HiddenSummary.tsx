import { startTransition, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { t } from '../../../messages/t.ts'
import { useSubmit } from '../../../shell/useSubmit.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { FailureNote } from '../../../ui/Notes.tsx'
import { toast } from '../../../ui/toasts.ts'
import { lockHiddenDetails } from '../../data.ts'
import type { PanelProps } from '../draft.ts'
import { blocksThatReveal, hiddenOf, namesOf } from './audience.ts'

/** Lists the details that the public page hides, and warns if visitors have no way to see them. */
export function HiddenSummary(panel: PanelProps) {
  const [confirming, setConfirming] = useState(false)
  const { card, draft } = panel
  const hidden = hiddenOf(panel)
  if (hidden.length === 0) return null
  const afterExchange = hidden.filter(({ reach }) => reach === 'exchange')
  const revealing = blocksThatReveal(panel)
  const isUnlockable = hidden.some(({ reach }) => reach !== 'nobody')
  return (
    <section className="note hidden-summary" aria-label={t('Hidden details')}>
      <Icon name="eye-off" />
      <div>
        <p>
          {t(
            '{count, plural, one {# detail is hidden from the public page: {names}} other {# details are hidden from the public page: {names}}}',
            { count: hidden.length, names: namesOf(hidden) },
          )}
        </p>
        {revealing.length > 0 && (
          <p className="reach-warning">
            {t('A hidden phone number or email is still in: {names}', {
              names: namesOf(revealing),
            })}
          </p>
        )}
        {afterExchange.length > 0 && draft.formConfig.fields.length === 0 && (
          <p className="reach-warning">
            {t('Without a contact form, visitors cannot see: {names}', {
              names: namesOf(afterExchange),
            })}
          </p>
        )}
      </div>
      {isUnlockable && (
        <Button size="small" onClick={() => startTransition(() => setConfirming(true))}>
          <Icon name="lock" size={16} />
          {t('Lock again')}
        </Button>
      )}
      {confirming && <LockDialog cardId={card.id} onClose={() => setConfirming(false)} />}
    </section>
  )
}

/** Confirms that visitors who unlocked the card lose access to its hidden details. */
function LockDialog({ cardId, onClose }: { cardId: number; onClose: () => void }) {
  const title = t('Failed to lock hidden details')
  const { attempt, busy, failure } = useSubmit(title)
  const lock = () =>
    attempt(async () => {
      await lockHiddenDetails(cardId)
      toast(t('Hidden details locked'))
      onClose()
    })
  return (
    <ConfirmDialog
      title={t('Lock hidden details again?')}
      text={t(
        'Visitors who exchanged contacts no longer see them until they send the form again. Contacts already saved stay as they are.',
      )}
      action={t('Lock again')}
      busy={busy && t('Locking...')}
      error={<FailureNote title={title} message={failure} />}
      onCancel={onClose}
      onConfirm={() => void lock()}
    />
  )
}
