import { startTransition, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Card } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import { ReachButton } from './audience/ReachButton.tsx'
import { type BasicField, fieldInLanguage, isInQuickEditor, tileFields } from './basic-fields.ts'
import { EditorFrame } from './EditorFrame.tsx'
import { EditorLoader } from './EditorLoader.tsx'
import { GuidePanel } from './GuidePanel.tsx'
import { missingLabel, sharedLabel } from './languages/TranslatedField.tsx'
import { FieldDialog } from './lazy-dialogs.ts'
import { sharedTabs, TapToEditCard } from './lazy-panels.tsx'
import { lockedReason, ruleOf } from './template-rules.ts'
import { type Editor, useEditor } from './useEditor.ts'

/** The quick editor: tap a part of the card to edit it. */
export function QuickEditorPage() {
  return (
    <EditorLoader title={t('Quick Edit Mode')}>
      {({ user, card }) => <QuickEditor key={card.id} user={user} card={card} />}
    </EditorLoader>
  )
}

function QuickEditor({ user, card }: { user: User; card: Card }) {
  const editor = useEditor(user, card, isInQuickEditor)
  return (
    <EditorFrame
      kind="quick"
      editor={editor}
      stage={
        <>
          <GuidePanel user={user} card={editor.card} stepsBack={editor.dirty} />
          <TapToEditCard editor={editor} />
        </>
      }
      tabs={[
        { value: 'basic', title: t('Basic Info'), content: <FieldTiles editor={editor} /> },
        ...sharedTabs(editor.panel),
      ]}
    />
  )
}

/** Basic Info of the quick editor: a tile per field that opens its dialog. */
function FieldTiles({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState<BasicField>()
  return (
    <div className="field-tiles">
      {tileFields
        .map((basic) => fieldInLanguage(basic, editor.panel))
        .map((field) => (
          <Tile
            key={field.key}
            field={field}
            editor={editor}
            disabledReason={lockedReason(editor.panel, field.key)}
            onOpen={() => startTransition(() => setOpen(field))}
          />
        ))}
      {open && <FieldDialog field={open} editor={editor} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function Tile({
  field,
  editor: { draft, errors, panel },
  disabledReason,
  onOpen,
}: {
  field: BasicField
  editor: Editor
  disabledReason: string | undefined
  onOpen: () => void
}) {
  const { key, label, reach } = field
  const text = field.read(draft)
  const base = field.readBase?.(draft)
  const isRequired = ruleOf(panel, key) === 'required' && !panel.language
  const empty = base || (isRequired ? t('Required') : (field.emptyText ?? t('Not set')))
  const error = errors[field.path]
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
            <Icon name={field.icon} />
          </span>
          <span className="field-tile-text">
            <small className="field-hint">
              {!field.textName && sharedLabel(label, panel)}
              {field.textName && (base && !text ? missingLabel(label) : label)}
            </small>
            <span className="clipped" dir="auto" data-none={text ? undefined : ''}>
              {text ? (field.formatTile?.(text) ?? text) : empty}
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
