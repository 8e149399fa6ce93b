import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { type Passkey, PasskeyName } from '../../schema/accounts/passkey.ts'
import type {
  SecondFactor as Factor,
  SecondFactorSetup,
} from '../../schema/accounts/second-factor.ts'
import { PasswordForm as Contract } from '../../schema/users/user.ts'
import { RequestError } from '../api.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog, Dialog, DialogFoot } from '../ui/Dialog.tsx'
import { Field, Form, NewPasswordField, PasswordField } from '../ui/Form.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { AccountPanel, ListPlaceholder } from './AccountParts.tsx'
import { changePassword } from './data/session.ts'
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startSecondFactorSetup,
  usePasskeys,
  useSecondFactor,
} from './data/sign-in-methods.ts'

/** Id of the heading, which other panels can focus. */
export const passkeysHeading = 'passkeys-heading'

type OpenDialog = { what: 'rename' | 'remove'; passkey: Passkey }

/** The user's passkeys: create, rename, remove. */
export function Passkeys() {
  const { passkeys, error, revalidate } = usePasskeys()
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)
  return (
    <AccountPanel id={passkeysHeading} title={t('Passkeys')} focusable>
      <p>{t('Sign in with your fingerprint, face or screen lock. No password or code needed.')}</p>
      {passkeys && passkeys.length > 0 && (
        <ul className="stack session-list">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onOpen={(what) => setOpenDialog({ what, passkey })}
            />
          ))}
        </ul>
      )}
      {passkeys?.length === 0 && <p>{t('You have no passkeys yet.')}</p>}
      {passkeys && <AddPasskey />}
      {!passkeys && <ListPlaceholder of="passkeys" error={error} onRetry={revalidate} />}
      {openDialog?.what === 'rename' && (
        <RenamePasskeyDialog passkey={openDialog.passkey} onClose={close} />
      )}
      {openDialog?.what === 'remove' && (
        <RemovePasskeyDialog passkey={openDialog.passkey} onClose={close} />
      )}
    </AccountPanel>
  )
}

function AddPasskey() {
  const { attempt, busy, failure } = useSubmit(t('Failed to add passkey'))
  if (!('PublicKeyCredential' in window))
    return <Note kind="warn">{t('Passkeys need HTTPS and a supported browser.')}</Note>
  const add = () =>
    void attempt(async () => {
      const { name } = await addPasskey()
      toast(t('Passkey added'), t('You can now sign in with {name}.', { name }))
    })
  return (
    <>
      <FailureNote title={t('Failed to add passkey')} message={failure} />
      <Button busy={busy && t('Adding...')} onClick={add} icon="key">
        {t('Add a passkey')}
      </Button>
    </>
  )
}

function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  onOpen,
}: {
  passkey: Passkey
  onOpen: (what: 'rename' | 'remove') => void
}) {
  return (
    <li className="passkey-row">
      <Icon name="key" />
      <div>
        <strong dir="auto">{name}</strong>
        <p className="field-hint">
          {t('Added {time}, {time2}', {
            time: formatTimeInSentence(createdAt),
            time2: lastUsedAt
              ? t('last used {time}', { time: formatTimeInSentence(lastUsedAt) })
              : t('never used'),
          })}
        </p>
      </div>
      <span className="actions passkey-acts" data-align="end">
        <Button size="small" aria-haspopup="dialog" onClick={() => onOpen('rename')}>
          <Trans id="Rename<span> {name}</span>" values={{ name }} />
        </Button>
        <Button size="small" aria-haspopup="dialog" onClick={() => onOpen('remove')}>
          <Trans id="Remove<span> {name}</span>" values={{ name }} />
        </Button>
      </span>
    </li>
  )
}

type PasskeyDialogProps = { passkey: Passkey; onClose: () => void }

function RenamePasskeyDialog({ passkey: { id, name: former }, onClose }: PasskeyDialogProps) {
  const { attempt, failure } = useSubmit(t('Failed to rename passkey'))
  const submit = ({ name }: PasskeyName) =>
    attempt(async () => {
      await renamePasskey(id, name)
      onClose()
    })
  return (
    <Dialog title={t('Rename passkey')} onClose={onClose}>
      <Form schema={PasskeyName} defaultValues={{ name: former }} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <FailureNote title={t('Failed to rename passkey')} message={failure} />
              <Field
                name="name"
                label={t('Passkey name')}
                hint={t("Where it's stored, e.g. Phone")}
              />
            </div>
            <DialogFoot busy={busy && t('Saving...')} onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function RemovePasskeyDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const { attempt, busy, failure } = useSubmit(t('Failed to remove passkey'))
  const remove = () =>
    void attempt(async () => {
      await removePasskey(id)
      toast(t('Passkey removed'), t('Every other device was signed out.'))
      onClose()
    })
  return (
    <ConfirmDialog
      title={t('Remove this passkey?')}
      text={t(
        'You can no longer sign in with “{name}”, and every other device will be signed out. Also delete it from your browser or password manager.',
        { name },
      )}
      action={t('Remove')}
      busy={busy && t('Removing...')}
      error={<FailureNote title={t('Failed to remove passkey')} message={failure} />}
      onCancel={onClose}
      onConfirm={remove}
    />
  )
}

const dialogs = () => import('./TwoStepDialogs.tsx')
const SetUpDialog = lazyWithTimedPreload(dialogs, 'SetUpDialog')
const TurnOffDialog = lazyWithTimedPreload(dialogs, 'TurnOffDialog')
const NewCodesDialog = lazyWithTimedPreload(dialogs, 'NewCodesDialog')

/** Two-step verification: set up, create new recovery codes, turn off. */
export function TwoStepVerification() {
  const { factor, error, revalidate } = useSecondFactor()
  const [setup, setSetup] = useState<SecondFactorSetup>()
  return (
    <AccountPanel id="factor-heading" title={t('Two-step verification')}>
      <p>
        {t(
          "Sign-in also asks for a code from your authenticator app, so your password alone isn't enough.",
        )}
      </p>
      {factor && (factor.on ? <On factor={factor} /> : <Off onStarted={setSetup} />)}
      {!factor && error && (
        <ErrorPanel
          title={t('Two-step verification could not be loaded')}
          error={error}
          onRetry={revalidate}
        />
      )}
      {!factor && !error && <div className="skeleton mail-skeleton" />}
      {setup && <SetUpDialog setup={setup} onClose={() => setSetup(undefined)} />}
    </AccountPanel>
  )
}

function Off({ onStarted }: { onStarted: (setup: SecondFactorSetup) => void }) {
  const { attempt, busy, failure } = useSubmit(t('Setup failed'))
  return (
    <>
      <FailureNote title={t('Setup failed')} message={failure} />
      <Button
        aria-haspopup="dialog"
        busy={busy && t('Preparing...')}
        onClick={() => void attempt(async () => onStarted(await startSecondFactorSetup()))}
        icon="lock"
      >
        {t('Set up two-step verification')}
      </Button>
    </>
  )
}

function On({ factor: { since, recoveryCodes, required } }: { factor: Factor }) {
  const [open, setOpen] = useState<'codes' | 'off'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <p className="row">
        <span className="badge" data-kind="ok">
          {t('On')}
        </span>
        {t('Since {time}', { time: formatTimeInSentence(since ?? '') })}
      </p>
      {recoveryCodes > 2 ? (
        <p>{t('{recoveryCodes} of 10 recovery codes left.', { recoveryCodes })}</p>
      ) : (
        <Note kind="warn">
          {t(
            '{recoveryCodes, plural, one {# recovery code} other {# recovery codes}} left. Create new ones.',
            { recoveryCodes },
          )}
        </Note>
      )}
      <p className="row">
        <Button aria-haspopup="dialog" onClick={() => setOpen('codes')}>
          {t('Create new recovery codes')}
        </Button>
        <Button kind="danger-text" aria-haspopup="dialog" onClick={() => setOpen('off')}>
          {t('Turn off')}
        </Button>
      </p>
      {required && <p>{t('Required for admins.')}</p>}
      {open === 'codes' && <NewCodesDialog onClose={close} />}
      {open === 'off' && <TurnOffDialog onClose={close} />}
    </>
  )
}

const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }
type Typed = typeof blank

/** Changes the password, then clears the form. */
export function PasswordForm() {
  const { attempt, failure } = useSubmit(t('Update failed'))
  const submit = (
    { currentPassword, newPassword }: Typed,
    refuse: (field: keyof Typed, message: string) => void,
    empty: () => void,
  ) =>
    attempt(async () => {
      await changePassword({ currentPassword, newPassword }).catch((error) => {
        if (error instanceof RequestError && error.status === 400)
          refuse(fieldOf(error), error.serverMessage)
        throw error
      })
      empty()
      toast(t('Password updated'), t('Your password has been successfully updated.'))
    })
  return (
    <Form schema={Contract} defaultValues={blank} onSubmit={submit}>
      {(busy) => (
        <>
          <FailureNote title={t('Update failed')} message={failure} />
          <PasswordField
            name="currentPassword"
            label={t('Current password')}
            autoComplete="current-password"
          />
          <NewPasswordField name="newPassword" label={t('New password')} deps="confirmPassword" />
          <PasswordField
            name="confirmPassword"
            label={t('Confirm new password')}
            autoComplete="new-password"
          />
          <Button type="submit" kind="primary" busy={busy && t('Saving...')}>
            {t('Update password')}
          </Button>
        </>
      )}
    </Form>
  )
}

function fieldOf({ code }: RequestError): keyof Typed {
  return code === 'wrong-password' ? 'currentPassword' : 'newPassword'
}
