import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { initials } from '../../card/initials.ts'
import { mailHref } from '../../card/links.ts'
import { submissionStatuses } from '../../schema/inbox/form.ts'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { useUser } from '../accounts/data/session.ts'
import { errorMessage } from '../api.ts'
import { useCards } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { formatDateTime } from '../ui/format.ts'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { Note } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { contactFilePath, type InboxScope, updateEntry, useEntry } from './data.ts'
import { EntryMore } from './EntryMore.tsx'
import { EntryNote } from './EntryPlan.tsx'
import { entryTitle, namesOfAnswers, originOf, RatingBadge, statusNames } from './entry-text.tsx'
import { EntryDuplicates } from './undo.tsx'

type DetailProps = {
  scope: InboxScope
  /** Tags to suggest. */
  tags: string[]
  id: number | undefined
  /** The entries in the list. */
  shown: Submission[]
  /** Shown above the entry. */
  notice: ReactNode
  onClose: () => void
  onDelete: (entry: Submission) => void
  onMerge: (entries: Submission[]) => void
  /** Opens another entry: one beside it, or the one that it was merged into. */
  onShow: (id: number) => void
}

/** The open entry; while none is open, a hint to select one. */
export function EntryDetail({ id, shown, notice, onClose, onShow, ...opened }: DetailProps) {
  const { entry, error } = useEntry(id)
  // Stays as it is from one entry to the next.
  const [showsMore, setShowsMore] = useState(false)
  useMoved(entry, onShow)
  return (
    <section className="entry-detail" aria-label={t('Submission')} tabIndex={-1}>
      {id && <DetailBar {...{ id, shown, onClose, onShow }} />}
      {notice}
      {!id && <p className="entry-none">{t('Select a submission to read it.')}</p>}
      {id && entry && !entry.mergedInto && (
        <Opened
          key={`${id} ${entry.mergeId}`}
          {...{ entry, showsMore, ...opened }}
          onMore={setShowsMore}
        />
      )}
      {id && !entry && error && (
        <Note kind="bad" title={t('Error loading submission')}>
          {errorMessage(error, t('Something went wrong. Please try again.'))}
        </Note>
      )}
      {id && !entry && !error && (
        <div className="stack entry-skeleton" data-gap="5" role="status" aria-busy="true">
          <span className="hidden-text">{t('Loading submission')}</span>
          <div className="skeleton" />
          <div className="skeleton" />
        </div>
      )}
    </section>
  )
}

type BarProps = Pick<DetailProps, 'shown' | 'onClose' | 'onShow'> & { id: number }

/** Back to the list on narrow screens, and the entries before and after this one in the list. */
function DetailBar({ id, shown, onClose, onShow }: BarProps) {
  const at = shown.findIndex((entry) => entry.id === id)
  const newer = shown[at - 1]
  const older = at < 0 ? undefined : shown[at + 1]
  return (
    <div className="entry-bar">
      <span className="entry-back">
        <Button kind="ghost" onClick={onClose} icon="back">
          {t('All submissions')}
        </Button>
      </span>
      {at >= 0 && shown.length > 1 && (
        <>
          <Button
            kind="ghost"
            label={t('Newer submission')}
            icon="chevron-down"
            data-turned=""
            aria-disabled={!newer}
            onClick={() => newer && onShow(newer.id)}
          />
          <Button
            kind="ghost"
            label={t('Older submission')}
            icon="chevron-down"
            aria-disabled={!older}
            onClick={() => older && onShow(older.id)}
          />
        </>
      )}
    </div>
  )
}

type OpenedProps = Pick<DetailProps, 'scope' | 'tags' | 'onDelete' | 'onMerge'> & {
  entry: Submission
  showsMore: boolean
  onMore: (shows: boolean) => void
}

function Opened({ scope, tags, entry, showsMore, onMore, onDelete, onMerge }: OpenedProps) {
  const { cards } = useCards()
  const isOwn = cards?.some(({ id }) => id === entry.cardId) === true
  const canAssign = isOwn || scope !== 'assigned'
  const { user } = useUser()
  useMarkSeen(entry, isOwn || entry.assigneeId === user?.id)
  return (
    <>
      <Sender entry={entry} />
      <VisitorChange entry={entry} />
      {canAssign && <EntryDuplicates entry={entry} onMerge={onMerge} />}
      <div className="stack">
        <Answers entry={entry} />
        <Origin entry={entry} />
      </div>
      {!entry.withdrawnAt && <EntryReach entry={entry} canAssign={canAssign} />}
      <EntryStatus entry={entry} />
      <EntryNote entry={entry} />
      <EntryMore
        {...{ entry, tags, isOwn, canAssign }}
        open={showsMore}
        onToggle={onMore}
        onDelete={() => onDelete(entry)}
      />
    </>
  )
}

/** The name, which is the heading, with email address and phone number as links. */
function Sender({ entry }: { entry: Submission }) {
  const { rating, withdrawnAt, formData } = entry
  const { email, phone } = formData
  const mail = mailHref(email ?? null)
  const title = entryTitle(entry)
  return (
    <div className="entry-sender">
      {!withdrawnAt && (
        <span className="avatar" aria-hidden="true">
          {initials(title)}
        </span>
      )}
      <div>
        <h2 dir="auto">{title}</h2>
        {email && <span>{mail ? <a href={mail}>{email}</a> : email}</span>}
        {phone && (
          <span dir="ltr">
            <PhoneText phone={phone} />
          </span>
        )}
      </div>
      {rating && <RatingBadge rating={rating} />}
    </div>
  )
}

function EntryStatus({ entry }: { entry: Submission }) {
  const { attempt, failure } = useSubmit(t('Status not saved'))
  return (
    <div className="field entry-status">
      <span className="field-label">{t('Status')}</span>
      <SegmentedControl
        label={t('Status')}
        options={submissionStatuses.map((value) => ({ value, label: statusNames[value] }))}
        value={entry.status}
        onChange={(status) => void attempt(() => updateEntry(entry, { status }))}
      />
      {failure && <Note kind="bad">{failure}</Note>}
    </div>
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

const senderKeys = new Set(['name', 'email', 'phone', 'message'])

/** What they wrote, then the other answers. */
function Answers({ entry }: { entry: Submission }) {
  const names = namesOfAnswers([entry])
  const { message } = entry.formData
  const others = Object.entries(entry.formData).filter(
    ([key, answer]) => !senderKeys.has(key) && answer !== '',
  )
  return (
    <>
      {message && (
        <p className="entry-message" dir="auto">
          {message}
        </p>
      )}
      {others.length > 0 && (
        <dl className="stack entry-answers" data-gap="3">
          {others.map(([key, answer]) => (
            <div key={key}>
              <dt dir="auto">{names[key] ?? key}</dt>
              <dd dir="auto">{answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** One line: how, where and when the person was met, and by whom. */
function Origin({ entry }: { entry: Submission }) {
  const { metAt, capturedAt, capturedBy } = entry
  const at = capturedAt ?? metAt
  const values = { origin: originOf(entry), time: formatDateTime(at) }
  const components = { at: <time dateTime={at} /> }
  return (
    <p className="field-hint">
      {capturedAt ? (
        <Trans
          id="Came from: {origin}, noted by <bdi>{name}</bdi> · <at>{time}</at>"
          values={{ ...values, name: capturedBy ?? t('A former colleague') }}
          components={components}
        />
      ) : (
        <Trans id="Came from: {origin} · <at>{time}</at>" values={values} components={components} />
      )}
    </p>
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

// Loaded later, because they include the phone number rules of every country.
const CallLink = lazyWithTimedPreload(() => import('./CallLink.tsx'), 'CallLink')
const PhoneText = lazyWithTimedPreload(() => import('./CallLink.tsx'), 'PhoneText')

const ReplyDialog = lazyWithTimedPreload(() => import('./ReplyDialog.tsx'), 'ReplyDialog')

/** Ways to get in touch with the sender. Only the card's owner can use its reply templates. */
function EntryReach({ entry, canAssign }: { entry: Submission; canAssign: boolean }) {
  const [replying, setReplying] = useState(false)
  const mail = mailHref(entry.formData.email ?? null)
  const { phone } = entry.formData
  return (
    <div className="entry-reach">
      {mail && canAssign && (
        <Menu text={t('Reply')} kind="primary" icon="reply">
          <MenuItem icon="mail" href={mail}>
            {t('Reply by email')}
          </MenuItem>
          <MenuItem icon="text" onClick={() => setReplying(true)}>
            {t('Reply with a template')}
          </MenuItem>
        </Menu>
      )}
      {mail && !canAssign && (
        <a className="button" data-kind="primary" href={mail}>
          <Icon name="reply" size={18} />
          {t('Reply by email')}
        </a>
      )}
      {phone && <CallLink phone={phone} isPrimary={!mail} />}
      <a className="button" data-kind="secondary" href={contactFilePath(entry.id)}>
        <Icon name="user-plus" size={18} />
        {t('Save as contact')}
      </a>
      {replying && <ReplyDialog entry={entry} onClose={() => setReplying(false)} />}
    </div>
  )
}
