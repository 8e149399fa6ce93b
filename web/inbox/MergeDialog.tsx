import { useState } from 'react'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { mergedOwnerData, mergeError, newestFirst, valuesByKey } from '../../schema/inbox/merge.ts'
import { t, translated } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Dialog, DialogFoot } from '../ui/Dialog.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { formatDateTime } from '../ui/format.ts'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { mergeEntries } from './data.ts'
import { entryTitle, formatDay, namesOfAnswers, ratingNames, statusNames } from './entry-text.tsx'

type MergeProps = {
  /** The submissions to choose from. */
  entries: Submission[]
  onMerged: (merged: Submission) => void
  onClose: () => void
}

/** The id of the submission whose value was chosen, by field. */
type Choice = Record<string, number>

/** Merges submissions of one person: selects which, and previews the result. */
export function MergeDialog({ entries, onMerged, onClose }: MergeProps) {
  const [excluded, setExcluded] = useState<number[]>([])
  const [answers, setAnswers] = useState<Choice>({})
  const [fields, setFields] = useState<Choice>({})
  const { attempt, busy, failure } = useSubmit(t('Failed to merge'))
  const parts = newestFirst(entries.filter(({ id }) => !excluded.includes(id)))
  const error = parts.length < 2 ? tooFewMessage : mergeError(mergedOwnerData(parts))
  const merge = () =>
    attempt(async () => {
      const ids = parts.map(({ id }) => id)
      const shown = sourcesOf(parts.map(answersOf), answers)
      const merged = await mergeEntries({ ids, answers: shown, fields })
      onMerged(merged)
    })
  return (
    <Dialog title={t('Merge submissions')} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && !error) void merge()
        }}
      >
        <div className="dialog-body stack" data-gap="4">
          <Chooser entries={entries} excluded={excluded} onChange={setExcluded} />
          {error && <Note kind="warn">{translated(error)}</Note>}
          {parts.length > 1 && (
            <Preview {...{ parts, answers, fields }} onAnswers={setAnswers} onFields={setFields} />
          )}
          <FailureNote title={t('Failed to merge')} message={failure} />
        </div>
        <DialogFoot action={t('Merge')} busy={busy && t('Merging...')} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

const tooFewMessage = t('Select at least two submissions.')

type ChooserProps = {
  entries: Submission[]
  /** Ids of the entries that are not to be merged. */
  excluded: number[]
  onChange: (excluded: number[]) => void
}

function Chooser({ entries, excluded, onChange }: ChooserProps) {
  return (
    <fieldset className="stack merge-choice" data-gap="2">
      <legend>{t('Submissions')}</legend>
      {newestFirst(entries).map((entry) => (
        <label key={entry.id} className="merge-entry">
          <input
            type="checkbox"
            checked={!excluded.includes(entry.id)}
            onChange={(event) => {
              const others = excluded.filter((id) => id !== entry.id)
              onChange(event.target.checked ? others : [...others, entry.id])
            }}
          />
          <span dir="auto">
            {entryTitle(entry)}{' '}
            <span className="field-hint">
              {formatDateTime(entry.timestamp)} · {entry.cardName}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type PreviewProps = {
  /** Newest first. */
  parts: Submission[]
  answers: Choice
  fields: Choice
  onAnswers: (chosen: Choice) => void
  onFields: (chosen: Choice) => void
}

function Preview({ parts, answers, fields, onAnswers, onFields }: PreviewProps) {
  const merged = mergedOwnerData(parts, fields)
  const assignee = parts.find(({ assigneeId }) => assigneeId !== null)?.assignee
  const met = parts.map(({ metAt }) => metAt).sort()[0] ?? ''
  const rows = [
    [t('When'), formatDateTime(met)],
    [t('Status'), statusNames[merged.status]],
    [t('Rating'), merged.rating && ratingNames[merged.rating]],
    [t('Follow up on'), merged.followUpOn && formatDay(merged.followUpOn)],
    [t('Tags'), merged.tags.join(', ')],
    [t('Assigned to'), assignee],
    [t('Note'), merged.note],
  ] as const
  return (
    <section className="stack merge-preview" data-gap="3" aria-label={t('Merged submission')}>
      <h3>{t('Merged submission')}</h3>
      <Values
        labels={namesOfAnswers(parts)}
        parts={parts.map(answersOf)}
        chosen={answers}
        onChoose={onAnswers}
      />
      <Values labels={{}} parts={parts.map(fieldsOf)} chosen={fields} onChoose={onFields} />
      <dl className="stack entry-answers" data-gap="3">
        {rows.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

const answersOf = ({ id, formData }: Submission) => ({ id, values: formData })
const fieldsOf = ({ id, fields }: Submission) => ({ id, values: fields })

type Valued = { id: number; values: Record<string, string | number> }

type ValuesProps = {
  labels: Record<string, string>
  parts: Valued[]
  chosen: Choice
  onChoose: (chosen: Choice) => void
}

/** The newest value of each field; where values differ, a select to choose another one. */
function Values({ labels, parts, chosen, onChoose }: ValuesProps) {
  const shown = sourcesOf(parts, chosen)
  return [...valuesByKey(parts)].map(([key, values]) => {
    const label = labels[key] ?? key
    if (values.length > 1)
      return (
        <SelectField
          key={key}
          label={label}
          value={String(shown[key])}
          options={values.map(({ id, value }) => ({ value: String(id), label: String(value) }))}
          onChange={(id) => onChoose({ ...chosen, [key]: Number(id) })}
        />
      )
    return (
      <dl key={key} className="entry-answers">
        <dt dir="auto">{label}</dt>
        <dd dir="auto">{values[0]?.value}</dd>
      </dl>
    )
  })
}

/** Returns the submission that supplies each value: the chosen one if it is still selected, else the newest. */
function sourcesOf(parts: Valued[], chosen: Choice): Choice {
  return Object.fromEntries(
    [...valuesByKey(parts)].map(([key, values]) => {
      const wanted = values.find(({ id }) => id === chosen[key])
      return [key, (wanted ?? values[0])?.id ?? 0]
    }),
  )
}
