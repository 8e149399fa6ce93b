import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import {
  maxReplyTemplates,
  placeholders,
  type ReplyTemplate,
  ReplyTemplates,
  unknownPlaceholders,
} from '../../../schema/reply-template.ts'
import { saveReplyTemplates } from '../../data/reply-templates.ts'
import { t, translated } from '../../messages/t.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { FailureNote, Note } from '../../ui/Notes.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Row = ReplyTemplate & { key: number }

type TemplatesProps = { cardId: number; templates: ReplyTemplate[]; onClose: () => void }

/** Adds, changes and removes the texts to answer submissions. */
export function ReplyTemplatesDialog({ cardId, templates, onClose }: TemplatesProps) {
  const [rows, setRows] = useState<Row[]>(() =>
    templates.length > 0
      ? templates.map((template, key) => ({ ...template, key }))
      : [{ name: '', subject: '', body: '', key: 0 }],
  )
  const [invalid, setInvalid] = useState<string>()
  const { attempt, busy, failure } = useSubmit(t('Templates not saved'))
  const change = (key: number, to: Partial<Row>) => {
    setInvalid(undefined)
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)))
  }
  const save = () => {
    const sent = { templates: rows.map(({ name, subject, body }) => ({ name, subject, body })) }
    const parsed = ReplyTemplates.safeParse(sent)
    setInvalid(parsed.success ? undefined : parsed.error.issues[0]?.message)
    if (parsed.success)
      void attempt(async () => {
        await saveReplyTemplates(cardId, parsed.data)
        onClose()
      })
  }
  return (
    <Dialog title={t('Reply templates')} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) save()
        }}
      >
        <div className="dialog-body stack" data-gap="4">
          <p className="muted">
            {t('These are replaced in subject and text:')}{' '}
            {placeholders.map((name) => (
              <span key={name}>
                <code>{`{${name}}`}</code>{' '}
              </span>
            ))}
          </p>
          <FailureNote title={t('Templates not saved')} message={failure} />
          {rows.map((row) => (
            <TemplateRow
              key={row.key}
              row={row}
              onChange={(to) => change(row.key, to)}
              onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
            />
          ))}
          {rows.length < maxReplyTemplates && (
            <Button
              onClick={() =>
                setRows([...rows, { name: '', subject: '', body: '', key: Date.now() }])
              }
            >
              <Icon name="plus" size={18} />
              {t('Add a template')}
            </Button>
          )}
          {invalid && <Note kind="bad">{translated(invalid)}</Note>}
        </div>
        <DialogFoot busy={busy && t('Saving...')} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

type RowProps = { row: Row; onChange: (to: Partial<Row>) => void; onRemove: () => void }

function TemplateRow({ row: { name, subject, body }, onChange, onRemove }: RowProps) {
  return (
    <fieldset className="stack own-field reply-template" data-gap="3">
      <legend className="hidden-text">{name || t('New template')}</legend>
      <div className="reply-template-name">
        <TextField
          label={t('Name')}
          autoComplete="off"
          value={name}
          onChange={(text) => onChange({ name: text })}
        />
        <Button kind="ghost" label={t('Remove {name}', { name })} onClick={onRemove}>
          <Icon name="trash" size={18} />
        </Button>
      </div>
      <TextField
        label={t('Subject')}
        value={subject}
        error={unknownIn(subject)}
        onChange={(text) => onChange({ subject: text })}
      />
      <TextField
        label={t('Text')}
        multiline={6}
        value={body}
        error={unknownIn(body)}
        onChange={(text) => onChange({ body: text })}
      />
    </fieldset>
  )
}

function unknownIn(text: string): string | undefined {
  const [first] = unknownPlaceholders(text)
  if (first === undefined) return undefined
  return t('{placeholder} is not a placeholder.', { placeholder: `{${first}}` })
}
