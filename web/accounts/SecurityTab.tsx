import { useState } from 'react'
import type { User } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { Button } from '../ui/Button.tsx'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { AccountPanel } from './AccountParts.tsx'
import { RecentActivity, Sessions } from './Activity.tsx'
import { usePasskeys } from './data/sign-in-methods.ts'
import { Passkeys, PasswordForm, passkeysHeading, TwoStepVerification } from './SignInMethods.tsx'

/** Password, sign-in methods, sessions, and leaving. */
export function SecurityTab({ user }: { user: User }) {
  return (
    <div className="stack account-parts" data-gap="5">
      <div className="stack" data-gap="5">
        <AccountPanel id="password-heading" title={t('Change password')} focusable>
          <p>
            {t(
              'Changing your password signs out other devices and revokes your API tokens, feeds and analytics links.',
            )}
          </p>
          <PasskeysNote />
          <PasswordForm />
        </AccountPanel>
        <Passkeys />
        <TwoStepVerification />
      </div>
      <div className="stack" data-gap="5">
        <Sessions />
        <RecentActivity passwordHeading="password-heading" />
        <DeleteAccount user={user} />
      </div>
    </div>
  )
}

/** Says that a new password leaves the passkeys working; nothing without passkeys. */
function PasskeysNote() {
  const { passkeys } = usePasskeys()
  if (!passkeys?.length) return null
  return (
    <>
      <p>{t("Your passkeys keep working. Remove any you don't recognize.")}</p>
      <Button size="small" onClick={() => document.getElementById(passkeysHeading)?.focus()}>
        {t('Review passkeys')}
      </Button>
    </>
  )
}

const dialogs = () => import('./LeavingDialogs.tsx')
const DeleteAccountDialog = lazyWithTimedPreload(dialogs, 'DeleteAccountDialog')
const DemoDeletionDialog = lazyWithTimedPreload(dialogs, 'DemoDeletionDialog')

/** Deletes the account; demo accounts only get an explanation. */
function DeleteAccount({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  const Dialog = product.demo ? DemoDeletionDialog : DeleteAccountDialog
  const isFirstUser = user.id === 1 && !product.demo
  return (
    <AccountPanel id="danger-heading" title={t('Delete account')} className="account-danger">
      <p>
        {isFirstUser
          ? t('The first user of this installation cannot be deleted.')
          : t(
              'Your cards go offline immediately. Everything is erased after 30 days; until then, support can restore it.',
            )}
      </p>
      {!isFirstUser && (
        <Button kind="danger" aria-haspopup="dialog" onClick={() => setOpen(true)} icon="trash">
          {t('Delete Account')}
        </Button>
      )}
      {open && <Dialog onClose={() => setOpen(false)} />}
    </AccountPanel>
  )
}
