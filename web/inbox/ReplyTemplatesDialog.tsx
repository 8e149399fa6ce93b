import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import {
  maxReplyTemplates,
  placeholders,
  type ReplyTemplate,
  ReplyTemplates,
  unknownPlaceholders,
} from '../../schema/inbox/reply-template.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Fields.tsx'
import { ListDialog } from './ListDialog.tsx'
import { saveReplyTemplates } from './reply-templates.ts'

type Row = ReplyTemplate & { key: number }

type TemplatesProps = { cardId: number; templates: ReplyTemplate[]; onClose: () => void }

/** Adds, changes and removes the texts to answer submissions. */
export function ReplyTemplatesDialog({ cardId, templates, onClose }: TemplatesProps) {
  const [rows, setRows] = useState<Row[]>(() =>
    templates.length > 0 ? templates.map((template, key) => ({ ...template, key })) : [emptyRow(0)],
  )
  const change = (key: number, to: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)))
  const add = () => setRows([...rows, emptyRow(Date.now())])
  const list = { templates: rows.map(({ name, subject, body }) => ({ name, subject, body })) }
  return (
    <ListDialog
      title={t('Reply templates')}
      intro={<Placeholders />}
      parsed={ReplyTemplates.safeParse(list)}
      save={(sent) => saveReplyTemplates(cardId, sent)}
      failed={t('Templates not saved')}
      add={
        rows.length < maxReplyTemplates ? { label: t('Add a template'), onClick: add } : undefined
      }
      onClose={onClose}
    >
      {rows.map((row) => (
        <TemplateRow
          key={row.key}
          row={row}
          onChange={(to) => change(row.key, to)}
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
    </ListDialog>
  )
}

function emptyRow(key: number): Row {
  return { name: '', subject: '', body: '', key }
}

function Placeholders() {
  return (
    <>
      {t('These are replaced in subject and text:')}{' '}
      {placeholders.map((name) => (
        <span key={name}>
          <code className="placeholder">{`{${name}}`}</code>{' '}
        </span>
      ))}
    </>
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
  return t('{placeholder} is not a placeholder. Use only those listed.', {
    placeholder: `{${first}}`,
  })
}
