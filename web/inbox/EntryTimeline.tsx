import { useState } from 'react'
import { submissionStatuses } from '../../schema/inbox/form.ts'
import type { TimelineItem } from '../../schema/inbox/merge.ts'
import { errorMessage } from '../api.ts'
import { t, translated } from '../messages/t.ts'
import { formatDateTime } from '../ui/format.ts'
import { Note } from '../ui/Notes.tsx'
import { statusNames } from './EntryList.tsx'
import { useTimeline } from './merges.ts'

/** What happened with the person: loaded when it is unfolded. */
export function EntryTimeline({ id }: { id: number }) {
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
