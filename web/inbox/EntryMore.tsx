import { useSyncExternalStore } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { submissionStatuses } from '../../schema/inbox/form.ts'
import type { Submission } from '../../schema/inbox/inbox.ts'
import type { TimelineItem } from '../../schema/inbox/merge.ts'
import { errorMessage } from '../api.ts'
import { t, translated } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { deviceName, placeName } from '../ui/charts/breakdown.ts'
import { formatDateTime } from '../ui/format.ts'
import { Note } from '../ui/Notes.tsx'
import { useTimeline } from './data.ts'
import { EntryFields } from './EntryFields.tsx'
import { EntryPlan } from './EntryPlan.tsx'
import { formatDay, statusNames } from './entry-text.tsx'
import { onUnsavedEdits, unsavedEdits } from './unsaved-edits.ts'

type MoreProps = {
  entry: Submission
  /** Tags to suggest. */
  tags: string[]
  /** Whether the card is the viewer's own. */
  isOwn: boolean
  /** Whether the viewer may assign and delete the entry. */
  canAssign: boolean
  open: boolean
  onToggle: (open: boolean) => void
  onDelete: () => void
}

/** A folded section with the follow-up, tags, fields, visit and timeline of an entry, below a summary of the values set in it. */
export function EntryMore({ open, onToggle, onDelete, canAssign, ...shown }: MoreProps) {
  const { entry, tags, isOwn } = shown
  const hasFailed = useHasFailed(entry.id)
  const isOpen = open || hasFailed
  return (
    <div className="stack">
      <Summary entry={entry} />
      <details
        className="entry-more"
        open={isOpen}
        onToggle={(event) => onToggle(event.currentTarget.open)}
      >
        <summary>
          <Icon name="chevron-right" size={16} />
          <span>
            <b>{t('More')}</b>
            <small className="clipped">
              {canAssign
                ? t('Follow up, tags, colleague, own fields, timeline')
                : t('Follow up, tags, details')}
            </small>
          </span>
        </summary>
        <div className="stack entry-more-content" data-gap="5">
          <EntryPlan entry={entry} tags={tags} canAssign={canAssign} />
          <EntryFields entry={entry} isOwn={isOwn} />
          {/* A lead captured in booth mode has no visit. */}
          {!entry.capturedAt && <Visit entry={entry} />}
          {canAssign && (
            <div className="entry-end">
              <Button kind="danger-text" onClick={onDelete} icon="trash">
                {t('Delete submission')}
              </Button>
            </div>
          )}
          {/* Last, because it grows when it is loaded. */}
          {canAssign && <Timeline id={isOpen ? entry.id : undefined} />}
        </div>
      </details>
    </div>
  )
}

/** Whether a value in this section could not be saved. The note is above the section. */
function useHasFailed(id: number): boolean {
  const edits = useSyncExternalStore(onUnsavedEdits, unsavedEdits)
  return edits.some(({ entryId, field, failed }) => failed && entryId === id && field !== 'note')
}

function Summary({ entry }: { entry: Submission }) {
  const { followUpOn, tags, assigneeId, assignee, fields } = entry
  const parts = [
    followUpOn && t('Follow up {day}', { day: formatDay(followUpOn) }),
    tags.length > 0 && t('Tags: {tags}', { tags: tags.join(', ') }),
    assigneeId !== null && t('Assigned to {name}', { name: assignee ?? t('A former colleague') }),
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <p className="entry-summary" dir="auto">
      {parts.join(' · ')}
    </p>
  )
}

/** Where the visitor was, and with which device. */
function Visit({ entry: { place, device } }: { entry: Submission }) {
  return (
    <dl className="entry-visit">
      <dt>{t('Location')}</dt>
      <dd>{placeName(place)}</dd>
      <dt>{t('Device')}</dt>
      <dd>{deviceName(device)}</dd>
    </dl>
  )
}

/** The history of the person; loaded once there is an id. */
function Timeline({ id }: { id: number | undefined }) {
  const { items, error } = useTimeline(id)
  return (
    <div className="entry-timeline">
      <h3>{t('Timeline')}</h3>
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
        {t('Views, clicks and saves are anonymous, so they are not listed.')}
      </p>
    </div>
  )
}

function sentenceOf({ kind, actor, detail }: TimelineItem): string {
  const by = actor ?? t('A former colleague')
  // `detail` depends on the kind. A place is a source, which is translated, or the name of an event or share point.
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
