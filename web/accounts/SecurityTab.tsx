import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { User } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { Button } from '../ui/Button.tsx'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { AccountPanel } from './AccountParts.tsx'
import { RecentActivity, Sessions } from './Activity.tsx'
import { ApiTokens } from './ApiTokens.tsx'
import { exportPath } from './data/account.ts'
import { usePasskeys } from './data/sign-in-methods.ts'
import { Passkeys, PasswordForm, passkeysHeading, TwoStepVerification } from './SignInMethods.tsx'
import { VisitorData } from './VisitorData.tsx'

/** Password, sign-in methods, sessions, tokens, data, and leaving. */
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
        <VisitorData user={user} />
      </div>
      <div className="stack" data-gap="5">
        <Sessions />
        <RecentActivity passwordHeading="password-heading" />
        <ApiTokens level={user.accessLevel} />
        <AccountPanel id="data-heading" title={t('Your data')}>
          <p>
            {t('One JSON file with your account, cards, form submissions and analytics events.')}
          </p>
          <a className="button" data-kind="secondary" href={exportPath} download>
            <Icon name="download" size={18} />
            {t('Download my data')}
          </a>
        </AccountPanel>
        <OfferTransfer />
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
const OfferTransferDialog = lazyWithTimedPreload(dialogs, 'OfferTransferDialog')

/** Transfers a leaving user's cards to a colleague who accepts them; printed QR codes keep working. */
function OfferTransfer() {
  const [open, setOpen] = useState(false)
  return (
    <AccountPanel id="handover-heading" title={t('Hand over your cards')}>
      <p>
        {t(
          'If you change jobs, give your cards to a colleague. Links and printed QR codes keep working.',
        )}
      </p>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('Hand over cards')}
      </Button>
      {open && <OfferTransferDialog onClose={() => setOpen(false)} />}
    </AccountPanel>
  )
}

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
