import { useState } from 'react'
import useSWR, { mutate } from 'swr'
import { Icon } from '../../card/icons/Icon.tsx'
import { mailHref } from '../../card/links.ts'
import type { Submission } from '../../schema/inbox/inbox.ts'
import {
  fillPlaceholders,
  maxReplyTemplates,
  type PlaceholderValues,
  placeholders,
  type ReplyTemplate,
  ReplyTemplateList,
  ReplyTemplates,
  replyLink,
  unknownPlaceholders,
} from '../../schema/inbox/reply-template.ts'
import { viewPath } from '../../schema/screens.ts'
import { request } from '../api.ts'
import { useCard } from '../cards/data.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toasts.ts'
import { updateEntry } from './data.ts'
import { ListDialog } from './ListDialog.tsx'

type ReplyProps = { entry: Submission; onClose: () => void }

/** Fills a reply template for a submission, to edit and then open in the owner's email program. */
export function ReplyDialog({ entry, onClose }: ReplyProps) {
  const { templates, error: templatesError } = useReplyTemplates(entry.cardId)
  const { card, error: cardError } = useCard(entry.cardId)
  const [editing, setEditing] = useState(false)
  if (editing && templates)
    return (
      <ReplyTemplatesDialog
        cardId={entry.cardId}
        templates={templates}
        onClose={() => setEditing(false)}
      />
    )
  return (
    <Dialog title={t('Reply with a template')} onClose={onClose}>
      {templates && card ? (
        <Reply
          // Restarts the reply after the templates were edited.
          key={JSON.stringify(templates)}
          {...{ entry, templates, onClose }}
          values={valuesOf(entry, card)}
          onEdit={() => setEditing(true)}
        />
      ) : (
        <div className="dialog-body">
          {templatesError || cardError ? (
            <Note kind="bad">{t('Something went wrong. Please try again.')}</Note>
          ) : (
            <p role="status">{t('Loading...')}</p>
          )}
        </div>
      )}
    </Dialog>
  )
}

function valuesOf(entry: Submission, card: { name: string | null; slug: string }) {
  const { name = '', company = '' } = entry.formData
  return {
    'first name': name.split(/\s+/)[0] ?? '',
    name,
    company,
    'my name': card.name ?? '',
    'card link': product.origin + viewPath(card.slug),
    'met at': entry.event || entry.sharePoint || '',
    date: new Date(entry.metAt).toLocaleDateString(locale, { dateStyle: 'long' }),
  } satisfies PlaceholderValues
}

type FormProps = ReplyProps & {
  templates: ReplyTemplate[]
  values: PlaceholderValues
  onEdit: () => void
}

function Reply({ entry, templates, values, onEdit, onClose }: FormProps) {
  const [{ subject, body }, setText] = useState(() => filled(templates[0], values))
  const [isDone, setDone] = useState(false)
  const { attempt, failure } = useSubmit(t('Status not saved'))
  const link = replyLink({ to: mailHref(entry.formData.email ?? null) ?? 'mailto:', subject, body })
  const finish = () =>
    void attempt(async () => {
      if (isDone) await updateEntry(entry, { status: 'done' })
      onClose()
    })
  return (
    <>
      <div className="dialog-body stack" data-gap="4">
        <TemplateField
          templates={templates}
          onChoose={(template) => setText(filled(template, values))}
        />
        <div>
          <Button kind="ghost" size="small" onClick={onEdit}>
            <Icon name="edit" size={16} />
            {t('Edit templates')}
          </Button>
        </div>
        <TextField
          label={t('Subject')}
          value={subject}
          onChange={(text) => setText({ subject: text, body })}
        />
        <TextField
          label={t('Text')}
          multiline={9}
          value={body}
          onChange={(text) => setText({ subject, body: text })}
        />
        {!link && (
          <Note kind="warn">
            {t('This text is too long for a link. Copy it into your email program.')}
          </Note>
        )}
        <Switch label={t('Set the status to done')} checked={isDone} onChange={setDone} />
        <FailureNote title={t('Status not saved')} message={failure} />
      </div>
      <footer className="dialog-foot">
        <CopyText text={body} isPrimary={!link} />
        {link && (
          <a className="button" data-kind="primary" href={link} onClick={finish}>
            <Icon name="mail" size={18} />
            {t('Open email')}
          </a>
        )}
      </footer>
    </>
  )
}

/** Returns the texts of a template with its placeholders replaced; empty without a template. */
function filled(template: ReplyTemplate | undefined, values: PlaceholderValues) {
  return {
    subject: fillPlaceholders(template?.subject ?? '', values),
    body: fillPlaceholders(template?.body ?? '', values),
  }
}

type TemplateFieldProps = {
  templates: ReplyTemplate[]
  onChoose: (template: ReplyTemplate | undefined) => void
}

function TemplateField({ templates, onChoose }: TemplateFieldProps) {
  const [chosen, setChosen] = useState('0')
  if (templates.length === 0)
    return (
      <p className="muted">
        {t('This card has no templates yet. Write your reply, or add a template.')}
      </p>
    )
  return (
    <SelectField
      label={t('Template')}
      value={chosen}
      options={templates.map(({ name }, index) => ({ value: String(index), label: name }))}
      onChange={(index) => {
        setChosen(index)
        onChoose(templates[Number(index)])
      }}
    />
  )
}

function CopyText({ text, isPrimary }: { text: string; isPrimary: boolean }) {
  const { attempt, failure } = useSubmit(
    t('Copy failed'),
    t('Your browser blocked copying. Select the text and copy it manually.'),
  )
  const copy = () =>
    void attempt(async () => {
      await navigator.clipboard.writeText(text)
      toast(t('Text copied'))
    })
  return (
    <>
      <FailureNote title={t('Copy failed')} message={failure} />
      <Button kind={isPrimary ? 'primary' : 'secondary'} onClick={copy} icon="copy">
        {t('Copy text')}
      </Button>
    </>
  )
}

// Editing the templates.

type Row = ReplyTemplate & { key: number }

type TemplatesProps = { cardId: number; templates: ReplyTemplate[]; onClose: () => void }

/** Adds, changes and removes the card's reply templates. */
function ReplyTemplatesDialog({ cardId, templates, onClose }: TemplatesProps) {
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
      {t('You can use these placeholders:')}{' '}
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
  const title = name || t('New template')
  return (
    <fieldset className="stack own-field reply-template" data-gap="3">
      <legend className="hidden-text">{title}</legend>
      <div className="reply-template-name">
        <TextField
          label={t('Name')}
          autoComplete="off"
          value={name}
          onChange={(text) => onChange({ name: text })}
        />
        <Button
          kind="ghost"
          label={t('Remove {name}', { name: title })}
          onClick={onRemove}
          icon="trash"
        />
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

const templatesKey = (cardId: number) => `/api/business-cards/${cardId}/reply-templates`

/** The card's reply templates; undefined while loading. */
function useReplyTemplates(cardId: number) {
  const { data, error } = useSWR(templatesKey(cardId), (path) => request(path, ReplyTemplateList))
  return { templates: data, error }
}

async function saveReplyTemplates(cardId: number, body: ReplyTemplates): Promise<void> {
  const saved = await request(templatesKey(cardId), ReplyTemplateList, { method: 'PUT', body })
  await mutate(templatesKey(cardId), saved, { revalidate: false })
}
