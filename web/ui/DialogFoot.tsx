import { t } from '../messages/t.ts'
import { Button } from './Button.tsx'

/** The buttons of a form in a dialog: Cancel, and the one that submits it. */
export function DialogFoot({
  action = t('Save'),
  busy,
  kind = 'primary',
  onCancel,
}: {
  action?: string
  busy: string | false
  kind?: 'primary' | 'danger'
  onCancel: () => void
}) {
  return (
    <footer className="dialog-foot">
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button type="submit" kind={kind} busy={busy}>
        {action}
      </Button>
    </footer>
  )
}
