import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { Brand, Loading } from '../shell/Brand.tsx'
import { lazyWithTimedPreload, Nothing } from '../ui/lazyWithPreload.tsx'
import { EmptyState, Note } from '../ui/Notes.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { infoToast } from '../ui/toasts.ts'
import { type Booth, linkedIds, useBooth, useCards, usePlace, useQueue } from './booth.ts'
import { useDraft } from './draft-slot.ts'
import { LeadForm, PlaceFields } from './LeadForm.tsx'
import type { DraftError, LeadDraft, Place, WaitingLead } from './lead-draft.ts'
import { draftError, isEmpty } from './lead-draft.ts'
import { mayBeEvicted, QueueStatus, useOfflineCopy, WaitingList } from './WaitingList.tsx'

// Scanning is loaded after the form.
const ScanButtons = lazyWithTimedPreload(
  // Left out if the script cannot be loaded: the form works without it.
  () => import('./scan/ScanButtons.tsx').catch(() => ({ ScanButtons: Nothing })),
  'ScanButtons',
  // As high as the buttons, so that the form below does not move.
  <div className="capture-scan">
    <span />
    <span />
  </div>,
)

/** Booth mode: staff capture leads, with or without a connection. A separate document. */
export function renderCapture(root: Element): void {
  createRoot(root).render(<CapturePage />)
}

function CapturePage() {
  const booth = useBooth()
  return (
    <>
      <header className="top-bar capture-bar">
        <a className="button" data-kind="ghost" href="/dashboard">
          <Icon name="back" size={18} />
          <span className="hidden-text">{t('Back to dashboard')}</span>
        </a>
        <Brand />
      </header>
      <main className="capture" id="main">
        <h1>{t('Booth mode')}</h1>
        {booth === 'loading' && <Loading />}
        {booth === 'signed-out' && <SignedOut />}
        {booth === 'blocked' && <Blocked />}
        {typeof booth === 'object' && <Capture booth={booth} />}
      </main>
      <Toasts />
    </>
  )
}

function SignedOut() {
  return (
    <EmptyState
      icon="lock"
      title={t('Sign in to continue')}
      text={t('You need a connection to sign in. Unsent leads stay on this device.')}
    >
      <a className="button" data-kind="primary" href={signInHref()}>
        {t('Sign in')}
      </a>
    </EmptyState>
  )
}

function signInHref(): string {
  return `/auth?${new URLSearchParams({ next: location.pathname + location.search })}`
}

function Blocked() {
  return (
    <Note kind="bad" title={t('This browser cannot store leads')}>
      {t(
        'Booth mode keeps leads on the device until they are sent. Private windows and some browser settings prevent this. Open {name} in a normal window, over HTTPS.',
        { name: product.name },
      )}
    </Note>
  )
}

function Capture({ booth }: { booth: Booth }) {
  const { cards, failed } = useCards(booth, linkedIds().cardId)
  const { place, card, event, change: changePlace } = usePlace(booth, cards)
  const queue = useQueue(booth.queue)
  const offline = useOfflineCopy()
  if (!cards && !failed) return <Loading />
  if (!place || !card) return <NoCard known={cards !== undefined} />
  return (
    <>
      <QueueStatus {...queue} offline={offline} signInHref={signInHref()} />
      <PlaceFields cards={cards ?? []} card={card} place={place} onChange={changePlace} />
      <Lead
        booth={booth}
        place={place}
        questions={event?.questions.length ? event.questions : card.form.questions}
        consent={card.form.consent}
        leads={queue.leads}
        onPlace={changePlace}
      />
    </>
  )
}

function NoCard({ known }: { known: boolean }) {
  return known ? (
    <EmptyState
      icon="badge"
      title={t('No card to capture leads for')}
      text={t('Leads arrive in the inbox of a card. Create a card first.')}
    >
      <a className="button" data-kind="primary" href="/dashboard">
        {t('Go to Dashboard')}
      </a>
    </EmptyState>
  ) : (
    <Note kind="bad" title={t('Your cards are not stored on this device yet')}>
      {t('Open booth mode once with a connection. After that, it also works without one.')}
    </Note>
  )
}

type LeadProps = {
  booth: Booth
  place: Place
  questions: string[]
  consent: string
  leads: WaitingLead[]
  onPlace: (place: Place) => void
}

/** The lead that is being typed, and those that wait. */
function Lead({ booth, place, questions, consent, leads, onPlace }: LeadProps) {
  const [reading, setReading] = useState(false)
  const lead = useLead(booth, place, reading)
  const { draft, error, failed, evictable } = lead
  const open = async (waiting: WaitingLead) => {
    if (await lead.open(waiting)) onPlace(waiting.place)
  }
  return (
    <>
      {failed && (
        <Note kind="bad" title={t('Lead not saved')}>
          {t('This device has no space left. Free up some space, then save again.')}
        </Note>
      )}
      <ScanButtons
        key={draft.clientId}
        draft={draft}
        onChange={lead.update}
        onReading={setReading}
      />
      <LeadForm
        {...{ draft, questions, consent, error, reading }}
        onChange={lead.edit}
        onSave={lead.save}
        onClear={lead.clear}
      />
      {evictable && leads.length > 0 && (
        <Note kind="warn" title={t('Send your leads soon')}>
          {t('This browser may delete stored data when the device runs out of space.')}
        </Note>
      )}
      <WaitingList
        leads={leads}
        onOpen={(waiting) => void open(waiting)}
        onDelete={(waiting) => void booth.queue.remove(waiting)}
      />
    </>
  )
}

/** The draft, and functions that save it, clear it, or replace it with a waiting lead. */
function useLead(booth: Booth, place: Place, reading: boolean) {
  const { slot } = booth.left.draft
  const { draft, change, latest, update, clear, next, stored } = useDraft(
    booth.store,
    booth.left.draft,
  )
  const [error, setError] = useState<DraftError>()
  const [evictable, setEvictable] = useState(false)
  const [failed, setFailed] = useState(false)
  const saving = useRef<Promise<boolean>>(undefined)
  const edit = (edited: LeadDraft) => {
    setError(undefined)
    change(edited)
  }
  const save = () => {
    // A press while a lead is being stored saves what was typed since, if anything.
    const saved = saving.current?.then(() => isEmpty(latest()) || store()) ?? store()
    saving.current = saved
    void saved.then(() => {
      if (saving.current === saved) saving.current = undefined
    })
    return saved
  }
  /** Resolves to whether the lead is stored and nothing else is typed. */
  const store = async () => {
    const typed = latest()
    const found = draftError(typed, place)
    setError(found)
    if (found || reading) return false
    try {
      // A late write of the draft would put the lead back into the slot.
      await stored()
      await booth.queue.add(typed, place, slot)
    } catch {
      setFailed(true)
      return false
    }
    setFailed(false)
    next(typed)
    void mayBeEvicted().then(setEvictable)
    return isEmpty(latest())
  }
  /** Resolves to whether the waiting lead is the draft now. */
  const open = async (lead: WaitingLead) => {
    if (!isEmpty(draft)) {
      infoToast(t('Save or clear the current lead first'))
      return false
    }
    await stored()
    if (!(await booth.queue.remove(lead, slot))) return false
    edit(lead.draft)
    scrollTo(0, 0)
    return true
  }
  return {
    ...{ draft, error, failed, evictable, edit, save, open },
    /** Changes the draft, unless it is already another lead. */
    update: (edited: (typed: LeadDraft) => LeadDraft) => {
      setError(undefined)
      update(draft.clientId, edited)
    },
    clear: () => {
      setError(undefined)
      clear()
    },
  }
}
