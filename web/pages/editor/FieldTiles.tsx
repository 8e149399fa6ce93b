import { startTransition, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { slugChangeError } from '../../../schema/access.ts'
import { type BasicField, basicFields } from './basic-fields.ts'
import { ImportPrompt } from './import/ImportPrompt.tsx'
import { FieldDialog } from './lazy-dialogs.ts'
import { lockedReason, ruleOf } from './template-rules.ts'
import type { Editor } from './useEditor.ts'

/** Basic Info of the quick editor: a tile per field that opens its dialog. */
export function FieldTiles({ editor }: { editor: Editor }) {
  const { user, card } = editor.panel
  const [open, setOpen] = useState<BasicField>()
  const slugError = slugChangeError(user, card)
  const advice = user.accessLevel === 1 ? ' Please contact your administrator.' : ''
  return (
    <div className="field-tiles">
      <ImportPrompt panel={editor.panel} />
      {basicFields.map((field) => (
        <Tile
          key={field.key}
          field={field}
          editor={editor}
          disabledReason={
            field.key === 'slug' && slugError
              ? `${slugError}.${advice}`
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
  field: { key, path, label, icon, read, formatTile, emptyText = 'Not set' },
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
  const empty = ruleOf(panel, key) === 'required' ? 'Required' : emptyText
  const error = errors[path]
  const note = error ?? disabledReason
  return (
    <div className="field-tile">
      <button
        type="button"
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
          <small className="field-hint">{label}</small>
          <span className="clipped" dir="auto" data-none={text ? undefined : ''}>
            {text ? (formatTile?.(text) ?? text) : empty}
          </span>
        </span>
        <Icon name={disabledReason ? 'lock' : 'chevron-right'} size={16} />
      </button>
      {note && (
        <p id={`tile-${key}`} className={error ? 'field-error' : 'field-hint'}>
          {note}
        </p>
      )}
    </div>
  )
}
