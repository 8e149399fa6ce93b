import { useEffect, useEffectEvent } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { mailHref, telHref } from '../../../card/links.ts'
import type { Card } from '../../../schema/card.ts'
import { answerLabels, submissionStatuses } from '../../../schema/form.ts'
import { type Submission, sourceName, submitterName } from '../../../schema/inbox.ts'
import { errorMessage } from '../../api.ts'
import { contactFilePath, updateEntry, useEntry } from '../../data/inbox.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format-date.ts'
import { Note } from '../../ui/Notes.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { statusNames } from './EntryList.tsx'
import { EntryNote } from './EntryNote.tsx'

type DetailProps = {
  card: Card
  id: number | undefined
  onClose: () => void
  onDelete: (entry: Submission) => void
}

/** The open entry, or a placeholder. */
export function EntryDetail({ card, id, onClose, onDelete }: DetailProps) {
  const { entry, error } = useEntry(id)
  return (
    <section
      className="panel stack entry-detail"
      data-gap="5"
      aria-label="Submission"
      tabIndex={-1}
    >
      {id && (
        <div className="entry-back">
          <Button kind="ghost" onClick={onClose}>
            <Icon name="back" size={18} />
            All submissions
          </Button>
        </div>
      )}
      {!id && <p className="entry-none">Select a submission to read it.</p>}
      {id && entry && <Opened key={id} {...{ card, entry, onDelete }} />}
      {id && !entry && error && (
        <Note kind="bad" title="Error loading submission">
          {errorMessage(error, 'Something went wrong. Please try again.')}
        </Note>
      )}
      {id && !entry && !error && (
        <div className="stack inbox-skeleton" role="status" aria-busy="true">
          <span className="hidden-text">Loading submission</span>
          <div className="skeleton" />
          <div className="skeleton" />
        </div>
      )}
    </section>
  )
}

type OpenedProps = Pick<DetailProps, 'card' | 'onDelete'> & { entry: Submission }

function Opened({ card, entry, onDelete }: OpenedProps) {
  const { attempt, failure } = useSubmit('Status not saved')
  useMarkSeen(entry)
  return (
    <>
      <h2 dir="auto">{submitterName(entry.formData)}</h2>
      <Reach entry={entry} />
      <Answers card={card} entry={entry} />
      <Met entry={entry} />
      <div className="stack entry-file" data-gap="4">
        <div className="field">
          <span className="field-label">Status</span>
          <SegmentedControl
            label="Status"
            options={submissionStatuses.map((value) => ({ value, label: statusNames[value] }))}
            value={entry.status}
            onChange={(status) => void attempt(() => updateEntry(entry, { status }))}
          />
          {failure && <Note kind="bad">{failure}</Note>}
        </div>
        <EntryNote entry={entry} />
      </div>
      <div className="entry-end">
        <Button kind="danger-text" onClick={() => onDelete(entry)}>
          <Icon name="trash" size={18} />
          Delete submission
        </Button>
      </div>
    </>
  )
}

function Reach({ entry: { id, formData } }: { entry: Submission }) {
  const mail = mailHref(formData.email ?? null)
  const call = telHref(formData.phone ?? null)
  return (
    <div className="actions entry-reach">
      {mail && (
        <a className="button" data-kind="primary" href={mail}>
          <Icon name="mail" size={18} />
          Reply by email
        </a>
      )}
      {call && (
        <a className="button" data-kind="secondary" href={call}>
          <Icon name="phone" size={18} />
          Call
        </a>
      )}
      <a className="button" data-kind="secondary" href={contactFilePath(id)}>
        <Icon name="user-plus" size={18} />
        Save as contact
      </a>
    </div>
  )
}

/** Answers with the form's labels; the name is already the heading. */
function Answers({ card, entry: { formData } }: { card: Card; entry: Submission }) {
  const labels = answerLabels(card.formConfig)
  return (
    <dl className="stack entry-answers" data-gap="4">
      {Object.entries(formData)
        .filter(([key, answer]) => key !== 'name' && answer !== '')
        .map(([key, answer]) => (
          <div key={key}>
            <dt dir="auto">{labels[key] ?? key}</dt>
            <dd dir="auto">{answer}</dd>
          </div>
        ))}
    </dl>
  )
}

function Met({ entry: { source, sharePoint, timestamp, place, device } }: { entry: Submission }) {
  return (
    <dl className="entry-met">
      <div>
        <dt>Where we met</dt>
        <dd>{sourceName(source, sharePoint)}</dd>
      </div>
      <div>
        <dt>When</dt>
        <dd>
          <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
        </dd>
      </div>
      <div>
        <dt>Location</dt>
        <dd>{place}</dd>
      </div>
      <div>
        <dt>Device</dt>
        <dd>{device}</dd>
      </div>
    </dl>
  )
}

/** Marks a new entry as seen on the server. If that fails, it only stays new. */
function useMarkSeen(entry: Submission): void {
  const open = useEffectEvent(() => {
    if (entry.status === 'new') updateEntry(entry, { status: 'seen' }).catch(() => {})
  })
  useEffect(() => open(), [])
}
