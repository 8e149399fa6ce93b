import type { Template } from '../../../schema/template.ts'
import { deleteTemplate } from '../../data/templates.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { counted } from './words.ts'

export function DeleteTemplateDialog({
  template: { id, name, cards },
  onClose,
}: {
  template: Template
  onClose: () => void
}) {
  const { attempt, busy, failure } = useAttempt('Deletion failed')
  const confirm = () =>
    void attempt(async () => {
      await deleteTemplate(id)
      toast('Template deleted', 'Its cards keep what they were given.')
      onClose()
    })
  const given = cards === 0 ? 'No card has it.' : `${counted(cards)} have it.`
  return (
    <ConfirmDialog
      title={`Delete the template ${name}?`}
      text={`${given} Cards keep what they were given, and their owners may change all of it again. Runs of it can no longer be taken back.`}
      action="Delete Template"
      busy={busy && 'Deleting...'}
      error={failure && <Note kind="bad">{failure}</Note>}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
