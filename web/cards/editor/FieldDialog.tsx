import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { t } from '../../messages/t.ts'
import { Dialog, DialogFoot } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Fields.tsx'
import { Note } from '../../ui/Notes.tsx'
import { AddressField } from './AddressField.tsx'
import { WithReach } from './audience/ReachButton.tsx'
import type { BasicField } from './basic-fields.ts'
import type { PanelProps } from './draft.ts'
import { sharedLabel, TranslatedField } from './languages/TranslatedField.tsx'
import { SlugStatus } from './panels/SlugPanel.tsx'
import { ruleHint } from './template-rules.ts'
import type { Editor } from './useEditor.ts'
import { validateDraft } from './validation.ts'

/** Dialog that edits and saves one field of the card. */
export function FieldDialog({
  field,
  editor: { card, draft, busy, failure, retryWhenOnline, savedAt, panel, store },
  onClose,
}: {
  field: BasicField
  editor: Editor
  onClose: () => void
}) {
  const [text, setText] = useState(field.read(draft) ?? '')
  const [takeBack] = useState(() => store.remember())
  const [attempted, setAttempted] = useState<'check' | 'sent'>()
  const [savedBefore, setSavedBefore] = useState<number>()
  const error = validateDraft({ ...draft, ...field.write(draft, text) }, card)[field.path]
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setAttempted('check')
    if (error) return
    const saved = await panel.save(field.write(draft, text.trim()), {
      failed: t('Failed to save changes'),
    })
    if (saved) return onClose()
    setAttempted('sent')
    setSavedBefore(store.state().savedAt)
  }
  // A save that did not reach the server is repeated once online, perhaps while the dialog is still open.
  const repeated = attempted === 'sent' && savedAt !== savedBefore
  useEffect(() => {
    if (repeated) onClose()
  }, [repeated, onClose])
  const refused = attempted === 'sent' ? (retryWhenOnline ? waiting : failure) : undefined
  const type = (typed: string) => {
    setText(typed)
    if (refused) setAttempted('check')
  }
  const cancel = () => {
    if (attempted) takeBack()
    onClose()
  }
  return (
    <Dialog title={field.dialogTitle} onClose={cancel}>
      <form noValidate onSubmit={(event) => void save(event)} onKeyDown={submitByShortcut}>
        <div className="dialog-body">
          <WithReach panel={panel} field={field.reach}>
            <FieldInput
              field={field}
              panel={panel}
              error={attempted ? error : undefined}
              value={text}
              onChange={type}
            />
          </WithReach>
          {field.key === 'slug' && !refused && <SlugStatus slug={text.trim()} card={card} />}
          {refused && <Note kind="bad">{refused}</Note>}
        </div>
        <DialogFoot busy={busy && t('Saving...')} onCancel={cancel} />
      </form>
    </Dialog>
  )
}

/** The input of a field; for a translation, with the text in the base language. */
function FieldInput({
  field,
  panel,
  ...rest
}: {
  field: BasicField
  panel: PanelProps
  error: string | undefined
  value: string
  onChange: (text: string) => void
}) {
  const { draft, language } = panel
  const Text = field.key === 'address' ? AddressField : TextField
  const hint = ruleHint(panel, field.key, field.hint)
  const input = { ...rest, ...field.input, hint, label: field.label, multiline: field.rows }
  if (!language || !field.readBase)
    return <Text {...input} label={sharedLabel(field.label, panel)} />
  return (
    <TranslatedField
      {...input}
      Text={Text}
      language={language}
      baseLanguage={draft.language}
      base={field.readBase(draft)}
    />
  )
}

const waiting = t(
  'The server cannot be reached. Your change is saved when the connection is back, unless you cancel.',
)

// In multi-line text, Enter alone inserts a line break.
function submitByShortcut({
  key,
  ctrlKey,
  metaKey,
  currentTarget,
}: KeyboardEvent<HTMLFormElement>) {
  if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.requestSubmit()
}
