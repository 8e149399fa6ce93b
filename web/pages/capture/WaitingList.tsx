import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { leadTitle, type WaitingLead } from './lead-draft.ts'
import { isOpen, isWaiting, type QueueState } from './lead-queue.ts'

/** How many leads wait and why, and whether the page opens without a connection. */
export function QueueStatus({
  leads,
  status,
  sent,
  offline,
  signInHref,
}: QueueState & { offline: 'waiting' | 'ready' | 'none'; signInHref: string }) {
  const count = leads.filter(isWaiting).length
  return (
    <div className="capture-status" role="status">
      <p>
        {status === 'sending' && <Spinner />}
        {status !== 'sending' && <Icon name={count > 0 ? 'upload' : 'ok'} size={18} />}
        <span>{waitingText(count, sent)}</span>
      </p>
      <p className="muted">{offlineTexts[offline]}</p>
      {status === 'signed-out' && (
        <Note kind="warn" title={t('Your session has ended')}>
          {t('Your leads stay on this device and are sent after you sign in.')}{' '}
          <a className="text-link" href={signInHref}>
            {t('Sign in')}
          </a>
        </Note>
      )}
    </div>
  )
}

function waitingText(count: number, sent: number): string {
  if (count > 0)
    return t(
      '{count, plural, one {# waiting. It is sent when there is a connection.} other {# waiting. They are sent when there is a connection.}}',
      { count },
    )
  return sent > 0
    ? t('{sent, plural, one {# lead sent. No leads waiting.} other {# leads sent. No leads waiting.}}', {
        sent,
      })
    : t('No leads waiting.')
}

const offlineTexts = {
  waiting: t('Getting ready to work without a connection…'),
  ready: t('Also works without a connection.'),
  none: t('On this device, this page opens only with a connection. Saved leads are kept until they are sent.'),
}

/** The leads that are on this device only. Refused ones come first, with the reason. */
export function WaitingList({
  leads,
  onOpen,
  onDelete,
}: {
  leads: WaitingLead[]
  onOpen: (lead: WaitingLead) => void
  onDelete: (lead: WaitingLead) => void
}) {
  if (leads.length === 0) return null
  const ordered = leads.toSorted((one, other) => +isWaiting(one) - +isWaiting(other))
  return (
    <section className="stack" data-gap="3" aria-label={t('Not sent yet')}>
      <h2>{t('Not sent yet')}</h2>
      <ul className="stack capture-leads">
        {ordered.map((lead) => (
          <li key={lead.draft.clientId} className="panel" data-refused={lead.refused && ''}>
            <div>
              <strong dir="auto">{leadTitle(lead.draft)}</strong>
              {lead.refused && (
                <p className="field-error">
                  <Icon name="alert" size={16} />
                  {lead.refused}
                </p>
              )}
            </div>
            {isOpen(lead) && <Actions {...{ lead, onOpen, onDelete }} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Actions({
  lead,
  onOpen,
  onDelete,
}: {
  lead: WaitingLead
  onOpen: (lead: WaitingLead) => void
  onDelete: (lead: WaitingLead) => void
}) {
  return (
    <div className="actions">
      <Button size="small" onClick={() => onOpen(lead)}>
        <Icon name="edit" size={16} />
        {t('Edit')} <span className="hidden-text">{leadTitle(lead.draft)}</span>
      </Button>
      <Button kind="danger-text" size="small" onClick={() => onDelete(lead)}>
        <Icon name="trash" size={16} />
        {t('Delete')} <span className="hidden-text">{leadTitle(lead.draft)}</span>
      </Button>
    </div>
  )
}
