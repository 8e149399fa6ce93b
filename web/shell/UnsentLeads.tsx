import { capturePath } from '../../schema/screens.ts'
import { countUnsentLeads } from '../capture/data.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { ModalDialog } from '../ui/ModalDialog.tsx'
import { askInDialog } from './ask-in-dialog.ts'

/** Asks before signing out if leads of the user are still on this device. Resolves to false if the user stays. */
export async function confirmSignOut(userId: number): Promise<boolean> {
  const count = await countUnsentLeads(userId)
  if (count === 0) return true
  return askInDialog((answer) => <UnsentLeads count={count} onDone={answer} />)
}

function UnsentLeads({ count, onDone }: { count: number; onDone: (confirmed: boolean) => void }) {
  return (
    <ModalDialog title={t('Sign out with unsent leads?')} onClose={() => onDone(false)}>
      <div className="dialog-body">
        <p className="dialog-text">
          {t(
            '{count, plural, one {# lead is not sent yet. It stays on this device, encrypted, and is sent when you sign in here and open booth mode.} other {# leads are not sent yet. They stay on this device, encrypted, and are sent when you sign in here and open booth mode.}}',
            { count },
          )}
        </p>
      </div>
      <footer className="dialog-foot">
        <Button kind="danger-text" onClick={() => onDone(true)}>
          {t('Sign out')}
        </Button>
        <a className="button" data-kind="primary" href={capturePath}>
          {t('Send them first')}
        </a>
      </footer>
    </ModalDialog>
  )
}
