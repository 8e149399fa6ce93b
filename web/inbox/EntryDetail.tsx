import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { mailHref } from '../../card/links.ts'
import { submissionStatuses } from '../../schema/inbox/form.ts'
import { type Submission, sourceName } from '../../schema/inbox/inbox.ts'
import type { TimelineItem } from '../../schema/inbox/merge.ts'
import { useUser } from '../accounts/data/session.ts'
import { errorMessage } from '../api.ts'
import { useCards } from '../cards/data.ts'
import { t, translated } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { deviceName, placeName } from '../ui/charts/breakdown.ts'
import { formatDateTime } from '../ui/format.ts'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { Note } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { contactFilePath, type InboxScope, updateEntry, useEntry, useTimeline } from './data.ts'
import { EntryFields } from './EntryFields.tsx'
import { EntryNote, EntryPlan } from './EntryPlan.tsx'
import { entryTitle, namesOfAnswers, RatingBadge, statusNames } from './entry-text.tsx'
import { EntryDuplicates } from './undo.tsx'

type DetailProps = {
  scope: InboxScope
  /** Tags to suggest. */
  tags: string[]
  id: number | undefined
  /** Shown above the entry. */
  notice: ReactNode
  onClose: () => void
  onDelete: (entry: Submission) => void
  onMerge: (entries: Submission[]) => void
  /** Opens the entry that this one was merged into. */
  onMoved: (id: number) => void
}

/** The open entry; while none is open, a hint to select one. */
export function EntryDetail({ id, notice, onClose, onMoved, ...opened }: DetailProps) {
  const { entry, error } = useEntry(id)
  useMoved(entry, onMoved)
  return (
    <section
      className="panel stack entry-detail"
      data-gap="5"
      aria-label={t('Submission')}
      tabIndex={-1}
    >
      {id && (
        <div className="entry-back">
          <Button kind="ghost" onClick={onClose} icon="back">
            {t('All submissions')}
          </Button>
        </div>
      )}
      {notice}
      {!id && <p className="entry-none">{t('Select a submission to read it.')}</p>}
      {id && entry && !entry.mergedInto && (
        <Opened key={`${id} ${entry.mergeId}`} entry={entry} {...opened} />
      )}
      {id && !entry && error && (
        <Note kind="bad" title={t('Error loading submission')}>
          {errorMessage(error, t('Something went wrong. Please try again.'))}
        </Note>
      )}
      {id && !entry && !error && (
        <div className="stack inbox-skeleton" role="status" aria-busy="true">
          <span className="hidden-text">{t('Loading submission')}</span>
          <div className="skeleton" />
          <div className="skeleton" />
        </div>
      )}
    </section>
  )
}

type OpenedProps = Omit<DetailProps, 'id' | 'notice' | 'onClose' | 'onMoved'> & {
  entry: Submission
}

function Opened({ scope, tags, entry, onDelete, onMerge }: OpenedProps) {
  const { cards } = useCards()
  const isOwn = cards?.some(({ id }) => id === entry.cardId) === true
  const canAssign = isOwn || scope !== 'assigned'
  const { attempt, failure } = useSubmit(t('Status not saved'))
  const { user } = useUser()
  useMarkSeen(entry, isOwn || entry.assigneeId === user?.id)
  return (
    <>
      <h2 dir="auto">{entryTitle(entry)}</h2>
      {entry.rating && (
        <p>
          <RatingBadge rating={entry.rating} />
        </p>
      )}
      <VisitorChange entry={entry} />
      {canAssign && <EntryDuplicates entry={entry} onMerge={onMerge} />}
      {!entry.withdrawnAt && <EntryReach entry={entry} canAssign={canAssign} />}
      <Answers entry={entry} />
      <Encounter entry={entry} />
      <div className="stack entry-file" data-gap="4">
        <div className="field">
          <span className="field-label">{t('Status')}</span>
          <SegmentedControl
            label={t('Status')}
            options={submissionStatuses.map((value) => ({ value, label: statusNames[value] }))}
            value={entry.status}
            onChange={(status) => void attempt(() => updateEntry(entry, { status }))}
          />
          {failure && <Note kind="bad">{failure}</Note>}
        </div>
        <EntryPlan entry={entry} tags={tags} canAssign={canAssign} />
        <EntryFields entry={entry} isOwn={isOwn} />
        <EntryNote entry={entry} />
      </div>
      {canAssign && <EntryTimeline id={entry.id} />}
      {canAssign && (
        <div className="entry-end">
          <Button kind="danger-text" onClick={() => onDelete(entry)} icon="trash">
            {t('Delete submission')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Says when the visitor corrected or deleted the entry through their private link. Renders nothing if they did not. */
function VisitorChange({ entry: { revisedAt, withdrawnAt } }: { entry: Submission }) {
  const at = withdrawnAt ?? revisedAt
  if (!at) return null
  const values = { date: formatDateTime(at) }
  return (
    <Note kind="warn">
      {withdrawnAt
        ? t('The visitor deleted this on {date}.', values)
        : t('The visitor corrected this on {date}.', values)}
    </Note>
  )
}

/** The answers, without the name, which is the heading. */
function Answers({ entry }: { entry: Submission }) {
  const names = namesOfAnswers([entry])
  return (
    <dl className="stack entry-answers" data-gap="4">
      {Object.entries(entry.formData)
        .filter(([key, answer]) => key !== 'name' && answer !== '')
        .map(([key, answer]) => (
          <div key={key}>
            <dt dir="auto">{names[key] ?? key}</dt>
            <dd dir="auto">{answer}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Where and when the person was met, and by whom or with which device. */
function Encounter({ entry }: { entry: Submission }) {
  const { source, sharePoint, event, metAt, place, device, capturedAt, capturedBy } = entry
  const at = capturedAt ?? metAt
  return (
    <dl className="entry-met">
      <div>
        <dt>{t('Where we met')}</dt>
        <dd>{[event, sharePoint || translated(sourceName(source))].filter(Boolean).join(', ')}</dd>
      </div>
      <div>
        <dt>{t('When')}</dt>
        <dd>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </dd>
      </div>
      {capturedAt ? (
        <div>
          <dt>{t('Captured by')}</dt>
          <dd dir="auto">{capturedBy ?? t('A former colleague')}</dd>
        </div>
      ) : (
        <>
          <div>
            <dt>{t('Location')}</dt>
            <dd>{placeName(place)}</dd>
          </div>
          <div>
            <dt>{t('Device')}</dt>
            <dd>{deviceName(device)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}

/** Opens the entry that this one was merged into, if any. */
function useMoved(entry: Submission | undefined, onMoved: (id: number) => void): void {
  const move = useEffectEvent(onMoved)
  const to = entry?.mergedInto
  useEffect(() => {
    if (to) move(to)
  }, [to])
}

/** Marks a new entry as seen once its owner or assignee has opened it; does nothing for other viewers. */
function useMarkSeen(entry: Submission, isReader: boolean): void {
  const open = useEffectEvent(() => {
    // If this fails, the entry stays new.
    if (entry.status === 'new') updateEntry(entry, { read: true }).catch(() => {})
  })
  useEffect(() => {
    if (isReader) open()
  }, [isReader])
}

// Loaded later, because it includes the phone number rules of every country.
const CallLink = lazyWithTimedPreload(() => import('./CallLink.tsx'), 'CallLink')

const ReplyDialog = lazyWithTimedPreload(() => import('./ReplyDialog.tsx'), 'ReplyDialog')

/** Ways to get in touch with the sender. Only the card's owner can use its reply templates. */
function EntryReach({ entry, canAssign }: { entry: Submission; canAssign: boolean }) {
  const [replying, setReplying] = useState(false)
  const mail = mailHref(entry.formData.email ?? null)
  const { phone } = entry.formData
  return (
    <div className="actions entry-reach">
      {mail && (
        <a className="button" data-kind="primary" href={mail}>
          <Icon name="mail" size={18} />
          {t('Reply by email')}
        </a>
      )}
      {mail && canAssign && (
        <Button aria-haspopup="dialog" onClick={() => setReplying(true)} icon="mail">
          {t('Reply with a template')}
        </Button>
      )}
      {phone && <CallLink phone={phone} />}
      <a className="button" data-kind="secondary" href={contactFilePath(entry.id)}>
        <Icon name="user-plus" size={18} />
        {t('Save as contact')}
      </a>
      {replying && <ReplyDialog entry={entry} onClose={() => setReplying(false)} />}
    </div>
  )
}

/** The history of the person, loaded when the section is opened. */
function EntryTimeline({ id }: { id: number }) {
  const [open, setOpen] = useState(false)
  const { items, error } = useTimeline(open ? id : undefined)
  return (
    <details
      className="inbox-filters entry-timeline"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('Timeline')}</summary>
      {error && (
        <Note kind="bad">{errorMessage(error, t('Something went wrong. Please try again.'))}</Note>
      )}
      {items && (
        <ol className="stack" data-gap="3">
          {items.map((item) => (
            <li key={`${item.at} ${item.kind} ${item.entryId}`}>
              <span dir="auto">{sentenceOf(item)}</span>
              <time className="field-hint" dateTime={item.at}>
                {formatDateTime(item.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
      <p className="field-hint">
        {t('Views, clicks and saves are counted without knowing whose they are.')}
      </p>
    </details>
  )
}

function sentenceOf({ kind, actor, detail }: TimelineItem): string {
  const by = actor ?? t('A former colleague')
  const where = translated(detail ?? '')
  const status = submissionStatuses.find((one) => one === detail)
  const sentences: Record<TimelineItem['kind'], () => string> = {
    sent: () => t('Wrote to you ({where})', { where }),
    captured: () => t('Met by {by} ({where})', { by, where }),
    corrected: () => t('Corrected what they sent'),
    note: () => t('{by} changed the note', { by }),
    status: () =>
      t('{by} set the status to {status}', { by, status: status ? statusNames[status] : where }),
    followUpOn: () => t('{by} changed the follow-up', { by }),
    tags: () => t('{by} changed the tags', { by }),
    fields: () => t('{by} changed your fields', { by }),
    assigned: () => t('{by} assigned it to {colleague}', { by, colleague: detail ?? '' }),
    unassigned: () => t('{by} ended the assignment', { by }),
    merged: () => t('{by} merged submissions', { by }),
    split: () => t('{by} split submissions', { by }),
  }
  return sentences[kind]()
}
