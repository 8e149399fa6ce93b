import { useEffect, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { language } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { Button, Spinner } from '../ui/Button.tsx'
import { Note } from '../ui/Notes.tsx'
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
  const refused = leads.length - count
  return (
    <div className="capture-status" role="status">
      <p>
        {status === 'sending' && <Spinner />}
        {status !== 'sending' && <Icon name={iconOf(count, refused)} size={18} />}
        <span>{statusText({ count, refused, sent })}</span>
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

function iconOf(count: number, refused: number) {
  if (count > 0) return 'upload'
  return refused > 0 ? 'alert' : 'ok'
}

function statusText({ count, refused, sent }: Record<'count' | 'refused' | 'sent', number>) {
  if (count > 0)
    return t(
      '{count, plural, one {# waiting. It is sent when there is a connection.} other {# waiting. They are sent when there is a connection.}}',
      { count },
    )
  if (refused > 0)
    return t(
      '{refused, plural, one {# lead was refused. Correct it below.} other {# leads were refused. Correct them below.}}',
      { refused },
    )
  return sent > 0
    ? t(
        '{sent, plural, one {# lead sent. No leads waiting.} other {# leads sent. No leads waiting.}}',
        {
          sent,
        },
      )
    : t('No leads waiting.')
}

const offlineTexts = {
  waiting: t('Getting ready to work without a connection...'),
  ready: t('Also works without a connection.'),
  none: t(
    'On this device, this page opens only with a connection. Saved leads are kept until they are sent.',
  ),
}

/** Leads that are only on this device. Refused ones come first, with the reason. */
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
        {t('Edit')} <bdi className="hidden-text">{leadTitle(lead.draft)}</bdi>
      </Button>
      <Button kind="danger-text" size="small" onClick={() => onDelete(lead)}>
        <Icon name="trash" size={16} />
        {t('Delete')} <bdi className="hidden-text">{leadTitle(lead.draft)}</bdi>
      </Button>
    </div>
  )
}

/** Whether this device can open booth mode offline; `waiting` while its files are being stored. */
export function useOfflineCopy(): 'waiting' | 'ready' | 'none' {
  const [state, setState] = useState<'waiting' | 'ready' | 'none'>('waiting')
  useEffect(() => {
    let left = false
    keepFiles().then(
      () => left || setState('ready'),
      () => left || setState('none'),
    )
    return () => {
      left = true
    }
  }, [])
  return state
}

/** Has the service worker store the files of booth mode; throws without a service worker or if a file fails to load. */
async function keepFiles(): Promise<void> {
  if (!import.meta.env.PROD || !product.serviceWorker) throw new Error('No service worker')
  const registration = await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  if (await storesFiles(active)) return
  // The service worker may be older than this page.
  if (!(await storesFiles(await newerWorker(registration)))) throw new Error('Not stored')
}

/** The worker of the latest build once it is installed. */
async function newerWorker(registration: ServiceWorkerRegistration) {
  await registration.update()
  const { installing } = registration
  if (installing)
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => resolve(), { once: true })
    })
  return registration.waiting ?? registration.active
}

// The files are 8 MB. An older service worker does not answer.
const maxWaitMs = 120_000

async function storesFiles(worker: ServiceWorker | null): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setTimeout(() => resolve(false), worker ? maxWaitMs : 0)
  port1.onmessage = ({ data }) => resolve(data === true)
  worker?.postMessage({ keepCapture: language }, [port2])
  const isStored = await promise
  port1.close()
  return isStored
}

/** True if the browser may delete stored data to free space; false if it may not, or does not tell. */
export async function mayBeEvicted(): Promise<boolean> {
  // Called only when there is data to keep, because some browsers ask the user.
  return (await navigator.storage?.persist?.().catch(() => undefined)) === false
}
