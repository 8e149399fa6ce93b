import { startTransition, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { slugChangeError } from '../../../schema/access.ts'
import { t, translated } from '../../messages/t.ts'
import { ReachButton } from './audience/ReachButton.tsx'
import { type BasicField, basicFields, fieldInLanguage } from './basic-fields.ts'
import { ImportPrompt } from './import/ImportPrompt.tsx'
import { missingLabel, sharedLabel } from './languages/TranslatedField.tsx'
import { FieldDialog } from './lazy-dialogs.ts'
import { lockedReason, ruleOf } from './template-rules.ts'
import type { Editor } from './useEditor.ts'

/** Basic Info of the quick editor: a tile per field that opens its dialog. */
export function FieldTiles({ editor }: { editor: Editor }) {
  const { user, card } = editor.panel
  const [open, setOpen] = useState<BasicField>()
  const slugError = translated(slugChangeError(user, card))
  const advice = user.accessLevel === 1 ? ` ${t('Please contact your administrator.')}` : ''
  return (
    <div className="field-tiles">
      <ImportPrompt panel={editor.panel} />
      {basicFields
        .map((basic) => fieldInLanguage(basic, editor.panel))
        .map((field) => (
          <Tile
            key={field.key}
            field={field}
            editor={editor}
            disabledReason={
              field.key === 'slug' && slugError
                ? t('{sentence}.', { sentence: slugError }) + advice
                : lockedReason(editor.panel, field.key)
            }
            onOpen={() => startTransition(() => setOpen(field))}
          />
        ))}
      {open && <FieldDialog field={open} editor={editor} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function Tile({
  field: {
    key,
    path,
    textName: name,
    reach,
    label,
    icon,
    read,
    readBase,
    formatTile,
    emptyText = t('Not set'),
  },
  editor: { draft, errors, panel },
  disabledReason,
  onOpen,
}: {
  field: BasicField
  editor: Editor
  disabledReason: string | undefined
  onOpen: () => void
}) {
  const text = read(draft)
  const base = readBase?.(draft)
  const none = ruleOf(panel, key) === 'required' && !panel.language ? t('Required') : emptyText
  const empty = base || none
  const error = errors[path]
  const note = error ?? disabledReason
  return (
    <div className="field-tile">
      <div className="field-tile-row">
        <button
          type="button"
          className="field-tile-open"
          aria-haspopup="dialog"
          aria-disabled={disabledReason ? true : undefined}
          aria-describedby={note ? `tile-${key}` : undefined}
          data-invalid={error ? '' : undefined}
          onClick={disabledReason ? undefined : onOpen}
        >
          <span className="icon-box">
            <Icon name={icon} />
          </span>
          <span className="field-tile-text">
            <small className="field-hint">
              {name ? (base && !text ? missingLabel(label) : label) : sharedLabel(label, panel)}
            </small>
            <span className="clipped" dir="auto" data-none={text ? undefined : ''}>
              {text ? (formatTile?.(text) ?? text) : empty}
            </span>
          </span>
          <Icon name={disabledReason ? 'lock' : 'chevron-right'} size={16} />
        </button>
        {reach && <ReachButton panel={panel} field={reach} />}
      </div>
      {note && (
        <p id={`tile-${key}`} className={error ? 'field-error' : 'field-hint'}>
          {note}
        </p>
      )}
    </div>
  )
}
