import { Suspense, startTransition, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { slugChangeError } from '../../../schema/access.ts'
import { type CardField, cardFields } from './card-fields.ts'
import { ImportLine } from './import/ImportLine.tsx'
import { FieldDialog } from './lazy-dialogs.ts'
import { lockedReason, ruleOf } from './template-rules.ts'
import type { Editor } from './useEditor.ts'

/** Basic Info of the quick editor: a tile per field that opens its dialog. */
export function FieldTiles({ editor }: { editor: Editor }) {
  const { user, card } = editor.panel
  const [open, setOpen] = useState<CardField>()
  const refusal = slugChangeError(user, card)
  const advice = user.accessLevel === 1 ? ' Please contact your administrator.' : ''
  return (
    <div className="field-tiles">
      <ImportLine panel={editor.panel} />
      {cardFields.map((field) => (
        <Tile
          key={field.key}
          field={field}
          editor={editor}
          refusal={
            field.key === 'slug' && refusal
              ? `${refusal}.${advice}`
              : lockedReason(editor.panel, field.key)
          }
          onOpen={() => startTransition(() => setOpen(field))}
        />
      ))}
      <Suspense fallback={null}>
        {open && <FieldDialog field={open} editor={editor} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </div>
  )
}

function Tile({
  field: { key, path, label, icon, read, tile, none = 'Not set' },
  editor: { draft, errors, panel },
  refusal,
  onOpen,
}: {
  field: CardField
  editor: Editor
  refusal: string | undefined
  onOpen: () => void
}) {
  const text = read(draft)
  const empty = ruleOf(panel, key) === 'required' ? 'Required' : none
  const error = errors[path]
  const note = error ?? refusal
  return (
    <div className="field-tile">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-disabled={refusal ? true : undefined}
        aria-describedby={note ? `tile-${key}` : undefined}
        data-invalid={error ? '' : undefined}
        onClick={refusal ? undefined : onOpen}
      >
        <span className="icon-box">
          <Icon name={icon} />
        </span>
        <span className="field-tile-text">
          <small className="field-hint">{label}</small>
          <span className="clipped" dir="auto" data-none={text ? undefined : ''}>
            {text ? (tile?.(text) ?? text) : empty}
          </span>
        </span>
        <Icon name={refusal ? 'lock' : 'chevron-right'} size={16} />
      </button>
      {note && (
        <p id={`tile-${key}`} className={error ? 'field-error' : 'field-hint'}>
          {note}
        </p>
      )}
    </div>
  )
}
