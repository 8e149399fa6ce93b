import { type ReactNode, useState } from 'react'
import type { Card } from '../../../schema/cards/card.ts'
import { viewPath } from '../../../schema/screens.ts'
import { errorMessage } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { DiscardChangesDialog } from '../../shell/LeaveGuard.tsx'
import { Button, ViewButton } from '../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { FieldValue } from '../../ui/FieldValue.tsx'
import { formatTimeInSentence } from '../../ui/format.ts'
import { Note } from '../../ui/Notes.tsx'
import { toDraft } from './draft.ts'
import { type Choices, type Conflict, findConflicts } from './merge-drafts.ts'
import type { Editor } from './useEditor.ts'

/** Resolves a conflict with a card saved elsewhere: keep mine, take theirs, or merge field by field. */
export function ConflictDialog({
  editor,
  newer,
}: {
  editor: Pick<Editor, 'card' | 'draft' | 'store'>
  newer: Card
}) {
  const { card, draft, store } = editor
  const [choices, setChoices] = useState<Choices>({})
  const conflicts = findConflicts({ base: toDraft(card), mine: draft, theirs: toDraft(newer) })
  return (
    <Dialog
      title={t('This card was changed elsewhere')}
      width="wide"
      onClose={() => store.decide(undefined)}
    >
      <div className="dialog-body">
        <p className="dialog-text">
          {t(
            'It was saved {time} in another tab or by someone else, after you opened it. {noConflict}',
            {
              time: formatTimeInSentence(newer.updatedAt),
              noConflict: conflicts.length === 0 ? noConflict : someConflict,
            },
          )}
        </p>
        {conflicts.map((conflict) => (
          <ConflictField
            key={conflict.path}
            conflict={conflict}
            choice={choices[conflict.path] ?? 'mine'}
            onChoose={(choice) => setChoices({ ...choices, [conflict.path]: choice })}
          />
        ))}
      </div>
      <footer className="dialog-foot">
        <Button onClick={() => store.decide('theirs')}>{t('Take theirs')}</Button>
        <Button onClick={() => store.decide('mine')}>{t('Keep mine')}</Button>
        <Button kind="primary" onClick={() => store.decide({ choices })}>
          {t('Merge')}
        </Button>
      </footer>
    </Dialog>
  )
}

const noConflict = t('You changed different fields. Merge keeps both.')
const someConflict = t(
  'Merge keeps fields that only one side changed. Choose below for fields that both changed.',
)

function ConflictField({
  conflict: { path, name, mine, theirs },
  choice,
  onChoose,
}: {
  conflict: Conflict
  choice: 'mine' | 'theirs'
  onChoose: (choice: 'mine' | 'theirs') => void
}) {
  const sides = [
    { side: 'mine', title: t('Mine'), value: mine },
    { side: 'theirs', title: t('Theirs'), value: theirs },
  ] as const
  return (
    <fieldset className="conflict">
      <legend>{name}</legend>
      {sides.map(({ side, title, value }) => (
        <label key={side} className="conflict-side">
          <input
            type="radio"
            name={path}
            checked={choice === side}
            onChange={() => onChoose(side)}
          />
          <strong>{title}</strong>
          <span dir="auto">
            <FieldValue field={path} value={value} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Confirms leaving the page. Discards unsaved changes, except offline: then they stay on this device. */
export function LeaveDialog({ editor }: { editor: Editor }) {
  const { guard, store, retryWhenOnline } = editor
  if (retryWhenOnline || !navigator.onLine)
    return (
      <DiscardChangesDialog
        guard={guard}
        text={t(
          "Your changes stay on this device. To save them, open this card again when you're online.",
        )}
      />
    )
  const discard = () => {
    store.discard()
    guard.leave()
  }
  return <DiscardChangesDialog guard={guard} onLeave={discard} />
}

/** Confirms a reset, then reloads the card. */
export function ResetDialog({
  onReset,
  onClose,
}: {
  onReset: () => Promise<void>
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const reset = async () => {
    setBusy(true)
    await onReset().then(onClose, (error) =>
      setFailure(errorMessage(error, t('The card could not be reloaded. Try again.'))),
    )
    setBusy(false)
  }
  return (
    <ConfirmDialog
      title={t('Reset changes?')}
      text={t('This restores the last saved version. Your unsaved changes will be lost.')}
      action={t('Reset')}
      busy={busy && t('Resetting...')}
      error={failure && <Note kind="bad">{failure}</Note>}
      onCancel={onClose}
      onConfirm={() => void reset()}
    />
  )
}

/** The whole card as visitors see it, with a link to its public page. */
export function PreviewDialog({
  slug,
  children,
  onClose,
}: {
  slug: string
  children: ReactNode
  onClose: () => void
}) {
  return (
    <Dialog title={t('Preview')} onClose={onClose}>
      <div className="dialog-body">{children}</div>
      <footer className="dialog-foot">
        <ViewButton href={viewPath(slug)} />
        <Button onClick={onClose}>{t('Back to editing')}</Button>
      </footer>
    </Dialog>
  )
}
