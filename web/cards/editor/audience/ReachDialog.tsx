import { Icon } from '../../../../card/icons/Icon.tsx'
import { type Reach, type ReachField, reaches, reachOf } from '../../../../schema/cards/reach.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { PanelProps } from '../draft.ts'
import { reachFieldName, reachIcons, reachNames, withReach } from './reach.ts'

/** Selects who sees a field or block. */
export function ReachDialog({
  panel: { draft, change },
  field,
  onClose,
}: {
  panel: PanelProps
  field: ReachField
  onClose: () => void
}) {
  const current = reachOf(draft.customizations.visibility, field)
  const choose = (reach: Reach) => {
    if (reach !== current) change(withReach(draft, field, reach))
    onClose()
  }
  // The form cannot be hidden until it has been sent.
  const offered = reaches.filter((reach) => field !== 'formConfig' || reach !== 'exchange')
  const hasForm = draft.formConfig.fields.length > 0
  return (
    <Dialog title={t('Who sees this: {field}', { field: reachFieldName(field) })} onClose={onClose}>
      <div className="dialog-body">
        <ul className="reach-choice" aria-label={t('Who sees this')}>
          {offered.map((reach) => (
            <li key={reach}>
              <Button
                kind="ghost"
                aria-pressed={reach === current}
                data-initial-focus={reach === current ? '' : undefined}
                onClick={() => choose(reach)}
              >
                <Icon name={reachIcons[reach]} />
                <span>
                  <strong>{reachNames[reach]}</strong>
                  <small>{hints[reach]}</small>
                  {reach === 'exchange' && !hasForm && (
                    <small className="reach-warning">
                      {t('This card has no contact form yet. Add one in the advanced editor.')}
                    </small>
                  )}
                </span>
                {reach === current && <Icon name="check" size={18} />}
              </Button>
            </li>
          ))}
        </ul>
        <p className="field-hint">
          {t(
            'This setting applies in all languages, to the page, the contact file and every link.',
          )}
        </p>
      </div>
    </Dialog>
  )
}

const hints: Record<Reach, string> = {
  everyone: t('On the public page and in every saved contact.'),
  exchange: t('Visitors who sent the contact form, for 30 days on the same browser.'),
  'share-points': t(
    'Visitors of share points that show hidden details. Turn this on for a share point in Share.',
  ),
  nobody: t('Hidden from all visitors, until you change it.'),
}
