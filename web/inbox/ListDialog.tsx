import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import { t, translated } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogFoot } from '../ui/Dialog.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'

type ListDialogProps<List> = {
  title: string
  intro: ReactNode
  width?: 'narrow'
  /** The parsed list. Its error is shown from the first attempt to save. */
  parsed: z.core.util.SafeParseResult<List>
  save: (list: List) => Promise<void>
  /** Title of the note when saving failed. */
  failed: string
  /** The button that adds an item; undefined when the list is full. */
  add: { label: string; onClick: () => void } | undefined
  children: ReactNode
  onClose: () => void
}

/** A dialog that edits a list and saves it as a whole; its children are the items. */
export function ListDialog<List>({
  title,
  intro,
  width,
  parsed,
  save,
  failed,
  add,
  children,
  onClose,
}: ListDialogProps<List>) {
  const [isTried, setIsTried] = useState(false)
  const { attempt, busy, failure } = useSubmit(failed)
  const submit = () => {
    setIsTried(true)
    if (parsed.success)
      void attempt(async () => {
        await save(parsed.data)
        onClose()
      })
  }
  return (
    <Dialog title={title} width={width} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) submit()
        }}
      >
        <div className="dialog-body stack" data-gap="4">
          <p className="muted">{intro}</p>
          <FailureNote title={failed} message={failure} />
          {children}
          {add && (
            <Button onClick={add.onClick} icon="plus">
              {add.label}
            </Button>
          )}
          {isTried && !parsed.success && (
            <Note kind="bad">{translated(parsed.error.issues[0]?.message)}</Note>
          )}
        </div>
        <DialogFoot busy={busy && t('Saving...')} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
